#!/usr/bin/env python3
"""Runs zib and its peers on the same notes in the same run and prints the ratios as Markdown.

    swift build -c release --static-swift-stdlib
    apt-get install gcc ripgrep && pip install tantivy
    python3 Tests/Benchmarks/compare.py FOLDER [RUNS]

FOLDER holds the notes (it is only read). Peers: tantivy (PyPI), SQLite FTS5 (Python's own SQLite),
ripgrep, and `walk.c`, the bare look at every file. Rounds alternate, A B C A B C, so that a machine
whose speed drifts treats all alike; figures are medians.
"""
import collections, os, random, re, shutil, sqlite3, statistics, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
RELEASE = os.path.join(HERE, "..", "..", ".build", "release")
ZIB, BENCH = os.path.join(RELEASE, "zib"), os.path.join(RELEASE, "zib-bench")
KINDS = ["rare", "common", "and2", "and3", "phrase", "prefix", "or3"]


def notes(folder):
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if name.endswith(".md"):
                yield os.path.join(place, name)


def texts(folder):
    return [(path, open(path, "rb").read().decode("utf-8", "replace")) for path in notes(folder)]


def make_queries(documents, path, seed=20261121, each=100):
    """Seeded queries of seven kinds, of words as they stand in the notes."""
    draw = random.Random(seed)
    words = [sorted(set(re.findall(r"[a-z]{3,20}", text.lower()))) for _, text in documents]
    count = collections.Counter(word for document in words for word in document)
    total = len(documents)
    rare = sorted(w for w in count if 2 <= count[w] <= max(5, total // 10_000) and len(w) > 4)
    common = sorted(w for w in count if total * 0.03 <= count[w] <= total * 0.5)
    middle = sorted(w for w in count if count[w] >= max(5, total // 1000))
    rows = []

    def pick(number):
        while True:
            document = [w for w in draw.choice(words) if count[w] >= 5]
            if len(document) >= 6:
                return draw.sample(document, number)

    def phrase():
        while True:
            runs = re.findall(r"[a-z]{2,20}(?: [a-z]{2,20})+", draw.choice(documents)[1].lower())
            runs = [run.split(" ") for run in runs]
            if runs:
                run = draw.choice(runs)
                length = min(len(run), draw.choice([2, 2, 3, 3, 4]))
                start = draw.randrange(len(run) - length + 1)
                if any(len(word) > 3 for word in run[start:start + length]):
                    return run[start:start + length]

    for _ in range(each):
        rows += [("rare", [draw.choice(rare)]), ("common", [draw.choice(common)]),
                 ("and2", pick(2)), ("and3", pick(3)), ("phrase", phrase()),
                 ("prefix", [draw.choice(middle)[:draw.choice([3, 4, 5])]]),
                 ("or3", draw.sample(middle, 3))]
    with open(path, "w") as file:
        file.write("id\tkind\tterms\n")
        for number, (kind, terms) in enumerate(rows):
            file.write(f"{number}\t{kind}\t{' '.join(terms)}\n")
    return rows


def tantivy_schema():
    import tantivy
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("path", stored=True, tokenizer_name="raw", index_option="basic")
    builder.add_text_field("body", stored=False, tokenizer_name="default", index_option="position")
    return builder.build()


def tantivy_build(documents, folder):
    """Seconds to index texts that are in memory already, with two threads."""
    import tantivy
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    index = tantivy.Index(tantivy_schema(), path=folder)
    start = time.perf_counter()
    writer = index.writer(heap_size=256_000_000, num_threads=2)
    for path, text in documents:
        document = tantivy.Document()
        document.add_text("path", path)
        document.add_text("body", text)
        writer.add_document(document)
    writer.commit()
    return time.perf_counter() - start


def fts5_build(folder, path):
    """Seconds to read the files into an FTS5 table with its own copy of the texts."""
    if os.path.exists(path):
        os.unlink(path)
    start = time.perf_counter()
    database = sqlite3.connect(path)
    database.execute("pragma synchronous=normal")
    database.execute("create virtual table notes using fts5(path, body, tokenize='porter unicode61')")
    database.executemany("insert into notes values (?, ?)", texts(folder))
    database.commit()
    database.close()
    return time.perf_counter() - start


def run(command, environment=None):
    """Seconds that a process takes, and what it prints."""
    with tempfile.TemporaryFile() as output:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.DEVNULL, env=environment)
        process.wait()
        seconds = time.perf_counter() - start
        output.seek(0)
        return seconds, output.read().decode("utf-8", "replace")


def percentile(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * part))]


def compare_building(folder, scratch, environment, runs):
    documents = texts(folder)
    size = sum(os.path.getsize(path) for path, _ in documents)
    figures = collections.defaultdict(list)
    for _ in range(runs):
        figures["tantivy"].append(tantivy_build(documents, scratch + "/tantivy"))
        figures["fts5"].append(fts5_build(folder, scratch + "/fts5.db"))
        words = run([BENCH, "build", folder], environment)[1].split()
        told = dict(zip(words[::2], words[1::2]))
        figures["zib"].append(float(told["build"]))
        figures["memory"].append(int(told["peak"]) / 1024)
        figures["bytes"].append(int(told["bytes"]))
    middle = {name: statistics.median(values) for name, values in figures.items()}
    ratios = [a / b for a, b in zip(figures["zib"], figures["tantivy"])]
    print(f"\n{len(documents)} notes, {size / 1e6:.1f} MB, medians of {runs} rounds\n")
    print("| building | seconds | zib against it |\n|---|---|---|")
    print(f"| zib, from files, Markdown parsed | {middle['zib']:.2f} | |")
    print(f"| tantivy, 2 threads, texts in memory | {middle['tantivy']:.2f} | {statistics.median(ratios):.2f} x its time |")
    print(f"| SQLite FTS5, from files | {middle['fts5']:.2f} | {middle['fts5'] / middle['zib']:.1f} times faster |")
    print(f"\nPeak memory {max(figures['memory']):.0f} MB; index {middle['bytes'] / size:.3f} of the text.")
    return documents


def compare_queries(folder, scratch, environment, queries):
    import tantivy
    index = tantivy.Index.open(scratch + "/tantivy")
    searcher = index.searcher()
    peer, ours = collections.defaultdict(list), collections.defaultdict(list)

    def parsed(kind, terms):
        if kind == "prefix":
            return tantivy.Query.regex_query(index.schema, "body", terms[0] + ".*")
        text = '"' + " ".join(terms) + '"' if kind == "phrase" else (" OR " if kind == "or3" else " AND ").join(terms)
        return index.parse_query(text, ["body"])

    for kind, terms in queries:
        best = 1e9
        for _ in range(5):
            start = time.perf_counter()
            found = searcher.search(parsed(kind, terms), 20, count=False)
            for _, address in found.hits:
                searcher.doc(address)
            best = min(best, time.perf_counter() - start)
        peer[kind].append(best * 1e6)
    for line in run([BENCH, "queries", folder, scratch + "/queries.tsv"], environment)[1].splitlines():
        fields = line.split("\t")
        ours[fields[0]].append(float(fields[1]))
    print("\n| best 20 in the process, microseconds | zib p50 | p99 | tantivy p50 | p99 |\n|---|---|---|---|---|")
    for kind in KINDS:
        cells = [percentile(side[kind], part) for side in (ours, peer) for part in (0.5, 0.99)]
        print(f"| {kind} | " + " | ".join(f"{cell:.1f}" for cell in cells) + " |")


def compare_commands(folder, scratch, environment, queries, runs):
    walk = scratch + "/walk"
    subprocess.check_call(["cc", "-O2", "-pthread", "-o", walk, os.path.join(HERE, "walk.c")])
    figures = collections.defaultdict(list)
    words = [terms for kind, terms in queries if kind in ("rare", "common")][:10 * runs]
    run([ZIB, "-C", folder, "search", "warm"], environment)
    for terms in words:
        figures["walk"].append(run([walk, folder])[0])
        figures["zib"].append(run([ZIB, "-C", folder, "search", *terms], environment)[0])
        figures["rg"].append(run(["rg", "-i", "-w", "-l", *terms, folder])[0])
    middle = {name: statistics.median(values) * 1e3 for name, values in figures.items()}
    print("\n| whole command | ms | |\n|---|---|---|")
    print(f"| zib search | {middle['zib']:.1f} | |")
    print(f"| bare walk in C, 2 threads | {middle['walk']:.1f} | zib: {middle['zib'] / middle['walk']:.2f} x, limit 1.2 x + 6 ms = {1.2 * middle['walk'] + 6:.1f} |")
    print(f"| rg -l | {middle['rg']:.1f} | zib is {middle['rg'] / middle['zib']:.1f} times faster |")


def compare_edits(folder, scratch, environment, runs):
    copy = scratch + "/copy"
    shutil.copytree(folder, copy, symlinks=True)
    paths = list(notes(copy))
    run([ZIB, "-C", copy, "search", "warm"], environment)
    time.sleep(0.1)
    draw = random.Random(7)
    still, edited = [], []
    for number in range(5 * runs):
        still.append(run([ZIB, "-C", copy, "search", "warm"], environment)[0])
        with open(draw.choice(paths), "a") as file:
            file.write(f"\nbenchmarkword{number}\n")
        time.sleep(0.05)
        seconds, output = run([ZIB, "-C", copy, "search", f"benchmarkword{number}"], environment)
        assert f"benchmarkword{number}" in output, "the edit was not found"
        edited.append(seconds)
        time.sleep(0.1)
    print(f"\nOne note changed, then searched: {statistics.median(edited) * 1e3:.1f} ms, "
          f"unchanged {statistics.median(still) * 1e3:.1f} ms.")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    folder, runs = os.path.realpath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 3
    with tempfile.TemporaryDirectory() as scratch:
        environment = dict(os.environ, XDG_CACHE_HOME=scratch + "/cache")
        os.makedirs(scratch + "/cache")
        documents = compare_building(folder, scratch, environment, runs)
        queries = make_queries(documents, scratch + "/queries.tsv")
        compare_queries(folder, scratch, environment, queries)
        compare_commands(folder, scratch, environment, queries, runs)
        compare_edits(folder, scratch, environment, runs)


main()
