#!/usr/bin/env python3
"""Fits FSRS-6 to a log with zib and with fsrs-rs in the same run and prints both as Markdown.

    swift build -c release --product zib-bench
    pip install fsrs-rs-python==0.9.3
    python3 Tests/Benchmarks/optimizer.py LOG.csv [SEEDS]

LOG.csv has a heading and lines `card,rating,time,…`; times are ISO 8601. Both learn from the same items:
each answer that came on a later day than the card's last one, days beginning at four o'clock UTC, with the
answers before it, in order of time. All weights are judged by the same code, that of zib (`zib-bench
evaluate`): the plain mean of the log loss over all items. The peer's own figure weighs new items more; that
the two mean the same is checked on the standard weights. Fits alternate, and their seconds are measured
in the process, without the start of programs, reading and, for the peer, making its objects.
"""
import csv, datetime, math, os, statistics, subprocess, sys, tempfile, time

import fsrs_rs_python as peer

HERE = os.path.dirname(os.path.abspath(__file__))
BENCH = os.environ.get("ZIB_BENCH") or os.path.join(HERE, "..", "..", ".build", "release", "zib-bench")
ROLL_OVER = datetime.timedelta(hours=4)


def read_items(path):
    """The histories of the items, as pairs of rating and days, in order of time."""
    cards = {}
    with open(path, newline="") as file:
        for row in list(csv.reader(file))[1:]:
            moment = datetime.datetime.fromisoformat(row[2]).astimezone(datetime.timezone.utc)
            cards.setdefault(row[0], []).append((moment, int(row[1])))
    items = []
    for answers in cards.values():
        answers.sort(key=lambda answer: answer[0])
        history, last = [], None
        for moment, rating in answers:
            day = (moment - ROLL_OVER).date()
            days = max(0, (day - last).days) if last else 0
            history.append((rating, days))
            if days:
                items.append((moment, list(history)))
            last = day
    items.sort(key=lambda item: item[0])
    return [history for _, history in items]


def bench(*arguments):
    result = subprocess.run([BENCH, *arguments], capture_output=True, text=True, check=True)
    return [line.split(" ") for line in result.stdout.splitlines()]


def evaluate(log, weights):
    """The mean log loss of each list of weights, and the count of items, as zib has it."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("".join(",".join(map(repr, line)) + "\n" for line in weights))
        file.flush()
        rows = bench("evaluate", log, file.name)
    return [float(row[1]) for row in rows], int(rows[0][3])


def plain_loss(items, weights):
    """The mean log loss as the peer predicts it, without its weights for age."""
    model = peer.FSRS(list(weights))
    decay = -weights[20]
    factor = 0.9 ** (1 / decay) - 1
    total = 0.0
    for history in items:
        before = peer.FSRSItem([peer.FSRSReview(*review) for review in history[:-1]])
        recall = (1 + factor * history[-1][1] / model.memory_state(before).stability) ** decay
        total -= math.log(recall if history[-1][0] > 1 else 1 - recall)
    return total / len(items)


def main():
    log = sys.argv[1]
    seeds = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    histories = read_items(log)
    items = [peer.FSRSItem([peer.FSRSReview(*review) for review in history]) for history in histories]

    standard = list(peer.DEFAULT_PARAMETERS)
    (ours,), count = evaluate(log, [standard])
    theirs = plain_loss(histories, standard)
    if count != len(items) or abs(ours - theirs) > 1e-4:
        sys.exit(f"not the same items or loss: {count} {ours}, {len(items)} {theirs}")

    losses = {"zib": [], "fsrs-rs": []}
    seconds = {"zib": [], "fsrs-rs": []}
    fitted = []
    for seed in range(seeds):
        row, = bench("optimize", log, "1", str(seed))
        seconds["zib"].append(float(row[2]))
        losses["zib"].append(float(row[3]))
        config = peer.TrainingConfig(seed=seed)
        start = time.perf_counter()
        weights = peer.FSRS([]).compute_parameters(items, training_config=config)
        seconds["fsrs-rs"].append(time.perf_counter() - start)
        fitted.append(list(weights))
    losses["fsrs-rs"], _ = evaluate(log, fitted)

    print(f"{count} items, {seeds} seeds; standard weights: log loss {ours:.5f}\n")
    print("| | log loss, mean ± standard error | seconds, median | least |")
    print("|---|---|---|---|")
    for name in losses:
        mean = statistics.mean(losses[name])
        error = statistics.stdev(losses[name]) / math.sqrt(seeds)
        print(f"| {name} | {mean:.5f} ± {error:.5f} | {statistics.median(seconds[name]):.4f} "
              f"| {min(seconds[name]):.4f} |")
    ratio = statistics.median(seconds["fsrs-rs"]) / statistics.median(seconds["zib"])
    bound = statistics.mean(losses["fsrs-rs"]) + 2 * statistics.stdev(losses["fsrs-rs"]) / math.sqrt(seeds)
    is_good = statistics.mean(losses["zib"]) <= bound
    print(f"\nzib is {ratio:.1f} times as fast; its loss is {'no' if is_good else 'WORSE'} "
          f"{'worse than' if is_good else 'than'} the peer's mean and two standard errors ({bound:.5f}).")
    sys.exit(0 if is_good and ratio >= 1 else 1)


if __name__ == "__main__":
    main()
