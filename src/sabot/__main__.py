"""`python -m sabot` is the `sabot` command."""

import sys

from sabot.cli import main

sys.exit(main())
