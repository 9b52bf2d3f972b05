#!/usr/bin/env python3
"""Compares the blocks, headings, links and code that zib reads with those of another CommonMark parser.

    swift build && pip install markdown-it-py
    python3 Tests/Benchmarks/commonmark.py FOLDER [--most N]

Every note of FOLDER is read by both. Prints how many notes agree, and for each of the first N that do not the
place where they part. Front matter is left out: it is zib's own. Definitions of footnotes, which CommonMark
does not know, are text to both.
"""
import argparse, html, os, re, subprocess, sys, tempfile, urllib.parse
from markdown_it import MarkdownIt

HERE = os.path.dirname(os.path.abspath(__file__))
BENCH = os.path.join(HERE, "..", "..", ".build", "debug", "zib-bench")
PARSER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


def squeeze(text):
    return re.sub(r"[\s\x00\ufffd]", "", text).replace("x[^", "[^")


def fields(text):
    """The fields of a text, as `Structure.swift` names them."""
    found, is_heading = [], False
    for token in PARSER.parse(text):
        kind = token.type
        if kind == "inline":
            inline(token, found, is_heading)
        elif kind in ("blockquote_open", "bullet_list_open", "ordered_list_open", "list_item_open", "table_open"):
            found.append({"blo": "quote", "bul": "list", "ord": "list", "lis": "item", "tab": "table"}[kind[:3]])
        elif kind in ("blockquote_close", "bullet_list_close", "ordered_list_close", "list_item_close", "table_close"):
            found.append({"blo": "/quote", "bul": "/list", "ord": "/list", "lis": "/item", "tab": "/table"}[kind[:3]])
        elif kind == "heading_open":
            found.append("h" + token.tag[1])
            is_heading = True
        elif kind == "heading_close":
            is_heading = False
        elif kind in ("fence", "code_block"):
            found.append("code " + squeeze(token.content))
        elif kind == "html_block":
            found.append("html")
        elif kind == "hr":
            found.append("rule")
    return found


def inline(token, found, is_heading):
    if not is_heading:
        found.append("p")

    def walk(children):
        for child in children:
            if child.type == "link_open":
                found.append("link " + destination(child.attrGet("href")))
            elif child.type == "image":
                found.append("image " + destination(child.attrGet("src")))
                walk(child.children or [])
            elif child.type == "code_inline":
                found.append("`" + squeeze(child.content))
    walk(token.children or [])


def destination(text):
    # Each parser encodes in its own way.
    text = html.unescape(text or "")
    return squeeze(urllib.parse.unquote(text)).replace("\\", "")


def normal(field):
    if field.startswith(("link ", "image ")):
        kind, _, rest = field.partition(" ")
        return kind + " " + destination(rest)
    # In a table a bar is written `\\|`, and replacement characters are those of this comparison.
    return squeeze(field.replace("\\|", "|")) if field[0] == "`" else field.replace("\ufffd", "")


def compact(found):
    """Without differences of form: empty paragraphs and cells, and where one block of HTML ends and the next begins."""
    result = []
    for field in map(normal, found):
        if result and result[-1] == "p" and (field in ("p", "rule", "html") or field[0] == "/"):
            result.pop()
        if not (field == "html" and result and result[-1] == "html"):
            result.append(field)
    return result


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("folder")
    options.add_argument("--most", type=int, default=20)
    options = options.parse_args()
    paths = [
        os.path.join(place, name)
        for place, _, names in os.walk(options.folder) for name in names if name.endswith(".md")]
    with tempfile.NamedTemporaryFile("w", suffix=".list") as listing:
        listing.write("\n".join(sorted(paths)))
        listing.flush()
        run = subprocess.Popen([BENCH, "structure", listing.name], stdout=subprocess.PIPE)
        same = different = 0
        for line in run.stdout:
            path, start, *ours = line.decode("utf-8", "replace").rstrip("\n").split("\x1f")
            source = open(path, "rb").read()[int(start):].decode("utf-8", "replace")
            source = re.sub(r"(?m)^([ \t>]*)(?=\[\^[^\s\[\]]+\]:)", r"\1x", source)
            ours, theirs = compact(ours), compact(fields(source))
            if ours == theirs:
                same += 1
                continue
            different += 1
            if different <= options.most:
                at = next((i for i, (a, b) in enumerate(zip(ours, theirs)) if a != b), min(len(ours), len(theirs)))
                print(path)
                for name, list in (("zib  ", ours), ("other", theirs)):
                    print("   ", name, at, [field[:60] for field in list[max(0, at - 2):at + 3]])
    print(f"{same} notes agree, {different} do not")
    return run.wait()


if __name__ == "__main__":
    sys.exit(main())
