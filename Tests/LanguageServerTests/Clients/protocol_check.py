"""Speaks with `zib lsp` as an editor does, and checks every message against the protocol's own model.

usage: protocol_check.py ZIB VAULT

Needs PyPI's `lsprotocol`; ends with code 77 where that is missing. Prints one line for each method that was asked.
"""

import json
import pathlib
import subprocess
import sys

try:
    from lsprotocol import converters, types
except ImportError:
    sys.exit(77)

zib, root = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
converter = converters.get_converter()
server = subprocess.Popen([zib, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
count = 0
failures = []


def send(message):
    content = json.dumps({"jsonrpc": "2.0", **message}).encode()
    server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(content) + content)
    server.stdin.flush()


def receive():
    length = 0
    while True:
        line = server.stdout.readline().strip()
        if not line:
            break
        name, value = line.split(b":")
        if name.lower() == b"content-length":
            length = int(value)
    return json.loads(server.stdout.read(length))


def check(kind, message):
    """Has the model read a message; what it does not know, or lacks, is a failure."""
    try:
        converter.structure(message, kind)
    except Exception as error:  # noqa: BLE001: the model throws many kinds
        failures.append(f"{kind.__name__}: {error}: {json.dumps(message)[:400]}")


def notice(message):
    method = message["method"]
    kind = types.METHOD_TO_TYPES[method][0]
    check(kind, message)
    if "id" in message:
        result = None
        if method == "workspace/configuration":
            result = [{}]
        if method == "workspace/applyEdit":
            result = {"applied": True}
        send({"id": message["id"], "result": result})


def ask(method, params):
    global count
    count += 1
    send({"id": count, "method": method, "params": params})
    while True:
        message = receive()
        if "method" in message:
            notice(message)
            continue
        if message.get("id") != count:
            failures.append(f"an answer to nothing: {message}")
            continue
        if "error" in message:
            print(f"{method}: {message['error']['message']}")
            return None
        check(types.METHOD_TO_TYPES[method][1], message)
        print(method)
        return message["result"]


def tell(method, params):
    send({"method": method, "params": params})


client = {
    "general": {"positionEncodings": ["utf-16"]},
    "workspace": {
        "applyEdit": True,
        "configuration": True,
        "workspaceEdit": {
            "documentChanges": True,
            "resourceOperations": ["create", "rename", "delete"],
        },
    },
    "window": {"workDoneProgress": True, "showDocument": {"support": True}},
    "textDocument": {
        "definition": {"linkSupport": True},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "completion": {"completionItem": {"snippetSupport": True, "insertReplaceSupport": True}},
        "codeAction": {
            "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "refactor"]}}
        },
        "rename": {"prepareSupport": True},
        "diagnostic": {},
        "publishDiagnostics": {"relatedInformation": True},
    },
}
ask(
    "initialize",
    {
        "processId": None,
        "rootUri": root.as_uri(),
        "capabilities": client,
        "workspaceFolders": [{"uri": root.as_uri(), "name": "vault"}],
    },
)
tell("initialized", {})
notes = sorted(root.rglob("*.md"))[:40]
for note in notes:
    text = note.read_text(errors="replace")
    uri = note.as_uri()
    document = {"uri": uri}
    tell(
        "textDocument/didOpen",
        {"textDocument": {**document, "languageId": "markdown", "version": 1, "text": text}},
    )
    lines = text.split("\n")
    whole = {
        "start": {"line": 0, "character": 0},
        "end": {"line": len(lines), "character": 0},
    }
    for method in (
        "documentSymbol",
        "documentLink",
        "foldingRange",
        "codeLens",
        "semanticTokens/full",
        "diagnostic",
    ):
        ask("textDocument/" + method, {"textDocument": document})
    ask("textDocument/inlayHint", {"textDocument": document, "range": whole})
    ask("textDocument/semanticTokens/range", {"textDocument": document, "range": whole})
    places = [
        (number, line.find(mark) + len(mark))
        for number, line in enumerate(lines)
        for mark in ("[[", "](", "#", "## ", ": ", "^", "|")
        if mark in line
    ][:12]
    for line, character in places:
        position = {"line": line, "character": character}
        at = {"textDocument": document, "position": position}
        for method in (
            "hover",
            "definition",
            "declaration",
            "documentHighlight",
            "completion",
            "prepareRename",
            "linkedEditingRange",
            "prepareCallHierarchy",
        ):
            result = ask("textDocument/" + method, at)
            if method == "completion" and result and result["items"]:
                ask("completionItem/resolve", result["items"][0])
            if method == "prepareCallHierarchy" and result:
                ask("callHierarchy/incomingCalls", {"item": result[0]})
                ask("callHierarchy/outgoingCalls", {"item": result[0]})
        ask("textDocument/references", {**at, "context": {"includeDeclaration": True}})
        ask("textDocument/selectionRange", {"textDocument": document, "positions": [position]})
        ask("textDocument/rename", {**at, "newName": "Another name"})
        ask(
            "textDocument/codeAction",
            {
                "textDocument": document,
                "range": {"start": position, "end": position},
                "context": {"diagnostics": []},
            },
        )
        ask(
            "textDocument/onTypeFormatting",
            {**at, "ch": "\n", "options": {"tabSize": 2, "insertSpaces": True}},
        )
    tell(
        "textDocument/didChange",
        {
            "textDocument": {**document, "version": 2},
            "contentChanges": [{"range": whole, "text": "# New\n\n[[Nowhere]] #tag\n"}],
        },
    )
    ask("textDocument/semanticTokens/full/delta", {"textDocument": document, "previousResultId": "1"})
    ask("textDocument/diagnostic", {"textDocument": document})
    tell("textDocument/didClose", {"textDocument": document})
ask("workspace/symbol", {"query": "a"})
ask("workspace/diagnostic", {"previousResultIds": []})
ask("workspace/executeCommand", {"command": "zib.search", "arguments": ["a"]})
ask("workspace/executeCommand", {"command": "zib.status", "arguments": []})
if notes:
    new = notes[0].with_name("Moved away.md").as_uri()
    files = {"files": [{"oldUri": notes[0].as_uri(), "newUri": new}]}
    ask("workspace/willRenameFiles", files)
    ask("workspace/willDeleteFiles", {"files": [{"uri": notes[0].as_uri()}]})
ask("shutdown", None)
tell("exit", None)
code = server.wait(timeout=10)
if code != 0:
    failures.append(f"the server ended with code {code}")
for failure in failures[:20]:
    print("FAILURE", failure)
sys.exit(1 if failures else 0)
