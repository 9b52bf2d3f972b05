#!/usr/bin/env python3
"""Times the start of `zib` beside a C program without libraries, and prints what the loader loads for it.

    swift build -c release --static-swift-stdlib --product zib
    python3 Tests/Benchmarks/start.py [RUNS]

Rounds alternate; figures are medians of whole processes. `ZIB_PROGRAM` names another `zib`, to be compared with.
"""
import os, statistics, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
OWN = os.path.join(HERE, "..", "..", ".build", "release", "zib")
PROGRAMS = [OWN] + [os.environ[name] for name in ("ZIB_PROGRAM",) if name in os.environ]


def milliseconds(command):
    start = time.perf_counter()
    subprocess.check_call(command, stdout=subprocess.DEVNULL)
    return (time.perf_counter() - start) * 1000


def main():
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    with tempfile.TemporaryDirectory() as top:
        bare = os.path.join(top, "bare")
        subprocess.run(["cc", "-O2", "-x", "c", "-o", bare, "-"], check=True, text=True,
                       input="#include <stdio.h>\nint main(void) { puts(\"1\"); return 0; }\n")
        commands = {"a C program": [bare]}
        for program in PROGRAMS:
            name = os.path.relpath(program)
            commands[f"{name} --version"] = [program, "--version"]
        times = {name: [] for name in commands}
        for _ in range(runs):
            for name, command in commands.items():
                times[name].append(milliseconds(command))
        print("| start to exit | ms |\n|---|---|")
        for name, values in times.items():
            print(f"| {name} | {statistics.median(values):.1f} |")
    for program in PROGRAMS:
        print(f"\n{os.path.relpath(program)} loads:")
        for line in subprocess.check_output(["ldd", program], text=True).splitlines():
            print("   ", line.split(" (")[0].strip())


main()
