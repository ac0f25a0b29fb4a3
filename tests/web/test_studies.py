"""The studies of the folder that is served: listed, shown, and harmless whatever is in them."""

from __future__ import annotations

from pathlib import Path

from support import sample_results
from support.page import served

from interpreter.study.report import write_reports
from interpreter.study.report.page import Running, to_html

NASTY = "<script>alert(1)</script>"


def study_in(folder: Path, text: str = "") -> None:
    """A folder with a study; the report is the text, or that of a study made by hand."""
    write_reports(sample_results.two(), folder)
    (folder / "study.sqlite").write_bytes(b"")
    if text:
        (folder / "report.html").write_text(text)


def test_studies_are_listed_and_shown(tmp_path: Path) -> None:
    study_in(tmp_path / "finished")
    study_in(tmp_path / "now", to_html(sample_results.two(), Running(340, 2000, 1e9, 20.0)))
    (tmp_path / "no-study").mkdir()
    (tmp_path / "no-study" / "report.html").write_text("<title>no</title>")
    with served(tmp_path / "data", tmp_path) as server:
        listed = {entry["folder"]: entry for entry in server.get("/api/studies")["studies"]}
        assert set(listed) == {"finished", "now"}
        assert listed["finished"]["title"] == "How size matters"
        assert (listed["now"]["done"], listed["now"]["total"]) == (340, 2000)
        assert listed["finished"]["done"] is None
        assert "<h1>How size matters</h1>" in server.get("/studies/finished/report.html")
        for name in ("no-study", "missing", "..", "%2e%2e", "%2Fetc"):
            assert server.client.get(f"/studies/{name}/report.html").status_code == 404


def test_the_folder_itself_may_be_a_study(tmp_path: Path) -> None:
    study_in(tmp_path)
    with served(tmp_path / "data", tmp_path) as server:
        assert [e["folder"] for e in server.get("/api/studies")["studies"]] == [""]
        assert "How size matters" in server.get("/studies/report.html")


def test_a_report_of_a_stranger_runs_no_script_of_its_own(tmp_path: Path) -> None:
    study_in(tmp_path / "nasty", f"<title>a &lt;b&gt;</title>{NASTY}")
    with served(tmp_path / "data", tmp_path) as server:
        answer = server.client.get("/studies/nasty/report.html")
        (policy,) = answer.headers.get_list("content-security-policy")
        script = policy.split("script-src ")[1].split(";")[0]
        assert script.startswith("'sha256-") and "unsafe" not in script and " " not in script
        assert "default-src 'none'" in policy and "form-action 'none'" in policy
        assert server.get("/api/studies")["studies"][0]["title"] == "a <b>"
        other = server.client.get("/api/studies").headers["content-security-policy"]
        assert "'unsafe-inline'" not in other


def test_a_report_elsewhere_is_not_served(tmp_path: Path) -> None:
    secret = tmp_path / "secret.html"
    secret.write_text("<title>secret</title>")
    folder = tmp_path / "served"
    (folder / "link").mkdir(parents=True)
    (folder / "link" / "study.sqlite").write_bytes(b"")
    (folder / "link" / "report.html").symlink_to(secret)
    study_in(tmp_path / "outside")
    (folder / "other").symlink_to(tmp_path / "outside")
    with served(tmp_path / "data", folder) as server:
        assert server.get("/api/studies")["studies"] == []
        for name in ("link", "other"):
            assert server.client.get(f"/studies/{name}/report.html").status_code == 404
