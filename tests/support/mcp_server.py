"""Small MCP servers over standard input and output, started by tests: `python -m tests.support.mcp_server MODE`.

Without a mode it is one of the library; `plain` speaks only as much of the protocol as is needed, and starts at once.
"""

import json
import os
import sys
import time
from typing import Any


def library() -> None:
    """Serves the tools with the library, which takes a second to import."""
    from mcp.server.fastmcp import FastMCP  # noqa: PLC0415 - see above
    from mcp.types import ToolAnnotations  # noqa: PLC0415

    server = FastMCP("small")

    @server.tool(annotations=ToolAnnotations(readOnlyHint=True))
    def lookup(word: str) -> str:
        """Says what a word means."""
        return meaning(word)

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

    server.run()


def meaning(word: str) -> str:
    """What `lookup` answers."""
    return f"{word} means {os.environ.get('MEANING', 'nothing')}"


def plain() -> None:
    """Serves `lookup` and `wipe` line by line."""
    for line in sys.stdin:
        message = json.loads(line)
        result = _result(message.get("method"), message.get("params", {}))
        if result is not None:
            say(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}))


def _result(method: str, given: dict[str, Any]) -> dict[str, object] | None:
    word = {"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"]}
    lookup = {"name": "lookup", "inputSchema": word, "annotations": {"readOnlyHint": True}}
    wipe = {"name": "wipe", "inputSchema": {"type": "object"}, "annotations": {"destructiveHint": True}}
    if method == "initialize":
        about = {"name": "plain", "version": "1"}
        return {"protocolVersion": given["protocolVersion"], "capabilities": {"tools": {}}, "serverInfo": about}
    if method == "tools/list":
        return {"tools": [lookup, wipe]}
    if method == "tools/call":
        return {"content": [{"type": "text", "text": meaning(given["arguments"]["word"])}]}
    return None


def say(line: str) -> None:
    """Writes a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(mode: str) -> None:
    """Behaves as `mode` says."""
    if mode == "hang":
        time.sleep(600)
    elif mode == "die":
        sys.exit("no licence")
    elif mode == "babble":
        say("this is no protocol")
        time.sleep(600)
    elif mode == "plain":
        plain()
    else:
        library()


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
