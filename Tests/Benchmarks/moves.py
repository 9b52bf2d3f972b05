#!/usr/bin/env python3
"""Measures `zib mv` of a note with many backlinks beside the safe writing of the same notes, and prints it as Markdown.

    python3 Tests/Benchmarks/moves.py ZIB VAULT [--links 1000] [--rounds 5]

VAULT is copied, and a link to a new note is added to notes that are spread evenly over it. Each round moves that note
and writes the notes safely, in turns, each once the disk has all that was written before: all of them to temporary
files, which eight threads force to the disk and rename as `zib` does, then their folders. The times are medians; the
processor time beside them, of all threads, is what other work on the machine changes least. An unchanged search is
measured too, because each command looks at all notes first. Where there is strace, the calls that open a file or folder
are counted once.
"""
import argparse, os, re, resource, shutil, statistics, subprocess, sys, tempfile, threading, time


def run(command, folder, environment):
    """The time of a command and its processor time, in seconds."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    took, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return took, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def write_safely(files):
    """Writes files of bytes by path, each whole and on the disk; its time and processor time."""
    before, start = resource.getrusage(resource.RUSAGE_SELF), time.perf_counter()
    for path, text in files:
        descriptor = os.open(path + ".new", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
        os.write(descriptor, text)
        os.close(descriptor)

    def force(share):
        for path, _ in share:
            descriptor = os.open(path + ".new", os.O_RDONLY)
            os.fsync(descriptor)
            os.close(descriptor)
            os.rename(path + ".new", path)

    threads = [threading.Thread(target=force, args=(files[number::8],)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for folder in {os.path.dirname(path) for path, _ in files}:
        descriptor = os.open(folder, os.O_RDONLY)
        os.fsync(descriptor)
        os.close(descriptor)
    took, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF)
    return took, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def notes(folder):
    found = []
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [os.path.join(place, name) for name in names if name.endswith(".md")]
    return sorted(found)


def opened(zib, folder, environment):
    """The number of calls that open something in one move, or nil without strace."""
    if not shutil.which("strace"):
        return None
    with tempfile.NamedTemporaryFile() as log:
        subprocess.run(
            ["strace", "-f", "-c", "-e", "trace=openat,openat2", "-o", log.name, zib, "mv", "Hub of links", "Hub moved"],
            cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        lines = log.read().decode()
    run([zib, "undo"], folder, environment)
    return sum(int(line.split()[3]) for line in lines.splitlines() if re.search(r" openat2?$", line))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("zib")
    parser.add_argument("vault")
    parser.add_argument("--links", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    zib = os.path.abspath(options.zib)
    with tempfile.TemporaryDirectory() as top:
        folder = os.path.join(top, "vault")
        environment = dict(os.environ, XDG_CACHE_HOME=os.path.join(top, "cache"), GIT_CONFIG_GLOBAL="/dev/null",
                           GIT_AUTHOR_NAME="a", GIT_AUTHOR_EMAIL="a@b", GIT_COMMITTER_NAME="a",
                           GIT_COMMITTER_EMAIL="a@b")
        shutil.copytree(options.vault, folder, symlinks=True, ignore=shutil.ignore_patterns(".git", ".zib"))
        every = notes(folder)
        if len(every) < options.links:
            sys.exit(f"{options.vault} has {len(every)} notes, fewer than {options.links}")
        linking = [every[number * len(every) // options.links] for number in range(options.links)]
        for path in linking:
            with open(path, "ab") as note:
                note.write(b"\n\nSee [[Hub of links]].\n")
        with open(os.path.join(folder, "Hub of links.md"), "w") as hub:
            hub.write("# Hub of links\n")
        # Git would pack the objects of the first commit meanwhile.
        for command in (["git", "init", "-q"], ["git", "config", "gc.auto", "0"], [zib, "init", "-q"],
                        ["git", "add", "-A"], ["git", "commit", "-qm", "one"], [zib, "search", "hub"]):
            run(command, folder, environment)
        files = [(path, open(path, "rb").read()) for path in linking]
        os.sync()
        moves, writings, searches = [], [], []
        names = ["Hub of links", "Hub elsewhere"]
        for number in range(options.rounds * 2):
            searches.append(run([zib, "search", "-n", "1", "hub"], folder, environment))
            os.sync()
            moves.append(run([zib, "mv", names[number % 2], names[(number + 1) % 2]], folder, environment))
            if number % 2 == 1:
                # The notes have their first bytes again, so that they are written as they are.
                os.sync()
                writings.append(write_safely(files))
                # That is another program's edit, of which neither the index nor git's stamps know.
                run([zib, "search", "-n", "1", "hub"], folder, environment)
                run(["git", "status", "--short"], folder, environment)
        print(f"{len(every):,} notes, {options.links:,} of them with a link to the note that moves\n")
        print("| | median, ms | processor, ms |\n|---|---|---|")
        medians = {}
        for name, values in (("safe writing of these notes", writings), ("unchanged search", searches),
                             ("`zib mv`", moves)):
            medians[name] = [statistics.median(value[part] for value in values) * 1000 for part in (0, 1)]
            print(f"| {name} | {medians[name][0]:.0f} | {medians[name][1]:.0f} |")
        ratio = medians["`zib mv`"][0] / medians["safe writing of these notes"][0]
        print(f"\nThe move takes {ratio:.2f} times the safe writing.")
        if (count := opened(zib, folder, environment)) is not None:
            print(f"It opens files and folders {count:,} times.")


if __name__ == "__main__":
    main()
