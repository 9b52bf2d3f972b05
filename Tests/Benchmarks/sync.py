#!/usr/bin/env python3
"""Times `zib sync` against git's four commands on the same histories and prints the ratios as Markdown.

    swift build -c release --static-swift-stdlib
    python3 Tests/Benchmarks/sync.py FOLDER [RUNS [EDITS]]

FOLDER holds the notes (it is only read). EDITS is how many notes are edited at once on each side, 1,000 or
half of the notes; `ZIB_PROGRAM` names another `zib`. Both tools get a remote, a device and another device of their
own, with the same edits; the remotes are bare repositories by path, and after that by ssh on this machine, where
there is an `sshd` to start. Git's four commands are `git add -A`, `git commit`, `git pull --no-rebase` and `git push`. Rounds alternate, so that a machine
whose speed drifts treats both alike; figures are medians of whole processes, in milliseconds.
"""
import contextlib, getpass, os, random, shutil, socket, statistics, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
ZIB = os.environ.get("ZIB_PROGRAM", os.path.join(HERE, "..", "..", ".build", "release", "zib"))


def environment(home):
    """What both tools see: no settings but these."""
    values = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    values.update(HOME=home, XDG_CONFIG_HOME=os.path.join(home, "config"),
                  XDG_CACHE_HOME=os.path.join(home, "cache"), GIT_CONFIG_NOSYSTEM="1")
    with open(os.path.join(home, ".gitconfig"), "w") as file:
        file.write("[user]\n name = Ada\n email = ada@example.org\n"
                   "[init]\n defaultBranch = main\n[gc]\n auto = 0\n[maintenance]\n auto = false\n")
    return values


def is_long(path):
    """Whether an edit at the beginning and one at the end are far enough from each other for git."""
    if os.path.islink(path):
        return False
    with open(path, "rb") as file:
        text = file.read().replace(b"\r\n", b"\n")
    return text.find(b"\n\n") >= 0 and text.rstrip(b"\n")[text.find(b"\n\n") + 2:].count(b"\n") > 8


class Device:
    """A clone that one of the tools works in, and the other device that it meets."""

    def __init__(self, seed, folder, env, address=""):
        """address: what goes before the path of the remote"""
        self.env = env
        self.remote = os.path.join(folder, "remote.git")
        self.folder = os.path.join(folder, "vault")
        self.other = os.path.join(folder, "other")
        run(["git", "clone", "-q", "--bare", seed, self.remote], folder, env)
        run(["git", "clone", "-q", address + self.remote, self.folder], folder, env)
        run(["git", "clone", "-q", self.remote, self.other], folder, env)
        self.notes = sorted(
            os.path.relpath(os.path.join(place, name), self.folder)
            for place, _, names in os.walk(self.folder) for name in names
            if name.endswith(".md") and "/.git/" not in place
            and is_long(os.path.join(place, name)))

    def edit(self, clone, numbers, text, at_end):
        """Adds a line to notes, at the end or after the first paragraph; two such edits never overlap."""
        for number in numbers:
            path = os.path.join(clone, self.notes[number])
            with open(path, "rb") as file:
                old = file.read()
            line = f"{text} {number}.\n".encode()
            end = b"\r\n" if b"\r\n" in old else b"\n"
            line = line.replace(b"\n", end)
            first = old.find(end + end) + 2 * len(end) if end + end in old else 0
            new = old.rstrip(b"\r\n") + end + end + line if at_end else old[:first] + line + old[first:]
            with open(path, "wb") as file:
                file.write(new)

    def push_from_other(self, numbers, text):
        run(["git", "pull", "-q", "--no-rebase"], self.other, self.env)
        self.edit(self.other, numbers, text, at_end=False)
        run(["git", "commit", "-qam", text], self.other, self.env)
        run(["git", "push", "-q"], self.other, self.env)

    def check(self):
        """Everything was committed and pushed, or the time means nothing."""
        status = run(["git", "status", "--porcelain"], self.folder, self.env)
        if status:
            sys.exit(f"{self.folder}: not clean:\n{status[:500]}")
        heads = run(["git", "rev-parse", "HEAD", "@{upstream}"], self.folder, self.env).split()
        there = run(["git", "rev-parse", "main"], self.remote, self.env).split()
        if len(set(heads + there)) != 1:
            sys.exit(f"{self.folder}: not pushed: {heads} {there}")


def run(command, folder, env):
    result = subprocess.run(command, cwd=folder, env=env, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if result.returncode:
        sys.exit(f"{' '.join(command)} in {folder}: {result.returncode}\n{result.stdout}{result.stderr}")
    return result.stdout


def timed(commands, device):
    start = time.perf_counter()
    for command in commands:
        run(command, device.folder, device.env)
    return (time.perf_counter() - start) * 1000


GIT = [["git", "add", "-A"], ["git", "commit", "-qm", "edit"],
       ["git", "pull", "-q", "--no-rebase", "--no-edit"], ["git", "push", "-q"]]
SYNC = [[ZIB, "sync", "-q", "--no-input"]]


@contextlib.contextmanager
def ssh_server(top):
    """An ssh server of our own on this machine: the address before a path, and the variables for git."""
    folder = os.path.join(top, "ssh")
    os.makedirs(folder)
    for name in ("host", "key"):
        subprocess.check_call(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", os.path.join(folder, name)])
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with open(os.path.join(folder, "config"), "w") as file:
        file.write(f"Port {port}\nListenAddress 127.0.0.1\nHostKey {folder}/host\nPidFile {folder}/pid\n"
                   f"AuthorizedKeysFile {folder}/key.pub\nStrictModes no\nPermitRootLogin yes\nUsePAM no\n")
    if os.getuid() == 0:
        os.makedirs("/run/sshd", exist_ok=True)
    server = subprocess.Popen([shutil.which("sshd", path=os.environ["PATH"] + ":/usr/sbin"), "-D", "-e",
                               "-f", os.path.join(folder, "config")], stderr=subprocess.DEVNULL)
    try:
        for _ in range(100):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        command = (f"ssh -F /dev/null -i {folder}/key -o IdentitiesOnly=yes -o StrictHostKeyChecking=no "
                   f"-o UserKnownHostsFile={folder}/known -o LogLevel=ERROR")
        yield f"ssh://{getpass.getuser()}@127.0.0.1:{port}", {"GIT_SSH_COMMAND": command}
    finally:
        server.terminate()
        server.wait()


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    source, runs = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 7
    draw = random.Random(20261121)
    with tempfile.TemporaryDirectory() as top:
        env = environment(top)
        seed = os.path.join(top, "seed")
        shutil.copytree(source, seed, symlinks=True, ignore=shutil.ignore_patterns(".git", ".zib"))
        # The index of the search stays out of both histories.
        os.makedirs(os.path.join(seed, ".zib", "cache"))
        with open(os.path.join(seed, ".zib", "config.yml"), "w") as file:
            file.write("language: en\n")
        with open(os.path.join(seed, ".zib", ".gitignore"), "w") as file:
            file.write("cache/\n")
        run(["git", "init", "-q"], seed, env)
        run(["git", "add", "-A"], seed, env)
        run(["git", "commit", "-qm", "all notes"], seed, env)
        run(["git", "repack", "-adq"], seed, env)
        print("by path\n")
        compare(seed, os.path.join(top, "path"), env, "", runs, draw)
        if shutil.which("sshd", path=os.environ["PATH"] + ":/usr/sbin") and shutil.which("ssh-keygen"):
            print("\nby ssh on this machine\n")
            with ssh_server(top) as (address, variables):
                compare(seed, os.path.join(top, "by-ssh"), dict(env, **variables), address, runs, draw)


def compare(seed, top, env, address, runs, draw):
    for name in ("git", "zib"):
        os.makedirs(os.path.join(top, name))
    git, zib = (Device(seed, os.path.join(top, name), env, address) for name in ("git", "zib"))
    total = len(git.notes)
    if total < 2:
        sys.exit(f"{seed}: too few notes that are long enough to be edited on two sides")
    edits = min(int(sys.argv[3]) if len(sys.argv) > 3 else 1000, total // 2)
    common = edits // 10
    print(f"{total} notes, {runs} rounds\n")
    rows = {}

    def round_of(name, prepare):
        for device, commands, tool in ((git, GIT, "git"), (zib, SYNC, "zib")):
            prepare(device)
            rows.setdefault(name, {}).setdefault(tool, []).append(timed(commands, device))
            device.check()

    for number in range(runs):
        one = [draw.randrange(total)]
        round_of("one edit", lambda device: device.edit(device.folder, one, f"One {number}", True))
    for number in range(runs):
        numbers = draw.sample(range(total), 2 * edits - common)
        here, there = numbers[:edits], numbers[edits - common:]

        def both(device):
            device.push_from_other(there, f"There {number}")
            device.edit(device.folder, here, f"Here {number}", True)

        round_of(f"{edits} edits on each side, {common} notes in common", both)
    # The first builds the index, which is no check.
    timed([[ZIB, "index", "-q"]], zib)
    idle = {"sync": [], "check": [], "fetch": []}
    for _ in range(runs):
        idle["sync"].append(timed(SYNC, zib))
        idle["check"].append(timed([[ZIB, "index", "-q"]], zib))
        idle["fetch"].append(timed([["git", "fetch", "-q"]], zib))
    print("| | git's four commands | zib sync | ratio |\n|---|---|---|---|")
    for name, times in rows.items():
        ours, theirs = (statistics.median(times[tool]) for tool in ("zib", "git"))
        print(f"| {name} | {theirs:.0f} ms | {ours:.0f} ms | {ours / theirs:.2f} |")
    sync, check, fetch = (statistics.median(idle[name]) for name in ("sync", "check", "fetch"))
    print("\n| nothing to do | |\n|---|---|")
    print(f"| zib sync | {sync:.0f} ms |\n| the freshness check (zib index) | {check:.0f} ms |")
    print(f"| the network (git fetch) | {fetch:.0f} ms |")
    print(f"| ratio of the first to the sum of the others | {sync / (check + fetch):.2f} |")
    print(f"| to the longer of the others | {sync / max(check, fetch):.2f} |")


main()
