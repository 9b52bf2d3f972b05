"""Imports packages into the real Anki (PyPI `anki`) and says what it made of them, a line a fact.

    python3 anki_check.py FOLDER PACKAGE...

Each package goes into a fresh collection in FOLDER, twice. `A.apkg,B.apkg` puts B into the collection
that A has made. A line begins with the package's name;
one about a card goes on with its note's guid and its number. Texts are JSON.
"""

import json
import os
import sys

from anki.collection import (
    Collection,
    ImportAnkiPackageOptions,
    ImportAnkiPackageRequest,
)


def imported(collection, path):
    options = ImportAnkiPackageOptions(with_scheduling=True, with_deck_configs=True)
    log = collection.import_anki_package(
        ImportAnkiPackageRequest(package_path=path, options=options)
    ).log
    return {
        "new": len(log.new),
        "updated": len(log.updated),
        "duplicate": len(log.duplicate),
        "conflicting": len(log.conflicting),
        "other": len(log.first_field_match)
        + len(log.missing_notetype)
        + len(log.missing_deck)
        + len(log.empty_first_field),
    }


def facts(**values):
    return " ".join(f"{key}={value}" for key, value in values.items())


def tell_card(collection, package, card_id):
    """What Anki makes of a card: its schedule and its two sides."""
    card = collection.get_card(card_id)
    note = card.note()
    output = card.render_output(browser=True)
    memory = card.memory_state
    name = f"{package} {note.guid}/{card.ord}"
    print(name, "deck", json.dumps(collection.decks.name(card.did), ensure_ascii=False))
    print(name, "tags", json.dumps(note.tags, ensure_ascii=False))
    print(name, "fields", json.dumps(note.fields, ensure_ascii=False))
    print(name, "front", json.dumps(output.question_text, ensure_ascii=False))
    print(name, "back", json.dumps(output.answer_text, ensure_ascii=False))
    print(name, "sounds", len(output.question_av_tags) + len(output.answer_av_tags))
    # Days are counted from the collection's first, whichever that is: they are told from today.
    is_by_day = card.queue in (2, 3) or card.type == 2
    print(
        name,
        "schedule",
        facts(
            type=card.type,
            queue=card.queue,
            due=card.due - collection.sched.today if is_by_day else card.due,
            ivl=card.ivl,
            reps=card.reps,
            lapses=card.lapses,
        ),
    )
    if memory:
        print(
            name,
            "memory",
            facts(
                s=round(memory.stability, 3),
                d=round(memory.difficulty, 3),
                dr=round(card.desired_retention, 3),
                decay=round(card.decay, 4),
                last=card.last_review_time,
            ),
        )


def tell(folder, package):
    first, _, then = package.partition(",")
    name = os.path.splitext(os.path.basename(then or first))[0]
    collection = Collection(os.path.join(folder, f"{name}.anki2"))
    if then:
        imported(collection, first)
        package = then

    def counts():
        return facts(
            **{
                table: collection.db.scalar(f"select count() from {table}")
                for table in ("notes", "cards", "revlog")
            }
        )

    print(name, "first", facts(**imported(collection, package)))
    print(name, "counts", counts())
    problems, is_well = collection.fix_integrity()
    print(name, "integrity", "ok" if is_well else json.dumps(problems))
    print(name, "empty", len(collection.get_empty_cards().notes))
    print(name, "unsummed", collection.db.scalar("select count() from notes where csum = 0"))
    for card in collection.db.list(
        "select c.id from cards c, notes n on c.nid = n.id order by n.guid, c.ord limit 100"
    ):
        tell_card(collection, name, card)
    print(name, "media", json.dumps(sorted(os.listdir(collection.media.dir()))))
    print(name, "missing", json.dumps(list(collection.media.check().missing)))
    print(name, "second", facts(**imported(collection, package)))
    print(name, "counts again", counts())
    collection.close()


for path in sys.argv[2:]:
    tell(sys.argv[1], path)
