"""``detto server``: the language server, for editors."""

from __future__ import annotations

import click

from interpreter.cli.common import fail


@click.command(
    short_help="Serve an editor: problems, completion, hover, rename, format.",
    epilog="Example: detto server   (an editor starts it; docs/editor.md says how)",
)
@click.option("--stdio", is_flag=True, help="Over standard input and output: the only way, said for editors that ask.")
def command(stdio: bool) -> None:
    """Speak the Language Server Protocol over standard input and output. It needs the extra: dettofatto[editor]."""
    try:
        from interpreter.cli.language_server import EditorServer
    except ModuleNotFoundError as error:
        fail(f"manca {error.name}: pip install 'dettofatto[editor]'")
    EditorServer().start_io()
