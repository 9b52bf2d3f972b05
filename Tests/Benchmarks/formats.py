#!/usr/bin/env python3
"""Times the git formats that `Sources/Git` reads and writes by hand against libgit2 and prints Markdown.

    swift build -c release --product zib-bench
    python3 Tests/Benchmarks/formats.py FOLDER [ROUNDS]

The files of FOLDER (which is only read) are committed once by git in a repository of its own. Each round calls both programs one
after the other; the figures are medians of the rounds, in milliseconds, in the process, the opening of the
repository included.
"""
import os, shutil, statistics, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
OURS = os.path.join(HERE, "..", "..", ".build", "release", "zib-bench")
WORK = {"read": "read the staging index", "write": "change one entry of it",
        "objects": "write and flush 1,000 blobs of 2 kB"}


def milliseconds(command):
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout) * 1000


def main():
    source = os.path.abspath(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 9
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        theirs = os.path.join(folder, "formats")
        subprocess.run(["cc", "-O2", os.path.join(HERE, "formats.c"), "-lgit2", "-o", theirs], check=True)
        repository, empty = os.path.join(folder, "notes"), os.path.join(folder, "objects")
        shutil.copytree(source, repository, symlinks=True, ignore=shutil.ignore_patterns(".git"))
        for path in repository, empty:
            subprocess.run(["git", "init", "-q", path], check=True)
        subprocess.run(["git", "add", "-A"], cwd=repository, check=True, capture_output=True)
        subprocess.run(["git", "-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "-qm", "Notes"],
                       cwd=repository, check=True, capture_output=True)
        count = len(subprocess.run(["git", "ls-files"], cwd=repository, capture_output=True).stdout.splitlines())
        print(f"{count:,} entries, {rounds} rounds\n")
        print("| | libgit2 | zib | ratio |\n|---|---|---|---|")
        for name, words in WORK.items():
            where = empty if name == "objects" else repository
            more = ["1000"] if name == "objects" else []
            figures = [(milliseconds([theirs, name, where, *more, "1"]),
                        milliseconds([OURS, "formats", name, where, "1"])) for _ in range(rounds)]
            left, right = (statistics.median(side) for side in zip(*figures))
            print(f"| {words} | {left:.1f} ms | {right:.1f} ms | {left / right:.1f} |")


main()
