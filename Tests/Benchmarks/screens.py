#!/usr/bin/env python3
"""Measures the full screen of `zib find` on a terminal: first frame, keys, changes by other programs, memory.

    swift build -c release --static-swift-stdlib --product zib
    ZIB_PROGRAM=.build/release/zib python3 Tests/Benchmarks/screens.py VAULT [--rounds N] [--rows 50] [--columns 160]

VAULT is a folder of notes, best a large one; its index is brought in step first. A frame is complete where the program
says so (synchronized output), for fzf where nothing came for 30 ms. Of a key two times are told: to the frame that shows
it, and to the last frame that it causes, with the list and the note of the new query. `rg --files | fzf` is measured in
the same run if both are there.
"""
import argparse, fcntl, os, pty, select, shutil, signal, statistics, struct, subprocess, sys, termios, time

HERE = os.path.dirname(os.path.abspath(__file__))
ZIB = os.path.abspath(
    os.environ.get("ZIB_PROGRAM", os.path.join(HERE, "..", "..", ".build", "release", "zib")))
END = b"\x1b[?2026l"
# Plain words, a letter, all, a regular expression, a word with errors, a property, a phrase.
QUERIES = ["letters and ink", "e", "*", "/qu[a-z]+e/", "montagne~", "tag:design", '"of the"', "swift concurrency",
           "path:proposals error"]


class Screen:
    def __init__(self, words, folder, rows, columns, env=None):
        self.start = time.perf_counter()
        self.pid, self.master = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execvpe(words[0], words, env or os.environ)
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.text = b""

    def read(self, seconds):
        ready, _, _ = select.select([self.master], [], [], seconds)
        if not ready:
            return b""
        try:
            piece = os.read(self.master, 1 << 16)
        except OSError:
            return b""
        self.text += piece
        return piece

    def frames(self, since, quiet=0.04, longest=5):
        """The times of the frames until nothing comes for a while."""
        times, begin, rest = [], time.perf_counter(), b""
        while time.perf_counter() - begin < longest:
            piece = self.read(quiet)
            now = time.perf_counter()
            if not piece:
                if times:
                    break
                continue
            rest += piece
            if END in rest:
                times.append(now - since)
                rest = rest.rsplit(END, 1)[1]
        return times

    def wait(self, text, longest=30):
        end = time.perf_counter() + longest
        while text not in self.text and time.perf_counter() < end:
            self.read(0.05)
        return time.perf_counter()

    def press(self, keys):
        os.write(self.master, keys.encode())
        return time.perf_counter()

    def memory(self):
        with open(f"/proc/{self.pid}/status") as status:
            fields = dict(line.split(":", 1) for line in status)
        return int(fields["VmHWM"].split()[0]) / 1024, int(fields["RssAnon"].split()[0]) / 1024

    def end(self, keys="\x03"):
        try:
            os.write(self.master, keys.encode())
            for _ in range(100):
                if os.waitpid(self.pid, os.WNOHANG)[0]:
                    return
                self.read(0.02)
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        finally:
            os.close(self.master)


def quantile(times, share):
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] * 1000


def told(name, times):
    print(f"{name:44} median {quantile(times, 0.5):7.1f}  p99 {quantile(times, 0.99):7.1f}  "
          f"most {max(times) * 1000:7.1f} ms  ({len(times)})", flush=True)


def environment():
    env = dict(os.environ, TERM="xterm-256color", LC_ALL="C.UTF-8")
    for name in ("NO_COLOR", "TMUX", "COLUMNS", "LINES"):
        env.pop(name, None)
    return env


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("vault")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--rows", type=int, default=50)
    parser.add_argument("--columns", type=int, default=160)
    arguments = parser.parse_args()
    vault, size, env = arguments.vault, (arguments.rows, arguments.columns), environment()
    search = [ZIB, "search", "letters", "-n", "30"]
    for _ in range(2):
        subprocess.run(search, cwd=vault, stdout=subprocess.DEVNULL, env=env)
    first, searched = [], []
    for _ in range(max(arguments.rounds, 5) * 2):
        start = time.perf_counter()
        subprocess.run(search, cwd=vault, stdout=subprocess.DEVNULL, env=env)
        searched.append(time.perf_counter() - start)
        screen = Screen([ZIB, "find", "letters"], vault, *size, env)
        first.append(screen.wait("\u203a".encode()) - screen.start)
        screen.wait(END)
        screen.end()
    told("zib search", searched)
    told("zib find, first frame with its list", first)
    print(f"{'first frame : search':44} {quantile(first, 0.5) / quantile(searched, 0.5):.2f}")

    screen = Screen([ZIB, "find"], vault, *size, env)
    screen.wait("\u203a".encode())
    screen.frames(0, quiet=0.5, longest=3)
    shown, done, by = [], [], {}
    for _ in range(arguments.rounds):
        for query in QUERIES:
            for key in query:
                times = screen.frames(screen.press(key))
                shown.append(times[0])
                done.append(times[-1])
                by.setdefault(query, []).append(times[-1])
            screen.frames(screen.press("\x15"))
    told("a key to the frame that shows it", shown)
    told("a key to the last frame of its query", done)
    for query, times in by.items():
        told("  " + query, times)
    moves = [screen.frames(screen.press("\x1b[B")) for _ in range(100)]
    told("an arrow to the frame with its note", [m[-1] for m in moves])
    print(f"{'memory at most, and of it its own':44} {screen.memory()[0]:.0f} MB, {screen.memory()[1]:.0f} MB")
    name = os.path.join(vault, "zz-changed-by-another.md")
    changes = []
    try:
        for round in range(max(arguments.rounds, 5)):
            word = f"zqx{round}w{os.getpid()}"
            screen.press("\x15" + word)
            screen.frames(0, quiet=0.3)
            screen.text = b""
            with open(name, "w") as note:
                note.write(f"# Changed\n\n{word} {'more ' * round}\n")
            start = time.perf_counter()
            changes.append(screen.wait(b"Changed") - start)
            time.sleep(0.3)
    finally:
        os.unlink(name)
    told("a note of another program to its frame", changes)
    screen.end()

    if shutil.which("fzf") and shutil.which("rg"):
        started, keys = [], []
        for _ in range(arguments.rounds):
            screen = Screen(["sh", "-c", "rg --files | fzf"], vault, *size, env)
            started.append(screen.wait(b">") - screen.start)
            while screen.read(0.5):
                pass
            for key in "letters":
                start, last = screen.press(key), None
                while True:
                    piece = screen.read(0.03 if last else 1)
                    if not piece:
                        break
                    last = time.perf_counter() - start
                if last:
                    keys.append(last)
            screen.end("\x1b")
        told("rg --files | fzf, first frame", started)
        told("rg --files | fzf, a key to its frame", keys)


main()
