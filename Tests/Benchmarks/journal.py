#!/usr/bin/env python3
"""Times adding an entry to a journal of many with zib and with jrnl, and prints the table as Markdown.

    swift build -c release --static-swift-stdlib
    pip install jrnl
    python3 Tests/Benchmarks/journal.py [ENTRIES] [RUNS]

Both get the same seeded entries, a few a day: zib as a vault of days under git, jrnl as its default, one
file. Rounds alternate, so that a machine whose speed drifts treats both alike; figures are medians of
the whole process, from start to exit, with what was written forced to the disk (zib) or not (jrnl).
`ls` of an empty folder is there to tell what starting a process costs.
"""
import datetime, os, random, shutil, statistics, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
ZIB = os.environ.get("ZIB", os.path.join(HERE, "..", "..", ".build", "release", "zib"))
JRNL = os.environ.get("JRNL") or shutil.which("jrnl")
WORDS = "heron shed soil quince letter margin worm rain bread train window glass stone river".split()


def entries(count, seed=20261121):
    """Days backwards from 2026-11-20, one to five entries each, in the order of time."""
    draw = random.Random(seed)
    day, made = datetime.date(2026, 11, 20), 0
    while made < count:
        times = sorted(draw.sample(range(24 * 60), draw.randint(1, 5)))[: count - made]
        made += len(times)
        yield day, [
            (f"{t // 60:02}:{t % 60:02}", draw.choice("😀🙂😐😢"), draw.choice(WORDS).capitalize(),
             " ".join(draw.choices(WORDS, k=draw.randint(10, 80))) + ".")
            for t in times
        ]
        day -= datetime.timedelta(days=1)


def make_vault(folder, days):
    subprocess.run([ZIB, "-C", folder, "init", "-q"], check=True)
    for day, texts in days:
        path = os.path.join(folder, f"Journal/{day:%Y/%Y-%m-%d}.md")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(f"# {day:%A, %-d %B %Y}\n")
            for clock, mood, title, text in texts:
                file.write(f"\n## {clock} {mood} {title}\n{text}\n")


def make_jrnl(folder, days):
    with open(os.path.join(folder, "journal.txt"), "w") as file:
        for day, texts in reversed(days):
            for clock, _, title, text in texts:
                file.write(f"[{day} {clock}] {title}\n{text}\n\n")
    config = os.path.join(folder, "config", "jrnl")
    os.makedirs(config)
    with open(os.path.join(config, "jrnl.yaml"), "w") as file:
        file.write(
            "colors:\n  body: none\n  date: none\n  tags: none\n  title: none\n"
            "default_hour: 9\ndefault_minute: 0\neditor: ''\nencrypt: false\nhighlight: true\n"
            "indent_character: '|'\n"
            f"journals:\n  default:\n    journal: {folder}/journal.txt\n"
            "linewrap: 79\ntagsymbols: '#@'\ntemplate: false\ntimeformat: '%Y-%m-%d %H:%M'\n"
            "version: v4.2\n")
    return {**os.environ, "XDG_CONFIG_HOME": os.path.join(folder, "config"), "HOME": folder}


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 15
    folder = tempfile.mkdtemp(prefix="zib-journal-")
    days = list(entries(count))
    vault, other, empty = (os.path.join(folder, name) for name in ("vault", "jrnl", "empty"))
    for path in (vault, other, empty):
        os.mkdir(path)
    make_vault(vault, days)
    null = subprocess.DEVNULL
    commands = {
        "`ls` of nothing": (["ls", empty], None),
        "`zib log`, today": ([ZIB, "-C", vault, "log", "A heron on the shed."], None),
        "`zib log --at`, a day long past":
            ([ZIB, "-C", vault, "log", "--at", f"{days[-10][0]} 12:00", "A heron."], None),
        "`zib log --prompt`": ([ZIB, "-C", vault, "log", "--prompt", "Because."], None),
        "`zib journal`, the latest": ([ZIB, "-C", vault, "journal"], None),
        "`zib journal WORD`": ([ZIB, "-C", vault, "journal", "quince"], None),
        "`zib journal --stats`": ([ZIB, "-C", vault, "journal", "--stats"], None),
    }
    if JRNL:
        environment = make_jrnl(other, days)
        commands["`jrnl`, now"] = ([JRNL, "A heron on the shed."], environment)
        commands["`jrnl -n 1`, the latest"] = ([JRNL, "-n", "1"], environment)
    subprocess.run([ZIB, "-C", vault, "search", "-c", "heron"], stdout=null)
    times = {name: [] for name in commands}
    for run in range(runs + 1):
        for name, (command, environment) in commands.items():
            start = time.perf_counter()
            done = subprocess.run(command, env=environment, stdin=null, stdout=null, stderr=null)
            took = time.perf_counter() - start
            if done.returncode != 0:
                sys.exit(f"{name} ended with code {done.returncode}")
            if run:
                times[name].append(took)
    print(f"{count} entries of {len(days)} days, {runs} rounds, milliseconds\n")
    print("| | median | fastest | slowest |\n|---|---|---|---|")
    for name, all in times.items():
        print(f"| {name} | {statistics.median(all) * 1000:.1f} | {min(all) * 1000:.1f} "
              f"| {max(all) * 1000:.1f} |")
    shutil.rmtree(folder)


main()
