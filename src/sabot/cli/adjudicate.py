"""`sabot adjudicate`: questions in, answers out, one line each, in order, in constant memory."""

import argparse

from sabot.adjudication import answer_line
from sabot.cli.lines import answer_file, declare_file


def declare(options: argparse.ArgumentParser) -> None:
    declare_file(options)


def run(chosen: argparse.Namespace) -> int:
    return answer_file(chosen.file, answer_line, "One coup")
