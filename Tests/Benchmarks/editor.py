#!/usr/bin/env python3
"""Times `zib lsp` from the side of an editor, over pipes, and prints a table.

    swift build -c release --static-swift-stdlib --product zib
    python3 Tests/Benchmarks/editor.py VAULT [EDITS]

VAULT is copied, and a note with 1,000 links to it is added. EDITS, 2,000 by default, is the number of edits over which
the memory is watched; an hour of 1,000 a minute is 60000. `ZIB_PROGRAM` names another `zib`. The index is warm: a
search has made it before. The last two columns leave out the time in which the server waited for a processor, so that
they hold on a busy machine as well.
"""
import json, os, random, shutil, statistics, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = os.environ.get("ZIB_PROGRAM", os.path.join(HERE, "..", "..", ".build", "release", "zib"))
CAPABILITIES = {
    "general": {"positionEncodings": ["utf-16"]},
    "workspace": {"workspaceEdit": {"documentChanges": True, "resourceOperations": ["create", "rename", "delete"]}},
    "textDocument": {
        "diagnostic": {}, "rename": {"prepareSupport": True},
        "completion": {"completionItem": {"snippetSupport": True, "insertReplaceSupport": True}},
    },
}
LINKS = 1000


class Editor:
    """A client that has one note open, and waits for each answer."""

    def __init__(self, root, environment):
        self.root = root
        self.server = subprocess.Popen([PROGRAM, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        self.number = 0
        self.version = 1
        self.lines = []
        self.begin = time.perf_counter()
        self.ask("initialize", {"processId": None, "capabilities": CAPABILITIES, "rootUri": "file://" + root})
        self.tell("initialized", {})

    def send(self, message):
        content = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(content) + content)
        self.server.stdin.flush()

    def tell(self, method, parameters):
        self.send({"method": method, "params": parameters})

    def ask(self, method, parameters):
        self.number += 1
        self.send({"id": self.number, "method": method, "params": parameters})
        while True:
            length = 0
            while line := self.server.stdout.readline().strip():
                name, value = line.split(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            message = json.loads(self.server.stdout.read(length))
            if message.get("id") == self.number and "method" not in message:
                if "error" in message:
                    sys.exit(f"{method}: {message['error']}")
                return message["result"]

    def open(self, name, text):
        self.uri = f"file://{self.root}/{name}"
        self.lines = text.split("\n")
        self.tell("textDocument/didOpen", {
            "textDocument": {"uri": self.uri, "languageId": "markdown", "version": 1, "text": text}})

    def type(self, line, text):
        """Adds text at the end of a line."""
        self.version += 1
        start = {"line": line, "character": len(self.lines[line])}
        self.lines[line] += text
        self.tell("textDocument/didChange", {
            "textDocument": {"uri": self.uri, "version": self.version},
            "contentChanges": [{"range": {"start": start, "end": start}, "text": text}]})

    def replace(self, line, text):
        """Gives a line another text."""
        self.version += 1
        end = {"line": line, "character": len(self.lines[line])}
        self.lines[line] = text
        self.tell("textDocument/didChange", {
            "textDocument": {"uri": self.uri, "version": self.version},
            "contentChanges": [{"range": {"start": {"line": line, "character": 0}, "end": end}, "text": text}]})

    def at(self, method, line, **more):
        place = {"line": line, "character": len(self.lines[line])}
        return self.ask("textDocument/" + method, {"textDocument": {"uri": self.uri}, "position": place, **more})

    def memory(self, name="VmRSS"):
        """Megabytes of the server by a line of Linux's `status`."""
        with open(f"/proc/{self.server.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith(name)) / 1024

    def processor(self):
        """Milliseconds in which the server had a processor."""
        folder = f"/proc/{self.server.pid}/task"
        used = 0
        for task in os.listdir(folder):
            try:
                with open(f"{folder}/{task}/schedstat") as file:
                    used += int(file.read().split()[0])
            except OSError:
                pass  # A thread that has ended since.
        return used / 1e6

    def end(self):
        self.ask("shutdown", None)
        self.tell("exit", None)
        self.server.wait()


def measured(editor, body):
    """Milliseconds until a work is done, and of these the ones in which the server had a processor."""
    start, used = time.perf_counter(), editor.processor()
    body()
    return (time.perf_counter() - start) * 1000, editor.processor() - used


def row(name, values, goal):
    times = sorted(time for time, _ in values)
    used = sorted(used for _, used in values)
    def high(values):
        return values[min(len(values) - 1, int(len(values) * 0.99))]
    print(f"| {name} | {len(values)} | {statistics.median(times):.1f} | {high(times):.1f} | {goal} "
          f"| {statistics.median(used):.1f} | {high(used):.1f} |", flush=True)


# The keys of a front matter, a text, and what is typed at the ends of its lines, letter by letter.
NOTE = "---\ntags: [reading]\nk\n---\n\n# Bench\n\n" + "\n".join(f"Line {number} of a note." for number in range(200)) + "\n"
TYPED = [
    ("a note behind `[[`", 8, "[[the power of habits"), ("a note behind `[[`", 9, "[[swift concurrency"),
    ("a heading behind `#`", 10, "[[Hub#part"), ("a path behind `](`", 11, "[x](getting-started"),
    ("a hashtag", 12, " #reading"), ("a key of the front matter", 2, "eywords"),
    ("a value of the front matter", 1, ", refer"), ("a note behind `[[`", 13, "[[réservé 言葉"),
]


def main():
    vault = sys.argv[1]
    edits = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    with tempfile.TemporaryDirectory() as top:
        root = os.path.join(os.path.realpath(top), "vault")
        shutil.copytree(vault, root, symlinks=True)
        os.mkdir(os.path.join(root, "links-to-hub"))
        with open(os.path.join(root, "Hub.md"), "w") as file:
            file.write("# Hub\n\n## Part one\n\n## Part two\n")
        for number in range(LINKS):
            with open(os.path.join(root, "links-to-hub", f"{number}.md"), "w") as file:
                file.write(f"# Linking {number}\n\nSee [[Hub]] and more.\n")
        environment = dict(os.environ, XDG_CACHE_HOME=os.path.join(top, "cache"))
        for _ in range(2):
            subprocess.run([PROGRAM, "-C", root, "search", "nothing-has-this"], env=environment, stdout=subprocess.DEVNULL)

        print("| | times | median ms | p99 | goal | processor ms | p99 |\n|---|---|---|---|---|---|---|")
        ready = []
        for _ in range(5):
            editor = Editor(root, environment)
            editor.open("Bench.md", NOTE)
            editor.type(8, "[[a")
            assert editor.at("completion", 8)["items"]
            ready.append(((time.perf_counter() - editor.begin) * 1000, editor.processor()))
            editor.end()
        row("from `initialize` to the first list", ready, "300")

        editor = Editor(root, environment)
        editor.open("Bench.md", NOTE)
        first = editor.at("completion", 8)
        keys = {}
        for _ in range(4):
            for name, line, text in TYPED:
                kept = editor.lines[line]
                for letter in text:
                    def press():
                        editor.type(line, letter)
                        editor.at("completion", line)
                    keys.setdefault(name, []).append(measured(editor, press))
                editor.replace(line, kept)
        row("a key to its list", sum(keys.values(), []), "p99 20")
        for name, values in keys.items():
            row("… of " + name, values, "")

        def diagnose():
            editor.type(20, random.choice(["x", " [[Hub]]", " [[Nowhere]]", " word"]))
            editor.ask("textDocument/diagnostic", {"textDocument": {"uri": editor.uri}})
        row("diagnostics of an edited note", [measured(editor, diagnose) for _ in range(100)], "50")

        editor.replace(8, "[[Hub")
        editor.type(8, "]]")
        place = {"line": 8, "character": 4}
        def rename():
            result = editor.ask("textDocument/rename", {
                "textDocument": {"uri": editor.uri}, "position": place, "newName": "Nave"})
            assert len(result["documentChanges"]) >= LINKS
        row(f"rename of a note with {LINKS:,} links", [measured(editor, rename) for _ in range(5)], "300")
        def renamed_after_edit():
            editor.type(30, "y")
            rename()
        row("the same after an edit", [measured(editor, renamed_after_edit) for _ in range(5)], "")

        for name, method in [("backlinks", "references"), ("hover", "hover")]:
            more = {"context": {"includeDeclaration": False}}
            row(name, [measured(editor, lambda: editor.ask("textDocument/" + method, {
                "textDocument": {"uri": editor.uri}, "position": place, **more})) for _ in range(10)], "")
        row("`workspace/symbol`", [measured(editor, lambda: editor.ask("workspace/symbol", {"query": "swift"}))
                                   for _ in range(10)], "")

        print("\n| edits | memory in MB | of these anonymous |\n|---|---|---|")
        for step in range(edits + 1):
            if step % max(1, edits // 6) == 0:
                print(f"| {step:,} | {editor.memory():.0f} | {editor.memory('RssAnon'):.0f} |")
            line = random.randrange(40, 200)
            if len(editor.lines[line]) > 200:
                editor.replace(line, "A new line")
            editor.type(line, random.choice(["a", " [[Hub", "]]", " #reading", " word"]))
            if step % 10 == 0:
                editor.at("completion", line)
            if step % 50 == 0:
                editor.ask("textDocument/diagnostic", {"textDocument": {"uri": editor.uri}})
        print(f"| at most | {editor.memory('VmHWM'):.0f} | |")
        editor.end()


main()
