#!/usr/bin/env python3
"""Builds the first index of a folder and of several copies of it, and prints time, memory and size as Markdown.

    swift build -c release --static-swift-stdlib --product zib-bench
    python3 Tests/Benchmarks/scale.py FOLDER [COPIES...]

FOLDER holds the notes (it is only read); COPIES are how many copies of it are indexed at once, 1 and 5 if none are
named. Beside the time from start to end stands the processor time of all threads, which other work on the machine does
not change much. The memory is the most that the process had at any moment, pages of mapped files included.
`ZIB_BENCH` names another `zib-bench`.
"""
import os, resource, shutil, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
BENCH = os.environ.get("ZIB_BENCH", os.path.join(HERE, "..", "..", ".build", "release", "zib-bench"))


def text_size(folder):
    return sum(os.path.getsize(os.path.join(place, name))
               for place, _, names in os.walk(folder) for name in names if name.endswith(".md"))


def build(folder, environment):
    """What zib-bench says, and the processor time that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    words = subprocess.check_output([BENCH, "build", folder], env=environment, text=True).split()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    told = dict(zip(words[::2], words[1::2]))
    told["processor"] = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return told


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    source = os.path.abspath(sys.argv[1])
    copies = [int(count) for count in sys.argv[2:]] or [1, 5]
    with tempfile.TemporaryDirectory() as top:
        folder = os.path.join(top, "notes")
        environment = dict(os.environ, XDG_CACHE_HOME=os.path.join(top, "cache"))
        os.makedirs(environment["XDG_CACHE_HOME"])
        print("| notes | text, MB | seconds | processor | peak MB | size of the text | segments |\n"
              "|---|---|---|---|---|---|---|")
        made = 0
        for count in sorted(copies):
            while made < count:
                shutil.copytree(source, os.path.join(folder, f"copy {made}"), symlinks=True,
                                ignore=shutil.ignore_patterns(".git", ".zib"))
                made += 1
            size = text_size(folder)
            told = build(folder, environment)
            print(f"| {told['notes']} | {size / 1e6:.0f} | {float(told['build']):.1f} | {told['processor']:.1f} "
                  f"| {int(told['peak']) / 1024:.0f} | {int(told['bytes']) / size:.3f} | {told['segments']} |", flush=True)


main()
