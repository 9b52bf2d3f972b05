#!/usr/bin/env python3
"""Times whole commands of `zib` beside a bare look at every file, and prints time and memory as Markdown.

    swift build -c release --static-swift-stdlib
    python3 Tests/Benchmarks/commands.py FOLDER [--rounds 5] [--commits 6000] [--answers 1000000]

FOLDER holds the notes (it is copied). The commands that ask all notes take turns with `walk.c`, which opens every
folder and looks at every file with two threads. After that come, in vaults that are made up from a seed, a search
of deleted notes in a history of COMMITS, and counting and taking back in a log of ANSWERS on 100,000 cards. Figures
are medians of whole processes, start to exit; the memory is the most that any run had, pages of mapped files
included. `ZIB_PROGRAM` names another `zib`.
"""
import argparse, json, os, random, shutil, statistics, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
ZIB = os.environ.get("ZIB_PROGRAM", os.path.join(HERE, "..", "..", ".build", "release", "zib"))
COMMANDS = [["search", "warm"], ["search", "is:orphan"], ["search", "link:readme"], ["stats"], ["properties"],
            ["list", "--json"], ["check"], ["tags"], ["list"], ["broken"]]


class Runner:
    """Runs commands in a folder, and keeps what each took."""

    def __init__(self, folder, environment):
        self.folder, self.environment = folder, environment
        self.times, self.memory = {}, {}

    def run(self, name, command):
        start = time.perf_counter()
        process = subprocess.Popen(command, cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        took = time.perf_counter() - start
        # 1 says that nothing was found, and higher ones that a check has findings.
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode < 0 or process.returncode in (2, 3):
            sys.exit(f"{name} ended with {process.returncode}")
        self.times.setdefault(name, []).append(took)
        self.memory[name] = max(self.memory.get(name, 0), usage.ru_maxrss)

    def row(self, name, beside=None):
        middle = statistics.median(self.times[name]) * 1000
        more = "" if beside is None else f"{middle - statistics.median(self.times[beside]) * 1000:+.0f}"
        print(f"| {name} | {middle:.0f} | {more} | {self.memory[name] / 1024:.0f} |", flush=True)


def heading(title):
    print(f"\n| {title} | ms | more than the walk | peak MB |\n|---|---|---|---|")


def time_commands(folder, top, environment, rounds):
    vault, walk = os.path.join(top, "vault"), os.path.join(top, "walk")
    shutil.copytree(folder, vault, symlinks=True, ignore=shutil.ignore_patterns(".git", ".zib"))
    subprocess.check_call(["cc", "-O2", "-pthread", "-o", walk, os.path.join(HERE, "walk.c")])
    runner = Runner(vault, environment)
    for command in COMMANDS:
        runner.run("the first time", [ZIB, *command])
    time.sleep(0.2)
    for _ in range(rounds):
        runner.run("a bare walk in C", [walk, vault])
        for command in COMMANDS:
            runner.run("zib " + " ".join(command), [ZIB, *command])
    heading("unchanged")
    runner.row("a bare walk in C")
    for command in COMMANDS:
        runner.row("zib " + " ".join(command), "a bare walk in C")


def make_history(folder, environment, commits):
    """A vault with a history in which notes come, change and go."""
    os.makedirs(folder)
    draw = random.Random(11)
    subprocess.run([ZIB, "init"], cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    words = [f"word{number}" for number in range(2000)]
    stream, alive = [], []
    for number in range(commits):
        stream.append(f"commit refs/heads/main\ncommitter Ada <ada@example.org> {1_600_000_000 + number * 600} +0000\n"
                      f"data 4\nnote\n")
        roll = draw.random()
        if roll < 0.2 and len(alive) > 10:
            stream.append(f"D {alive.pop(draw.randrange(len(alive)))}\n")
        else:
            if roll < 0.6 or not alive:
                alive.append(f"note {number}.md")
            text = f"# Note\n\n{' '.join(draw.choices(words, k=60))}\n"
            name = alive[-1] if roll < 0.6 else draw.choice(alive)
            stream.append(f'M 100644 inline "{name}"\ndata {len(text)}\n{text}\n')
    git = ["git", "-C", folder]
    subprocess.run([*git, "fast-import", "--quiet", "--force"], input="".join(stream), text=True, check=True,
                   env=environment)
    subprocess.run([*git, "reset", "--quiet", "--hard", "main"], check=True, env=environment)


def time_history(top, environment, commits, rounds):
    folder = os.path.join(top, "history")
    make_history(folder, environment, commits)
    runner = Runner(folder, environment)
    runner.run(f"zib search --deleted word7, the first time on {commits} commits", [ZIB, "search", "--deleted", "word7"])
    for _ in range(rounds):
        runner.run("the same again", [ZIB, "search", "--deleted", "word7"])
    heading("history")
    for name in runner.times:
        runner.row(name)


def make_answers(folder, environment, answers):
    """A vault of 100,000 cards with a log of answers."""
    os.makedirs(os.path.join(folder, "cards"))
    for number in range(1000):
        with open(os.path.join(folder, "cards", f"{number}.md"), "w") as file:
            file.write(f"# Cards {number}\n")
            for card in range(100):
                file.write(f"\nQ: What is {number} and {card}?\nA: {number * card} of {number}\n")
    subprocess.run([ZIB, "init"], cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    listed = subprocess.run([ZIB, "review", "cards", "--json"], cwd=folder, env=environment, check=True,
                            stdout=subprocess.PIPE).stdout
    cards = [card["card"] for card in json.loads(listed)["cards"]]
    draw = random.Random(12)
    subprocess.run([ZIB, "review", "answer", cards[0], "good"], cwd=folder, env=environment, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    reviews = os.path.join(folder, ".zib", "reviews")
    device = os.path.join(reviews, next(name for name in os.listdir(reviews) if not name.startswith(".")))
    start, end = 1_577_880_000_000, int(time.time() * 1000) - 86_400_000
    step = (end - start) / answers
    files = {}
    for number in range(answers):
        at = int(start + number * step)
        line = f"{draw.getrandbits(64):016x}\t{at}\t0\t{draw.choice(cards)}\treview\t{draw.choice('1333334')}\t900\n"
        files.setdefault(time.gmtime(at / 1000).tm_year, []).append(line)
    for year, lines in files.items():
        path = os.path.join(device, f"{year}.log")
        kept = open(path).read() if os.path.exists(path) else ""
        with open(path, "w") as file:
            file.write("".join(lines) + kept)
    return cards


def time_answers(top, environment, answers, rounds):
    folder = os.path.join(top, "answers")
    cards = make_answers(folder, environment, answers)
    runner = Runner(folder, environment)
    runner.run(f"zib review due, the first time with {answers} answers", [ZIB, "review", "due"])
    for number in range(rounds):
        runner.run("zib review due", [ZIB, "review", "due"])
        runner.run("zib review answer", [ZIB, "review", "answer", cards[number + 1], "good"])
        runner.run("zib review undo", [ZIB, "review", "undo"])
    heading("reviews")
    for name in runner.times:
        runner.row(name)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--commits", type=int, default=6000)
    parser.add_argument("--answers", type=int, default=1_000_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as top:
        home = os.path.join(top, "home")
        os.makedirs(home)
        environment = dict(os.environ, HOME=home, XDG_CACHE_HOME=os.path.join(home, "cache"), LC_ALL="C.UTF-8")
        with open(os.path.join(home, ".gitconfig"), "w") as file:
            file.write("[user]\n name = Ada\n email = ada@example.org\n[init]\n defaultBranch = main\n")
        time_commands(os.path.realpath(options.folder), top, environment, options.rounds)
        time_history(top, environment, options.commits, options.rounds)
        time_answers(top, environment, options.answers, options.rounds)


main()
