#!/usr/bin/env python3
"""Compares what every link of a vault leads to with the rules, said once more and another way.

    python3 Tests/Benchmarks/links.py ZIB VAULT…  [--most N]

The rules are those that Obsidian 1.13.7 was observed to follow: (1) the exact path from the vault's folder,
(2) the linking note's own folder, (3) the shortest path that ends so; case does not matter, names compare in NFC,
targets that are not Markdown need their extension, destinations of Markdown are percent-decoded. Wikilinks may be a
title or alias besides. Each is tried on all files, without an index. Prints how many links agree, and the first N that
do not. A VAULT that is not there is skipped, and named.
"""
import argparse, collections, html, json, os, posixpath, re, subprocess, sys, tempfile, unicodedata, urllib.parse


def fold(text):
    return unicodedata.normalize("NFC", text).upper().lower()


def units(path):
    return len(path.encode("utf-16-le")) // 2


class Rules:
    """The files of a vault, and what a target means among them."""

    def __init__(self, files, names):
        self.files = sorted(files)
        self.ending = collections.defaultdict(list)
        for path in self.files:
            parts = path.split("/")
            for start in range(len(parts)):
                self.ending[fold("/".join(parts[start:]))].append(path)
        self.called = collections.defaultdict(set)
        for path, titles in names.items():
            for title in titles:
                self.called[" ".join(fold(title).split())].add(path)

    def spelled(self, target):
        """The names that a target may stand for: of a note without its extension, and as it is."""
        notes = [target + ".md", target + ".markdown"]
        return [notes, [target]] if "." not in target.split("/")[-1] else [[target] + notes]

    def among(self, name, isWanted):
        found = [path for path in self.ending.get(fold(name), []) if isWanted(path)]
        if not found:
            return None
        least = min(map(units, found))
        shortest = sorted(path for path in found if units(path) == least)
        same = [path for path in shortest if path == name or path.endswith("/" + name)]
        return (same or shortest)[0]

    def at(self, path):
        return self.among(path, lambda found: found.count("/") == path.count("/"))

    def resolve(self, target, path, isWiki):
        if not target:
            return path
        folder = posixpath.dirname(path)

        def walked(start, steps):
            parts = start.split("/") if start else []
            for step in steps.split("/"):
                if step == "..":
                    if not parts:
                        return None
                    parts.pop()
                elif step not in ("", "."):
                    parts.append(step)
            return "/".join(parts)

        if target.startswith(("./", "../")):
            whole = walked(folder, target)
            for names in self.spelled(whole or "") if whole is not None else []:
                for name in names:
                    if found := self.at(name):
                        return found
            return None
        bare = target[1:] if target.startswith("/") else target
        steps = "./" in bare
        root = walked("", bare) if steps else bare
        near = (walked(folder, bare) if steps else folder + "/" + bare) if folder else None
        for level in range(len(self.spelled(bare))):
            for whole in (root, near):
                for name in self.spelled(whole)[level] if whole else []:
                    if found := self.at(name):
                        return found
            for name in self.spelled(root)[level] if root else []:
                if found := self.among(name, lambda _: True):
                    return found
        if not isWiki:
            return None
        named = self.called.get(" ".join(fold(target).split()), set())
        order = sorted(named, key=lambda other: (posixpath.dirname(other) != folder, units(other), other))
        return order[0] if order else None


def destination(written):
    """A destination of Markdown as a path."""
    plain = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", html.unescape(written) if "&" in written else written)
    try:
        return urllib.parse.unquote(plain, errors="strict")
    except UnicodeDecodeError:
        return plain


def wikilink(text, isTextFirst):
    """The target of a wikilink as it is written."""
    inner = text.lstrip("!")[2:-2]
    bar = re.search(r"\\?\|", inner)
    if isTextFirst and bar:
        inner = inner[bar.end():]
    elif bar:
        inner = inner[: bar.start()]
    inner = inner.strip(" \t")
    if isTextFirst:
        inner = re.sub(r"^dendron://[^/]*/", "", inner)
    return inner.split("#")[0].strip(" \t")


def check(zib, vault, most):
    def run(*arguments, paths=None):
        command = [zib, "-C", vault, *arguments]
        return subprocess.run(command + (paths or []), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout

    files = [os.fsdecode(path) for path in run("search", "-0", "-n", "0", "file:*").split(b"\0") if path]
    notes = {note["path"]: note for note in json.loads(run("list", "--json"))["notes"]}
    names = {}
    for path, note in notes.items():
        if re.search(r"\.conflict-|conflicted copy|sync-conflict", path):
            continue
        aliases = note["properties"].get("aliases") or note["properties"].get("alias") or []
        aliases = [part.strip() for part in aliases.split(",")] if isinstance(aliases, str) else aliases
        titles = [note["title"]] if note["title"] != os.path.splitext(os.path.basename(path))[0] else []
        names[path] = titles + [str(alias) for alias in aliases if alias]
    rules = Rules(set(files) | set(notes), names)
    isTextFirst = os.path.exists(os.path.join(vault, "dendron.yml"))
    linking = [os.fsdecode(path) for path in run("list", "-0", "has:link").split(b"\0") if path]
    agreed, rest = collections.Counter(), []
    for start in range(0, len(linking), 400):
        batch = linking[start : start + 400]
        written = {}
        for note in json.loads(run("show", "--json", "--", paths=batch))["notes"]:
            for link in note["links"]:
                written[note["path"], link["line"], link["column"]] = link
        for note in json.loads(run("links", "--json", "--", paths=batch))["notes"]:
            for link in note["links"]:
                if link["external"]:
                    continue
                facts = written.get((note["path"], link["line"], link["column"]))
                isWiki = bool(re.match(r"!?\[\[", link["text"])) and link["text"].endswith("]]")
                if facts and facts["kind"] != "wiki":
                    target, isWiki = destination(facts["target"]), False
                elif isWiki:
                    target = wikilink(link["text"], isTextFirst)
                else:
                    agreed["unread"] += 1
                    continue
                expected = rules.resolve(target, note["path"], isWiki)
                if expected == link["target"]:
                    agreed["broken" if expected is None else "resolved"] += 1
                else:
                    rest.append((note["path"], link["line"], link["text"], target, link["target"], expected))
    print(f"{vault}: {len(rules.files)} files, {len(linking)} notes with links; "
          f"{agreed['resolved']} links resolved alike, {agreed['broken']} broken alike, "
          f"{len(rest)} not alike, {agreed['unread']} not read")
    for path, line, text, target, got, expected in rest[:most]:
        print(f"  {path}:{line}: {text} ({target!r}) leads to {got!r}, by the rules to {expected!r}")
    return sum(agreed.values()), len(rest)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("zib")
    parser.add_argument("vaults", nargs="+")
    parser.add_argument("--most", type=int, default=20)
    options = parser.parse_args()
    total = wrong = 0
    for vault in options.vaults:
        if not os.path.isdir(vault):
            print(f"{vault}: SKIPPED, it is not here")
            continue
        counts = check(os.path.abspath(options.zib), vault, options.most)
        total, wrong = total + sum(counts), wrong + counts[1]
    print(f"{total} links, {wrong} not alike")
    sys.exit(1 if wrong else 0)


main()
