#!/usr/bin/env python3
"""Kills `zib` at every system call that changes something, and counts what would be lost.

    swift build
    ZIB_PROGRAM=.build/debug/zib python3 Tests/Benchmarks/kills.py [OPERATION…] [--every N] [--jobs N] [--keep FOLDER]

Needs strace and git. OPERATION is one of `sync`, `first-sync`, `commit`, `undo`, `resolve`, `clone`; all by default.
Two devices have a remote in common. The other device has pushed 18 edits, new notes, renames, deletions and an edit
that overlaps with one here. An undisturbed run shows the calls that change something. Then each is tried anew: the
folders are put back, and the process that makes the call is killed right before it. What is run next is once plain
git, that is `git add -A && git commit` and then `zib sync` on both devices, and once `zib sync` alone. It is an error

  - where the commit of plain git takes back an edit that had come, or holds a temporary file of `zib`;
  - where a sync after it does not end well, or the devices do not come to one tree;
  - where an edit of any device is in no note of the end, or a note that was deleted or moved is back;
  - where files of `zib` or lock files are left.

For each operation a line says how many places there are and what came out; each error is told with its place.
"""
import argparse, collections, concurrent.futures, os, re, shutil, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ZIB = os.path.abspath(
    os.environ.get("ZIB_PROGRAM", os.path.join(HERE, "..", "..", ".build", "debug", "zib")))
CALLS = ("openat,write,pwrite64,fsync,fdatasync,rename,renameat,renameat2,link,linkat,unlink,"
         "unlinkat,mkdir,mkdirat,rmdir,symlink,symlinkat,chmod,fchmod,fchmodat,ftruncate,flock")

NOTES = r"""
for n in $(seq 18); do printf 'one %s\n\ntwo\n\nthree\n' $n > "Note $n.md"; done
for n in 1 2 3; do printf 'moves %s\n' $n > "Move $n.md"; printf 'goes %s\n' $n > "Gone $n.md"; done
mkdir -p Deep/Er; printf 'in\n' > Deep/Er/In.md; printf 'both\n' > Both.md; printf 'case\n' > Case.md
mkdir -p Swap; printf 'inside\n' > Swap/In.md
"""
# Words that end in x are edits; each has to be found at the end.
THEIRS = r"""
for n in $(seq 18); do sed -i "s/^one/one theirs${n}x/" "Note $n.md"; done
for n in 1 2 3 4; do printf 'new%sx\n' $n > "New $n.md"; done
mkdir -p Moved; for n in 1 2 3; do git mv "Move $n.md" "Moved/Move $n.md"; git rm -q "Gone $n.md"; done
printf 'both theirsbothx\n' > Both.md; mkdir -p Fresh/Er; printf 'freshx\n' > Fresh/Er/In.md
git mv Case.md case.tmp && git mv case.tmp case.md; git rm -rq Swap; printf 'swapx\n' > Swap
"""
OURS = r"""
printf 'both oursbothx\n' > Both.md; printf 'four oursx\n' >> "Note 1.md"; printf 'oursnewx\n' > Ours.md
"""
THEIR_WORDS = [f"theirs{n}x" for n in range(1, 19)] + [f"new{n}x" for n in range(1, 5)]
THEIR_WORDS += ["theirsbothx", "freshx", "swapx"]
OUR_WORDS = ["oursbothx", "oursx", "oursnewx"]


class World:
    """The remote, the device `a` and the device `b` that is killed, as they are before the operation."""

    def __init__(self, folder):
        self.folder = folder
        self.env = {k: v for k, v in os.environ.items() if not k.startswith(("GIT_", "ZIB_"))}
        self.env.update(
            HOME=folder, XDG_CONFIG_HOME=f"{folder}/.config", XDG_CACHE_HOME=f"{folder}/.cache", TMPDIR=folder,
            TZ="UTC", LC_ALL="C.UTF-8", GIT_CONFIG_NOSYSTEM="1", GIT_TEMPLATE_DIR="", GIT_AUTHOR_NAME="A", GIT_AUTHOR_EMAIL="a@b",
            GIT_COMMITTER_NAME="A", GIT_COMMITTER_EMAIL="a@b", NO_COLOR="1",
            PATH=os.path.dirname(ZIB) + ":" + os.environ["PATH"])
        self.run("git init -q --bare -b main remote.git && git init -q -b main a", check=True)
        self.run("mkdir .zib && echo 'language: en' > .zib/config.yml" + NOTES, "a", check=True)
        self.run("zib sync -q && zib remote add -q ../remote.git && zib sync -q && cd .. && zib clone -q remote.git b",
                 "a", check=True)

    def run(self, script, place="", check=False):
        done = subprocess.run(
            ["sh", "-c", script], cwd=os.path.join(self.folder, place), env=self.env,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        text = done.stdout.decode(errors="replace")
        if check and done.returncode not in (0, 1):
            sys.exit(f"{script}\nends with {done.returncode}: {text}")
        return done.returncode, text.strip()

    def save(self):
        self.run("rm -rf save && mkdir save && for d in a b remote.git; do [ -e $d ] && cp -a $d save/; done; true")

    def restore(self):
        self.run("rm -rf a b remote.git && cp -a save/. .")

    def words(self, place):
        """The edits that stand in the notes of a folder."""
        return set(re.findall(r"\b\w+x\b", self.run(
            "find . -path ./.git -prune -o -path ./.zib/cache -prune -o -name '.zib-*' -prune -o -type f -exec cat {} +", place)[1]))

    def words_of_head(self, place):
        return set(re.findall(r"\b\w+x\b", self.run(
            "git ls-tree -r HEAD 2>/dev/null | awk '{print $3}' | git cat-file --batch", place)[1]))


class Operation:
    """What is killed: the command, and how the devices come to where it begins."""

    def __init__(self, name, command, before, words, undisturbed=(0, 1)):
        self.name, self.command, self.before = name, command, before
        self.words, self.undisturbed = words, undisturbed
        self.place = "" if name == "clone" else "b"


def push_theirs(world):
    world.run(THEIRS + "\nzib sync -q; sleep 1.1", "a", check=True)


def sync(world):
    push_theirs(world)
    world.run(OURS, "b", check=True)


def first_sync(world):
    push_theirs(world)
    world.run("rm -rf b && git init -q -b main b && cd b && mkdir .zib && git remote add origin ../remote.git", check=True)


def commit(world):
    world.run(OURS + "\nfor n in 2 3 4; do rm \"Note $n.md\"; done; git add 'Both.md'; "
              "git mv 'Note 5.md' 'Note five.md'", "b", check=True)


def undo(world):
    sync(world)
    world.run("zib sync -q; printf 'laterx\\n' > Later.md", "b", check=True)


def resolve(world):
    sync(world)
    world.run("zib sync -q; zib sync -q", "b", check=True)


def clone(world):
    push_theirs(world)
    world.run("rm -rf b", check=True)


ALL = {
    "sync": Operation("sync", "zib sync -q", sync, THEIR_WORDS + OUR_WORDS),
    "first-sync": Operation("first-sync", "zib sync -q", first_sync, THEIR_WORDS),
    "commit": Operation("commit", "zib commit -q", commit, OUR_WORDS),
    "undo": Operation("undo", "zib undo -q", undo, ["laterx"]),
    "resolve": Operation("resolve", "zib resolve Both --keep both -q", resolve, THEIR_WORDS + OUR_WORDS),
    "clone": Operation("clone", "zib clone -q remote.git b", clone, THEIR_WORDS),
}


Call = collections.namedtuple("Call", "is_main name number line")


def calls_of(world, operation):
    """The places of an undisturbed run: which call, which one of its kind in its thread, and of the main thread or not."""
    trace = f"strace -f -qq -o {world.folder}/calls -e trace={CALLS},execve -e signal=none"
    status, text = world.run(f"{trace} {operation.command}", operation.place)
    if status not in operation.undisturbed:
        sys.exit(f"{operation.name} ends with {status}: {text}")
    counts, found, seen, main = {}, [], set(), None
    with open(f"{world.folder}/calls", errors="replace") as file:
        for line in file:
            match = re.match(r"(\d+) +(\w+)\((.*)", line)
            if not match:
                continue
            thread, call, rest = match.groups()
            main = main or thread
            if call == "execve":
                continue
            number = counts[thread, call] = counts.get((thread, call), 0) + 1
            if " = -1 " in rest:
                continue
            if call == "openat" and not re.search(r"O_CREAT|O_TRUNC|O_TMPFILE", rest):
                continue
            if call == "write" and rest.startswith(("1,", "2,")):
                continue
            if call == "flock" and "LOCK_UN" in rest:
                continue
            if call in ("openat", "unlink", "unlinkat", "write") and ("/dev/" in rest):
                continue
            is_main = thread == main
            key = (is_main, call, number)
            if key not in seen:
                seen.add(key)
                found.append(Call(is_main, call, number, line.strip()[:150]))
    return found


def left_over(world, place):
    return world.run(
        # Those of the cache, which git ignores, go when they are a minute old.
        "find . -path ./.zib/cache -prune -o -name '.zib-*' ! -empty -print; find .git -name '*.lock' -o -path '.git/zib/journal' "
        "-o -name 'pack_git2_*' -mmin +60", place)[1]


def check(world, operation, expected, how):
    """What is wrong after a kill; nothing for a kill that did no harm."""
    errors = []
    git_dir = os.path.isdir(f"{world.folder}/b/.git")
    if operation.name == "clone" and not git_dir:
        again, text = world.run("zib clone -q remote.git b")
        if again != 0 and "stopped half-way" not in text:
            errors.append(f"clone again: {text}")
        if again != 0:
            world.run("rm -rf b; zib clone -q remote.git b", check=True)
    if how == "git":
        head, folder = world.words_of_head("b"), world.words("b")
        # Git's own advice for the lock of a process that has died.
        status, text = world.run(
            "find .git -name '*.lock' -delete; git add -A && git commit -qm innocent; true", "b")
        new_head, new_folder = world.words_of_head("b"), world.words("b")
        if operation.name not in ("undo",):
            for what, lost in (("HEAD", head - new_head), ("the folder", folder - new_folder)):
                if lost:
                    errors.append(f"the commit takes from {what}: {sorted(lost)}")
            if folder - new_head:
                errors.append(f"not committed: {sorted(folder - new_head)}: {text}")
        hidden = world.run("git ls-tree -r --name-only HEAD 2>/dev/null | grep -E '(^|/)\\.zib-'", "b")[1]
        if hidden:
            errors.append(f"committed: {hidden}")
    for device in ("b", "a", "b", "a"):
        status, text = world.run("zib sync --no-input", device)
        if status > 1 or "in step" not in text:
            errors.append(f"sync of {device} ends with {status}: {text}")
    trees = [world.run("git rev-parse HEAD^{tree}", device)[1] for device in ("a", "b")]
    if trees[0] != trees[1]:
        errors.append("the devices have not the same")
    if expected and trees[1] not in expected:
        files = world.run(f"git diff --stat=200 {expected[0]} {trees[1]} || true", "b")[1]
        errors.append(f"another tree: {files}")
    missing = set(operation.words) - world.words("b")
    if missing:
        errors.append(f"missing: {sorted(missing)}")
    status = world.run("git status --porcelain", "b")[1]
    if status:
        errors.append(f"status: {status}")
    left = left_over(world, "b")
    if left:
        errors.append(f"left: {left}")
    fsck = world.run("git fsck --no-dangling --no-progress", "b")[1]
    if fsck:
        errors.append(f"fsck: {fsck}")
    return errors


def play(operation, options):
    """Kills an operation at each place; each job has folders of its own."""
    with tempfile.TemporaryDirectory(prefix="zib-kills-") as folder:
        world = World(folder)
        operation.before(world)
        world.save()
        calls = calls_of(world, operation)
        expected = [tree_in_the_end(world)]
        if operation.name in ("undo", "resolve"):
            # Killed before it decided anything, the operation did not happen.
            world.restore()
            expected.append(tree_in_the_end(world))
    # What git does for itself is tried at each fifth place.
    own = [call for call in calls if call.is_main or ".zib-" in call.line]
    calls = own[::options.every] + [call for call in calls if call not in own][::5 * options.every]

    def job(number):
        killed, wrong = 0, 0
        with tempfile.TemporaryDirectory(prefix="zib-kills-", ignore_cleanup_errors=True) as folder:
            world = World(folder)
            operation.before(world)
            world.save()
            for call in calls[number::options.jobs]:
                for how in ("git", "zib"):
                    was_killed, errors = kill(world, operation, call, expected, how)
                    killed += was_killed
                    wrong += bool(errors)
                    if errors:
                        tell(world, operation, call, how, errors, options)
        return killed, wrong

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(job, range(options.jobs)))
    killed, wrong = (sum(result[n] for result in results) for n in (0, 1))
    print(f"{operation.name}: {len(calls)} places ({sum(call.is_main for call in calls)} of zib's main thread), "
          f"{killed} of {2 * len(calls)} runs were ended by the signal, {wrong} went wrong", flush=True)
    return wrong


def tree_in_the_end(world):
    for device in ("b", "a", "b"):
        world.run("zib sync --no-input", device)
    return world.run("git rev-parse HEAD^{tree}", "b")[1]


def kill(world, operation, call, expected, how):
    world.restore()
    follow = "" if call.is_main else "-f"
    status, _ = world.run(
        f"strace {follow} -qq -o {world.folder}/last -e trace={call.name} -e signal=none "
        f"-e inject={call.name}:signal=KILL:when={call.number} {operation.command}", operation.place)
    return status == 137, check(world, operation, expected, how)


def tell(world, operation, call, how, errors, options):
    where = "zib" if call.is_main else "a thread of zib or git"
    lines = [f"{operation.name}, {where} at {call.name} {call.number} ({call.line}), then {how}:"]
    lines += ["    " + error.replace("\n", "\n        ") for error in errors]
    print("\n".join(lines), flush=True)
    if options.keep:
        target = os.path.join(options.keep, f"{operation.name}-{call.name}-{call.number}-{how}")
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(world.folder, target, symlinks=True, ignore=shutil.ignore_patterns("save"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("operations", nargs="*", metavar="OPERATION")
    parser.add_argument("--every", type=int, default=1, help="only each N-th place")
    parser.add_argument("--jobs", type=int, default=3, help="so many at the same time")
    parser.add_argument("--keep", help="keeps the folders of what went wrong")
    options = parser.parse_args()
    wrong = 0
    for name in options.operations or ALL:
        wrong += play(ALL[name], options)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
