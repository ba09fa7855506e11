"""The group of verbs, each imported only when it is asked for, and the last guard against tracebacks."""

from __future__ import annotations

import importlib
import os
import sys

import click

from dsl.garbage import collect_seldom
from interpreter.cli.common import INTERRUPTED, PROBLEMS

VERBS = (
    "check",
    "explain",
    "why",
    "fmt",
    "diff",
    "play",
    "test",
    "simulate",
    "report",
    "new",
    "rulebook",
    "watch",
    "server",
)


class Verbs(click.Group):
    """A group whose verbs live in ``interpreter.cli.<verb>``, as the attribute ``command``."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        module = importlib.import_module(f"interpreter.cli.{cmd_name}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            import difflib

            near = difflib.get_close_matches(args[0], VERBS, 1)
            if near:
                raise click.UsageError(f"{error.message} Did you mean '{near[0]}'?", ctx) from None
            raise


@click.group(
    cls=Verbs,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Example: detto play mygame --seats greedy,random --seed 7",
)
@click.version_option(package_name="dettofatto", prog_name="detto")
def group() -> None:
    """Detto Fatto: what the card says is what happens.

    PATH is always a game's folder, a .gioco, a .mazzo or a .scena.
    Exit status: 0 all well, 1 problems found, 2 wrong usage.
    """


def _of_the_text(error: Exception) -> bool:
    """Whether what stopped a match is what its text says."""
    from interpreter.match import EndlessSteps

    return isinstance(error, EndlessSteps)


def run() -> None:
    """Run the group in UTF-8, whatever the locale says; what goes wrong outside our texts is one line.

    With ``DETTO_TRACE`` in the environment a defect of ours shows where it is.
    """
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    collect_seldom()
    try:
        group(prog_name="detto", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        raise SystemExit(error.exit_code) from None
    except (click.Abort, KeyboardInterrupt):
        click.echo("\ninterrotto", err=True)
        raise SystemExit(INTERRUPTED) from None
    except BrokenPipeError:
        sys.stderr.close()
        raise SystemExit(1) from None
    except OSError as error:
        click.echo(f"errore: {f'{error.filename}: ' * bool(error.filename)}{error.strerror or error}", err=True)
        raise SystemExit(1) from None
    except Exception as error:
        if "DETTO_TRACE" in os.environ:
            raise
        if _of_the_text(error):
            click.echo(f"errore: {error}", err=True)
            raise SystemExit(PROBLEMS) from None
        said = f"{type(error).__name__}: {error}".rstrip(": ")
        click.echo(f"errore interno, un difetto di Detto Fatto: {said} (con DETTO_TRACE=1 si vede dove)", err=True)
        raise SystemExit(1) from None
