"""Write the clause index from the law records: python -m tools.index_law SOURCE_DIR

The records hold the gazettes' own text, which is not ours to ship: the index keeps everything but that.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

DATA = Path(__file__).parent.parent / "src" / "novamas" / "law" / "data"
NORMS = ("IB05", "IB09", "AR10", "CM16")
KEPT = ("id", "norm", "game", "path", "kind", "duty", "says", "see", "ca", "erratum")
MARKER = re.compile(r"\b(?:[Rr]ecommended|[Rr]eading)(?: \([^)]*\))?:\s*")


def main(source: Path) -> None:
    """Index every norm and ship the glossary."""
    for norm in NORMS:
        lines = (source / f"{norm}.jsonl").read_text("utf-8").splitlines()
        entries = [json.dumps(entry(json.loads(line)), ensure_ascii=False) for line in lines]
        (DATA / "clauses" / f"{norm}.jsonl").write_text("\n".join(entries) + "\n", "utf-8")
        print(norm, len(entries), "clauses")
    terms = json.loads((source / "glossary.json").read_text("utf-8"))
    (DATA / "glossary.json").write_text(json.dumps(terms, ensure_ascii=False, indent=1) + "\n", "utf-8")
    print("glossary", len(terms), "terms")


def entry(record: dict[str, object]) -> dict[str, object]:
    """What the index keeps of a record: all that is in our own words."""
    kept = {name: record[name] for name in KEPT if name in record}
    question = record.get("question")
    if isinstance(question, str):
        kept["reading"] = reading(question)
    return kept


def reading(question: str) -> dict[str, str]:
    """What was unclear, and what we apply: the text after the one word that says so, else the whole of it."""
    parts = MARKER.split(question)
    if len(parts) != 2:
        return {"applies": question}
    asks, applies = (part.strip() for part in parts)
    return {"asks": asks.rstrip(" ;,:"), "applies": applies[:1].upper() + applies[1:]}


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
