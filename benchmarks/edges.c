/* Player, Banker and Tie edges by the same formula as src/sabot/odds/edges.py: a sum over the
   multisets of six card values. Arrays come on standard input, the time on standard output. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int64_t *numbers(long size) {
    int64_t *found = malloc(size * sizeof *found);
    if (!found || fread(found, sizeof *found, size, stdin) != (size_t)size) exit(1);
    return found;
}

static double now(void) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return at.tv_sec + 1e-9 * at.tv_nsec;
}

int main(void) {
    int64_t *head = numbers(7);
    int64_t sets = head[0], full = head[1], groups = head[2], cards = head[3];
    int64_t wagers = head[4], times = head[5], rounds = head[6];
    int64_t *counts = numbers(52), *value_of_card = numbers(52);
    int64_t *parent = numbers(sets), *value = numbers(sets), *already = numbers(sets);
    int64_t *coefficients = numbers(groups * (sets - full));
    int64_t *scale = numbers(wagers), *pays = numbers(wagers * groups);
    int64_t *products = malloc(sets * sizeof *products), *sums = malloc(groups * sizeof *sums);
    double best = 1e9, edges[16], kept = 0;
    for (int64_t round = 0; round < rounds; round++) {
        double started = now();
        for (int64_t again = 0; again < times; again++) {
            int64_t left[10] = {0}, size = 0, rest = 1;
            counts[again % 52] ^= 1; /* another shoe each time */
            for (int card = 0; card < 52; card++) {
                left[value_of_card[card]] += counts[card];
                size += counts[card];
            }
            products[0] = 1;
            for (int64_t at = 1; at < sets; at++)
                products[at] = products[parent[at]] * (left[value[at]] - already[at]);
            for (int64_t drawn = 0; drawn < cards; drawn++) rest *= size - drawn;
            double total = (double)rest;
            for (int64_t group = 0; group < groups - 1; group++) {
                int64_t sum = 0;
                const int64_t *row = coefficients + group * (sets - full);
                for (int64_t at = 0; at < sets - full; at++) sum += row[at] * products[full + at];
                sums[group] = sum;
                rest -= sum;
            }
            sums[groups - 1] = rest;
            for (int64_t wager = 0; wager < wagers; wager++) {
                double net = 0;
                for (int64_t group = 0; group < groups; group++)
                    net += (double)pays[wager * groups + group] * (double)sums[group];
                edges[wager] = -net / ((double)scale[wager] * total);
            }
            kept += edges[0];
        }
        double taken = (now() - started) / times;
        if (taken < best) best = taken;
    }
    printf("%.9f", best);
    for (int64_t wager = 0; wager < wagers; wager++) printf(" %.17g", edges[wager]);
    printf("\n");
    return kept == 0.5;
}
