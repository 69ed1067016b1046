"""A small MCP server over standard input and output, started by tests: `python -m tests.support.mcp_server MODE`."""

import os
import sys
import time

from mcp.server.fastmcp import FastMCP
from mcp.types import ToolAnnotations

server = FastMCP("small")


@server.tool(annotations=ToolAnnotations(readOnlyHint=True))
def lookup(word: str) -> str:
    """Says what a word means."""
    return f"{word} means {os.environ.get('MEANING', 'nothing')}"


@server.tool()
def unsaid() -> str:
    """Says nothing about what it does."""
    return "quiet"


@server.tool(annotations=ToolAnnotations(readOnlyHint=False, destructiveHint=True))
def wipe() -> str:
    """Destroys something."""
    raise AssertionError("nobody may call this")


@server.tool(annotations=ToolAnnotations(readOnlyHint=True))
def broken() -> str:
    """Fails."""
    raise ValueError("the index is gone")


@server.tool(annotations=ToolAnnotations(readOnlyHint=True))
def leave() -> str:
    """Ends the server in the middle of a call."""
    os._exit(3)


if __name__ == "__main__":
    mode = sys.argv[1] if len(sys.argv) > 1 else ""
    if mode == "hang":
        time.sleep(600)
    elif mode == "die":
        sys.exit("no licence")
    elif mode == "babble":
        print("this is no protocol", flush=True)  # noqa: T201 - what a broken server does
        time.sleep(600)
    else:
        server.run()
