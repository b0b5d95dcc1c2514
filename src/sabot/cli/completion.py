"""`sabot completion SHELL`: a script that makes the shell complete commands and options."""

import argparse

from sabot.bench import LIBRARY
from sabot.rulebooks import RULEBOOKS

ABOUT_A_BOOK = ("odds", "math-report", "simulate", "play", "rules")
"""Commands whose first word is a rulebook, or a public side bet."""


def declare(options: argparse.ArgumentParser) -> None:
    options.add_argument("shell", choices=tuple(SHELLS), metavar="SHELL", help="bash, zsh or fish")


def run(chosen: argparse.Namespace) -> int:
    print(SHELLS[chosen.shell](_words()), end="")
    return 0


def _words() -> dict[str, list[str]]:
    """Return the words that may follow each command; none for commands that are not installed."""
    from sabot.cli import COMMANDS, module_of, options_of

    found: dict[str, list[str]] = {}
    for command in COMMANDS:
        books = [*RULEBOOKS, *LIBRARY] if command in ABOUT_A_BOOK else []
        try:
            parser = options_of(command, module_of(command))
        except ModuleNotFoundError:
            found[command] = []
            continue
        options = [each for each in parser._option_string_actions if each.startswith("--")]
        named = [
            str(word)
            for action in parser._actions
            if not action.option_strings and action.choices
            for word in action.choices
        ]
        found[command] = [*books, *named, *options]
    return found


def _bash(words: dict[str, list[str]]) -> str:
    cases = "\n".join(f"    {name}) words='{' '.join(each)}' ;;" for name, each in words.items())
    return f"""# eval "$(sabot completion bash)"
_sabot() {{
  local words='{" ".join(words)}'
  [ "$COMP_CWORD" -gt 1 ] && case "${{COMP_WORDS[1]}}" in
{cases}
    *) words='' ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "${{COMP_WORDS[COMP_CWORD]}}"))
}}
complete -o default -F _sabot sabot
"""


def _zsh(words: dict[str, list[str]]) -> str:
    loaded = "autoload -U +X bashcompinit && bashcompinit"
    return f'# eval "$(sabot completion zsh)"\n{loaded}\n{_bash(words)}'


def _fish(words: dict[str, list[str]]) -> str:
    lines = ["# sabot completion fish | source"]
    first, after = "__fish_use_subcommand", "__fish_seen_subcommand_from"
    lines.append(f"complete -c sabot -n {first} -f -a '{' '.join(words)}'")
    for name, each in words.items():
        plain = [word for word in each if not word.startswith("--")]
        if plain:
            lines.append(f"complete -c sabot -n '{after} {name}' -a '{' '.join(plain)}'")
        lines += [
            f"complete -c sabot -n '{after} {name}' -l {word[2:]}"
            for word in each
            if word.startswith("--")
        ]
    return "\n".join(lines) + "\n"


SHELLS = {"bash": _bash, "zsh": _zsh, "fish": _fish}
