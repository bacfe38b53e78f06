import json
import math
from pathlib import Path

import pytest

from tests.benchmarks.retrieval import is_facet, main, measure, plain_query


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    documents = [
        {"_id": "a b", "title": "Optimal transport", "text": "Sinkhorn iterations."},
        {"_id": "7", "title": "Graph networks", "text": "Optimal pooling of graphs."},
        {"_id": "8", "title": "Bandits", "text": "Regret."},
    ]
    queries = [
        {"_id": "first", "text": "optimal transport"},
        {"_id": "7_method", "text": "graph -networks (optimal"},
        {"_id": "of nothing", "text": "which of the"},
    ]
    for name, rows in (("corpus", documents), ("queries", queries)):
        lines = "\n".join(map(json.dumps, rows))
        (tmp_path / f"{name}.jsonl").write_text(lines, encoding="utf-8")
    grades = "query-id\tcorpus-id\tscore\nfirst\ta b\t2\nfirst\t7\t1\n7_method\t7\t1\n"
    (tmp_path / "qrels.tsv").write_text(grades, encoding="utf-8")
    return tmp_path


def test_a_folder_is_measured_and_its_run_written(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = folder / "out.run"
    main([str(folder), "--run", str(run)])
    shown = capsys.readouterr().out
    assert "3 documents, 2 queries" in shown
    assert "nDCG@10 0.5000  R@100 0.5000  MRR@10 0.5000" in shown
    rows = [line.split() for line in run.read_text(encoding="utf-8").splitlines()]
    assert [row[:4] for row in rows] == [
        ["first", "Q0", "a%20b", "1"],
        ["first", "Q0", "7", "2"],
        ["7_method", "Q0", "a%20b", "1"],
    ]
    assert all(len(row) == 6 and row[5] == "paperbot" for row in rows)


def test_other_documents_may_be_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = folder / "other.jsonl"
    other.write_text('{"id": "7", "title": "Optimal transport", "abstract": null}\n')
    main([str(folder), "--corpus", str(other)])
    assert "1 documents" in capsys.readouterr().out


def test_a_folder_without_documents_says_so(folder: Path) -> None:
    (folder / "corpus.jsonl").unlink()
    with pytest.raises(SystemExit, match="--corpus"):
        main([str(folder)])


def test_measures_are_those_of_trec_eval() -> None:
    grades = {"a": 3, "b": 1, "c": 0, "d": 2}
    found = measure([("c", 9.0), ("b", 8.0), ("a", 7.0), ("e", 6.0)], grades)
    ideal = 3 + 2 / math.log2(3) + 1 / 2
    assert found.ndcg == pytest.approx((1 / math.log2(3) + 3 / 2) / ideal)
    assert found.recall == pytest.approx(2 / 3)
    assert found.mrr == 0.5


@pytest.mark.parametrize(
    ("query", "document", "expected"),
    [("10_method", "10", True), ("10", "10", False), ("10_", "10", False), ("a_b_c", "a_b", True)],
)
def test_only_a_facet_of_a_document_leaves_it_out(
    query: str, document: str, *, expected: bool
) -> None:
    assert is_facet(query, document) is expected


def test_no_sign_of_a_plain_query_is_an_operator() -> None:
    query = plain_query('title:graph -"neural | networks" year:2020')
    assert query is not None
    assert [type(part).__name__ for part in query.root.parts] == ["Word"] * len(query.root.parts)
