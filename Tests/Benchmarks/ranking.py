#!/usr/bin/env python3
"""Measures how well searches rank, and whether the places of hits show what was searched for.

  ranking.py ZIB VAULT [QUERIES]

Queries are made of the vault itself, always the same ones: two words of a title, and two words of a
heading. The answer looked for is the note that they come from, and the figure the mean reciprocal
rank among the first 50. Where tantivy is installed (`pip install tantivy`), it answers the same
queries over the same notes: all words wanted, in the title or the text, the title with each of
several boosts; without stemming and with. Its best figure and the one of each boost are printed.

Places are tried with four words in a row of a paragraph's text: the share of hits whose line has all
four. Only notes are read, and nothing is written but the index.
"""

import os
import random
import re
import subprocess
import sys

WORD = re.compile(r"[^\W\d_]{3,}")
OPERATORS = {"AND", "OR", "NOT", "NEAR"}


def zib(program, vault, *arguments):
    done = subprocess.run(
        [os.path.abspath(program), *arguments], capture_output=True, text=True, errors="replace",
        cwd=vault)
    return done.stdout.splitlines()


def two_words(text, chance):
    words = sorted({word.lower() for word in WORD.findall(text)} - {"the", "and", "for", "with"})
    return chance.sample(words, 2) if len(words) > 1 else None


def blocks(path):
    """The headings and the plain paragraphs of a note, fences and front matter left out."""
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    text = re.sub(r"\A---\n.*?\n(---|\.\.\.)\n", "", text, flags=re.S)
    text = re.sub(r"^(```|~~~).*?^\1", "", text, flags=re.S | re.M)
    headings, paragraphs = [], []
    for block in re.split(r"\n[ \t]*\n", text):
        if re.match(r"#{2,6} ", block):
            headings.append(block.splitlines()[0].lstrip("#").strip())
        elif re.match(r"[^\W\d_]", block) and "|" not in block and "<" not in block:
            paragraphs.append(block)
    return headings, paragraphs


def rendered(paragraph):
    """A paragraph's text without links and emphasis."""
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", paragraph)
    return re.sub(r"[*_`]", "", text)


def mean_reciprocal_rank(queries, search):
    total = 0.0
    for path, words in queries:
        found = search(words)
        if path in found:
            total += 1 / (1 + found.index(path))
    return total / max(1, len(queries))


def searches_of_tantivy(vault, notes):
    """A search of tantivy for each tokenizer and boost of the title; none where it is not there."""
    try:
        import tantivy
    except ImportError:
        print("  tantivy: skipped, it is not installed")
        return
    for tokenizer in ("default", "en_stem"):
        builder = tantivy.SchemaBuilder()
        builder.add_text_field("path", stored=True, tokenizer_name="raw", index_option="basic")
        for field in ("title", "body"):
            builder.add_text_field(field, stored=False, tokenizer_name=tokenizer)
        index = tantivy.Index(builder.build())
        writer = index.writer(heap_size=64_000_000, num_threads=1)
        for path, title in notes:
            with open(os.path.join(vault, path), encoding="utf-8", errors="replace") as file:
                writer.add_document(tantivy.Document(path=path, title=title, body=file.read()))
        writer.commit()
        index.reload()
        searcher = index.searcher()
        for boost in (1, 2, 4, 8, 16):
            def search(words):
                query = index.parse_query(
                    " AND ".join(words), ["title", "body"], field_boosts={"title": boost})
                hits = searcher.search(query, 50).hits
                return [searcher.doc(address)["path"][0] for _, address in hits]
            yield f"{tokenizer} title^{boost}", search


def main():
    program, vault = sys.argv[1:3]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 200
    chance = random.Random(1)
    notes = [line.split("\t", 1) for line in zib(
        program, vault, "list", "--format", "{path}\t{title}") if "\t" in line]
    notes.sort()
    chance.shuffle(notes)
    titles, headings, phrases = [], [], []
    for path, title in notes:
        words = two_words(title, chance)
        if words and len(titles) < count:
            titles.append((path, words))
        own, paragraphs = blocks(os.path.join(vault, path))
        words = two_words(chance.choice(own), chance) if own else None
        if words and len(headings) < count:
            headings.append((path, words))
        if paragraphs and len(phrases) < count:
            row = re.findall(r"\w+(?:['’-]\w+)*", rendered(chance.choice(paragraphs)))
            if len(row) > 4 and not OPERATORS & set(row):
                start = chance.randrange(len(row) - 4)
                phrases.append((path, row[start:start + 4]))
    def search(words):
        return zib(program, vault, "search", "-l", "-n", "50", " ".join(words))

    print(f"{os.path.basename(vault.rstrip('/'))}: "
          f"titles {mean_reciprocal_rank(titles, search):.3f} of {len(titles)}, "
          f"headings {mean_reciprocal_rank(headings, search):.3f} of {len(headings)}")
    peers = [(mean_reciprocal_rank(titles, search), mean_reciprocal_rank(headings, search), name)
             for name, search in searches_of_tantivy(vault, sorted(notes))]
    if peers:
        print(f"  tantivy: titles {max(peers)[0]:.3f} ({max(peers)[2]}), "
              f"headings {max(peer[1] for peer in peers):.3f} at best")
        for on_titles, on_headings, name in peers:
            print(f"    {name}: {on_titles:.3f}, {on_headings:.3f}")
    hits = missing = wrong = 0
    for path, row in phrases:
        lines = zib(program, vault, "search", "-n", "50", '"' + " ".join(row) + '"')
        own = [line for line in lines if line.startswith(path + ":")]
        missing += not own
        for line in lines:
            hits += 1
            shown = re.sub(r"\W+", " ", line.split(": ", 1)[-1]).lower()
            if re.sub(r"\W+", " ", " ".join(row)).lower() not in shown:
                wrong += 1
                if "-v" in sys.argv:
                    print("   ", row, line[:200])
    print(f"  places: {hits} hits of {len(phrases)} phrases, {wrong} whose line does not show it, "
          f"{missing} phrases not found in their note")


if __name__ == "__main__":
    main()
