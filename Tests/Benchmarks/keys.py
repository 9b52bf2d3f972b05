#!/usr/bin/env python3
"""Plays random keys, pastes, mouse, resizes and signals to the full screens of `zib`, as a terminal would.

    ZIB_PROGRAM=.build/release/zib python3 Tests/Benchmarks/keys.py [--keys N] [--seed N] [--vault FOLDER] [--all]

Each run has a copy of the vault (SampleVault by default, with a conflict on another device), a terminal of its own, and
a parent that does what a shell does for jobs: it lets the program stop, and go on in the foreground. It is an error

  - where the program ends by a signal that was not sent, or with another status than 0, 1, 2 or 130;
  - where it does not end within ten seconds of its end, or does not read its keys for ten seconds;
  - where the terminal is not given back: another mode, the other screen, the mouse, pasting or a hidden cursor;
  - where a note that was there is changed (keys that change notes are left out, unless --all is given), or where with
    --all a text that was there is neither in the folder nor in the history;
  - where anything but the vault and the places of caches is written.

An error is told with its seed; `--seed N --keys K` plays it again.
"""
import argparse, fcntl, os, pty, random, re, select, shutil, signal, struct, subprocess, sys, tempfile, termios, time

HERE = os.path.dirname(os.path.abspath(__file__))
ZIB = os.path.abspath(
    os.environ.get("ZIB_PROGRAM", os.path.join(HERE, "..", "..", ".build", "debug", "zib")))
SAMPLES = os.path.join(HERE, "..", "..", "SampleVault")
RUN_OF_KEYS = 400
SHOWS = False
CHANGING = ["new", "pin", "tag", "rename", "delete", "today", "review", "sync", "conflicts", "undo"]

ESC = "\x1b"
MOVES = [ESC + s for s in (
    "[A", "[B", "[C", "[D", "[5~", "[6~", "[H", "[F", "[1;2A", "[1;2B", "[1;3A", "[1;3B", "[1;5H", "[1;5F", "OA", "OB",
    "OP", "[Z", "l", "L", "h", "m", "w", "g", "G", "v", "k", "j", "?", "y", "Y")]
MOVES += ["\t", "\x10", "\x0e", "\x0b", "\x16", "\x12", "\x13", "\x07", "\x01", "\x05", "\x15", "\x17", "\x19", "\x7f"]
OPENS = ["\r", ESC + "s"]
CHANGES = [ESC + s for s in "nptrxTSCRu"]
WORDS = ["letters", "quince", "e", "*", "#", "tag:garden ", "/qu.*e/", "montagne~ ", "OR ", "\"half", "(", "-", "明月",
         "👨‍👩‍👧‍👦", "e\u0301", "שלום", "\u200d", "title:", "is:book ", "zzzz", "path:", "?"]
ODD = [ESC, ESC + "[", ESC + "]", ESC + "O", ESC + "[<0;3;4M", ESC + "[<64;3;4M", ESC + "[<65;9;9M", ESC + "[<0;999;999M",
       ESC + "[200~pasted \x1b[31m text\n" + ESC + "[201~", ESC + "[?62;22c", ESC + "]11;rgb:ffff/ffff/ffff" + ESC + "\\",
       "\x00", "\xff".encode("latin-1"), b"\xe6\x98", b"\xf0\x9f", ESC + "[99999;99999R", ESC + "[27;5;9~", ESC + "[97;5u"]
ANSWERS = ["y", "n", "q", " ", "\r", "1", "2", "b", "o", "m", "a", "u", "r", "v", "e", "s", "?", "j", "k", "/", "d", "w"]
LEAVING = b"\x1b[?1049l"


class Terminal:
    """A program on a terminal of its own, with a parent that handles its stops as a shell does."""

    def __init__(self, words, folder, env, rows, columns):
        self.log, self.stops = b"", 0
        tell, self.told = os.pipe()[::-1]
        pid, self.master = pty.fork()
        if pid == 0:
            try:
                self.shell(words, folder, env, tell)
            finally:
                # Whatever happens here, what the parent would clear away is the parent's.
                os._exit(1)
        os.close(tell)
        self.shell_pid = pid
        self.resize(rows, columns)
        self.mode = None
        self.pid = int(self.line())
        os.set_blocking(self.master, False)

    def line(self):
        text = b""
        while not text.endswith(b"\n"):
            piece = os.read(self.told, 1)
            if not piece:
                return ""
            text += piece
        return text.decode()

    @staticmethod
    def shell(words, folder, env, tell):
        """Runs the program as the job in the foreground, and tells how it ended."""
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        before = termios.tcgetattr(0)
        pid = os.fork()
        if pid == 0:
            os.setpgid(0, 0)
            os.tcsetpgrp(0, os.getpid())
            signal.signal(signal.SIGTTOU, signal.SIG_DFL)
            signal.signal(signal.SIGHUP, signal.SIG_DFL)
            os.close(tell)
            os.chdir(folder)
            os.execve(words[0], words, env)
        try:
            os.setpgid(pid, pid)
        except OSError:
            pass
        os.write(tell, f"{pid}\n".encode())
        stopped = 0
        while True:
            _, status = os.waitpid(pid, os.WUNTRACED)
            if not os.WIFSTOPPED(status):
                break
            stopped += 1
            try:
                kept = termios.tcgetattr(0)[:4] == before[:4]
            except termios.error:
                kept = True
            # Only a stop that the program chose gives the terminal back; SIGSTOP cannot.
            if not kept and os.WSTOPSIG(status) == signal.SIGTSTP:
                os.write(tell, b"unrestored at a stop\n")
            try:
                os.tcsetpgrp(0, os.getpgrp())
                time.sleep(0.01)
                os.tcsetpgrp(0, pid)
            except OSError:
                pass
            os.killpg(pid, signal.SIGCONT)
        try:
            os.tcsetpgrp(0, os.getpgrp())
            same = termios.tcgetattr(0)[:4] == before[:4]
        except (OSError, termios.error):
            same = True
        os.write(tell, f"end {status} {int(same)} {stopped}\n".encode())
        os._exit(0)

    def resize(self, rows, columns):
        self.rows, self.columns = rows, columns
        try:
            fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        except OSError:
            pass

    def drain(self, seconds=0.0):
        """Takes what is drawn; false when the terminal is closed."""
        end = time.monotonic() + seconds
        while True:
            ready, _, _ = select.select([self.master], [], [], max(0, end - time.monotonic()))
            if not ready:
                return True
            try:
                piece = os.read(self.master, 65536)
            except BlockingIOError:
                continue
            except OSError:
                return False
            if not piece:
                return False
            self.log = (self.log + piece)[-200_000:]

    def press(self, data):
        """Writes keys; false if the program took none for ten seconds."""
        end = time.monotonic() + 10
        while data:
            try:
                data = data[os.write(self.master, data):]
            except BlockingIOError:
                if time.monotonic() > end:
                    return False
            except OSError:
                return True
            self.drain(0.001)
        return True

    def ended(self):
        ready, _, _ = select.select([self.told], [], [], 0)
        return bool(ready)


def environment(folder):
    env = {k: v for k, v in os.environ.items() if not k.startswith(("GIT_", "ZIB_", "LC_", "TMUX"))}
    env.pop("NO_COLOR", None)
    env.update(
        HOME=folder + "/home", XDG_CONFIG_HOME=folder + "/home/.config", XDG_CACHE_HOME=folder + "/home/.cache",
        XDG_STATE_HOME=folder + "/home/.state", XDG_DATA_HOME=folder + "/home/.data", TMPDIR=folder + "/tmp", LC_ALL="C.UTF-8",
        TERM="xterm-256color", EDITOR="true", VISUAL="true", PAGER="cat", GIT_CONFIG_NOSYSTEM="1",
        GIT_AUTHOR_NAME="A", GIT_AUTHOR_EMAIL="a@b", GIT_COMMITTER_NAME="A", GIT_COMMITTER_EMAIL="a@b")
    return env


CONFLICT = r"""
set -e
mkdir -p home tmp; git config --global init.defaultBranch main; git init -q --bare stick.git
cd vault; "$ZIB" init -q; "$ZIB" remote add -q ../stick.git; "$ZIB" sync -q; cd ..
"$ZIB" clone -q stick.git laptop
for d in laptop vault; do
  cd $d
  for f in Garden/Quince.md Ideas/Letters.md Home.md; do
    [ -f "$f" ] && sed -i "s/\(the\|kitchen\|Welcome\)/\1 $d/; \$ a $d ends" "$f"
  done
  "$ZIB" sync -q || true; cd ..
done
"""


def prepare(vault, folder):
    """Makes the vault that each run copies."""
    shutil.copytree(vault, folder + "/vault")
    subprocess.run(["bash", "-c", CONFLICT], cwd=folder, env=environment(folder) | {"ZIB": ZIB}, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def texts(vault):
    found = {}
    for folder, folders, files in os.walk(vault):
        folders[:] = [f for f in folders if f != ".git" and not (f == "cache" and folder.endswith("/.zib"))]
        for file in files:
            path = os.path.join(folder, file)
            with open(path, "rb") as stream:
                found[os.path.relpath(path, vault)] = stream.read()
    return found


def difference(old, new):
    """The first line that is another one."""
    if new is None:
        return "it is gone"
    for a, b in zip(old.split(b"\n"), new.split(b"\n")):
        if a != b:
            return f"{a.decode(errors='replace')!r} is {b.decode(errors='replace')!r}"
    return f"{len(old)} bytes are {len(new)}"


def others(folder):
    """Everything beside the vault, the caches and the scratch folder."""
    found = set()
    for place, _, files in os.walk(folder):
        short = os.path.relpath(place, folder)
        if short.split("/")[0] in ("vault", "tmp", "laptop", "stick.git") or "/.cache" in short or "/.state" in short:
            continue
        found |= {os.path.join(short, file) for file in files}
    return found


def play(seed, keys, template, changes):
    """One run; the errors that it shows, and the keys that were pressed."""
    rng = random.Random(seed)
    folder = tempfile.mkdtemp(prefix="keys-")
    try:
        subprocess.run(["cp", "-a", template + "/.", folder], check=True)
        env = environment(folder)
        env["TERM"] = rng.choice(["xterm-256color", "xterm", "tmux-256color", "linux", "vt100"])
        if rng.random() < 0.1:
            env["NO_COLOR"] = "1"
        vault = folder + "/vault"
        before, beside = texts(vault), others(folder)
        words = [ZIB]
        kind = rng.random()
        if changes and kind < 0.3:
            words += ["resolve"]
        elif changes and kind < 0.4:
            words += ["history", "Ideas/Letters.md", "--screen"]
        elif kind < 0.5:
            words += ["find", "--print"]
        elif kind < 0.6:
            words += ["find", rng.choice(WORDS)]
        return run(words, vault, env, rng, keys, changes, before, beside, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def run(words, vault, env, rng, keys, changes, before, beside, folder):
    terminal = Terminal(words, vault, env, rng.randint(1, 70), rng.randint(1, 200))
    errors, pressed, sent = [], 0, None
    while pressed < keys and not terminal.ended():
        choice = rng.random()
        if choice < 0.40:
            data = rng.choice(MOVES)
        elif choice < 0.62:
            data = rng.choice(WORDS)
        elif choice < 0.72:
            data = rng.choice(ODD)
        elif choice < 0.74:
            data = rng.choice(OPENS)
        elif choice < 0.78 and changes:
            data = rng.choice(CHANGES)
        elif choice < 0.90 and (changes or words[1:2] == ["resolve"]):
            data = rng.choice(ANSWERS)
        elif choice < 0.95:
            terminal.resize(rng.randint(1, 120), rng.randint(1, 300))
            data = ""
        elif choice < 0.952:
            try:
                os.kill(terminal.pid, rng.choice(
                    [signal.SIGWINCH, signal.SIGCONT] + ([] if changes else [signal.SIGTSTP, signal.SIGSTOP])))
            except ProcessLookupError:
                pass
            data = ""
        elif choice < 0.954:
            data = "\x1a"
        else:
            data = "".join(rng.choice("abcdefgilmnorstuvwxyz ") for _ in range(rng.randint(1, 6)))
        data = data.encode() if isinstance(data, str) else data
        pressed += 1
        if not terminal.press(data):
            errors.append("it reads no keys")
            break
        if rng.random() < 0.3:
            terminal.drain(rng.choice([0, 0.001, 0.01]))
    # The end: a key, a signal, or the terminal goes.
    lost = False
    if not terminal.ended() and not errors:
        way = rng.random()
        if way < 0.5:
            for _ in range(60):
                if terminal.ended():
                    break
                terminal.press(b"\x03" if rng.random() < 0.5 else b"\x1b")
                terminal.drain(0.1)
                terminal.press(b"\x11\rq\x03")
                terminal.drain(0.1)
        elif way < 0.9:
            sent = rng.choice([signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT])
            try:
                # Ctrl-S stops the output of a program in between, and Ctrl-Q lets it go on.
                terminal.press(b"\x11")
                # To all of the job, as a terminal does; again, because a program in between may ignore it.
                for _ in range(40):
                    os.killpg(terminal.pid, sent)
                    terminal.drain(0.1)
                    if terminal.ended():
                        break
                    terminal.press(b"\x11\r")
            except ProcessLookupError:
                pass
        else:
            lost = True
            os.close(terminal.master)
    status = None
    end = time.monotonic() + 10
    while time.monotonic() < end:
        if not lost:
            terminal.drain(0.02)
        ready, _, _ = select.select([terminal.told], [], [], 0.02)
        if not ready:
            continue
        line = terminal.line()
        if line.startswith("end"):
            status = line.split()
            break
        if not line:
            break
        errors.append(line.strip())
    if status is None:
        errors.append("it does not end" + (" when the terminal is gone" if lost else f" ({sent})"))
    else:
        code, same, terminal.stops = int(status[1]), status[2] == "1", int(status[3])
        # At a question on the usual screen, and before a program in front has begun, Ctrl-C ends the program.
        expected = [sent] * bool(sent) + [signal.SIGHUP] * lost + [signal.SIGINT]
        if os.WIFSIGNALED(code) and os.WTERMSIG(code) not in expected:
            errors.append(f"ended by signal {os.WTERMSIG(code)}")
        if os.WIFEXITED(code) and os.WEXITSTATUS(code) not in (0, 1, 2, 130):
            errors.append(f"ended with {os.WEXITSTATUS(code)}")
        if not lost:
            if not same:
                errors.append("the terminal has another mode")
            screens = [m.start() for m in re.finditer(rb"\x1b\[\?1049h", terminal.log)]
            if screens and terminal.log.rfind(LEAVING) < screens[-1]:
                errors.append("the other screen is left")
            for name in (b"1000", b"1006", b"2004"):
                if terminal.log.rfind(b"\x1b[?" + name + b"h") > terminal.log.rfind(b"\x1b[?" + name + b"l"):
                    errors.append(f"the mode {name.decode()} is left")
            if terminal.log.rfind(b"\x1b[?25l") > terminal.log.rfind(b"\x1b[?25h"):
                errors.append("the cursor is left hidden")
    if errors and SHOWS:
        import pyte
        screen = pyte.Screen(terminal.columns, terminal.rows)
        pyte.ByteStream(screen).feed(terminal.log)
        print("\n".join(line.rstrip()[:100] for line in screen.display if line.strip()))
        subprocess.run(["ps", "--forest", "-o", "pid,stat,args", "-g", str(terminal.shell_pid)])
    if not lost:
        os.close(terminal.master)
    if status is None:
        os.killpg(terminal.pid, signal.SIGKILL)
    os.close(terminal.told)
    os.waitpid(terminal.shell_pid, 0)
    after = texts(vault)
    if changes:
        kept = set(after.values())
        for path, text in before.items():
            if path.startswith(".zib") or text in kept:
                continue
            blob = subprocess.run(["git", "hash-object", "--stdin"], input=text, capture_output=True, cwd=vault).stdout.strip()
            if subprocess.run(["git", "cat-file", "-e", blob], cwd=vault, capture_output=True).returncode:
                errors.append(f"the text of {path} is lost")
    else:
        errors += [f"{path} was changed: {difference(text, after.get(path))}"
                   for path, text in before.items() if after.get(path) != text]
    errors += [f"{path} was written" for path in others(folder) - beside]
    return errors, pressed, terminal.stops


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--keys", type=int, default=RUN_OF_KEYS * 20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--vault", default=SAMPLES)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--each", type=int, default=RUN_OF_KEYS)
    parser.add_argument("--screen", action="store_true", help="show the screen of what went wrong; needs pyte")
    arguments = parser.parse_args()
    template = tempfile.mkdtemp(prefix="keys-")
    prepare(arguments.vault, template)
    global SHOWS
    SHOWS = arguments.screen
    if not arguments.all:
        # Nothing may be asked for by chance: these keys are none that is pressed.
        keys = ", ".join(f"{action}=ctrl-alt-f{n}" for n, action in enumerate(CHANGING, 1))
        subprocess.run([ZIB, "config", "screen.keys", keys], cwd=template + "/vault", check=True, env=environment(template))
    seed, done, failed, stops = arguments.seed, 0, 0, 0
    start = time.monotonic()
    try:
        while done < arguments.keys:
            errors, pressed, stopped = play(seed, arguments.each, template, arguments.all)
            done, stops = done + pressed, stops + stopped
            for error in errors:
                print(f"seed {seed}: {error}", flush=True)
            failed += bool(errors)
            seed += 1
            if (seed - arguments.seed) % 50 == 0:
                print(f"… {done:,} keys, {seed - arguments.seed} runs, {failed} wrong", flush=True)
    finally:
        shutil.rmtree(template, ignore_errors=True)
    print(f"{done:,} keys in {seed - arguments.seed:,} runs with {stops} stops, "
          f"{time.monotonic() - start:.0f} s: {failed} went wrong")
    sys.exit(bool(failed))


main()
