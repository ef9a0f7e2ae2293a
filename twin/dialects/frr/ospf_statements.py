"""What the statements of OSPF version 2 and 3 have in common."""

from __future__ import annotations

from collections.abc import Iterator

from twin.core.facts import Path
from twin.dialects.frr.builders import call, claim, fact
from twin.dialects.frr.phrases import labelled
from twin.dialects.frr.rows import Row
from twin.dialects.frr.run import Run

AREA = "AREA"
OPTIONS = "{metric (0-16777214)$metric|metric-type (1-2)$metric_type|route-map NAME$route_map}"
_OPTIONS = ("metric", "metric_type", "route_map")


def process_path(run: Run) -> Path:
    """The instance that the statement stands in."""
    return "vrfs", run.values["vrf"], run.values["version"]


def put_options(run: Run, path: Path) -> None:
    """Say what a statement says as a whole: what an earlier one said is gone."""
    for name in _OPTIONS:
        if name in run.values:
            run.put((*path, name), run.values[name], f"${name}")
        else:
            run.claims.drop((*path, name))


def redistribute(run: Run, negated: bool) -> None:
    """Routes of another protocol; `table 10` and `ospf 2` are keyed with their number."""
    values = run.values
    key = values["source"] + (f" {values['instance']}" if "instance" in values else "")
    path = (*process_path(run), "redistribute", key)
    if negated:
        for name in _OPTIONS:
            run.drop((*path, name))
    else:
        put_options(run, path)
    run.put((*path, "enabled"), not negated)


def default_information(run: Run, negated: bool) -> None:
    """A default route of one's own."""
    path = (*process_path(run), "default_information")
    if negated:
        for name in ("always", *_OPTIONS):
            run.drop((*path, name))
    else:
        put_options(run, path)
        if "always" in run.words:
            run.put((*path, "always"), True)
        else:
            run.claims.drop((*path, "always"))
    run.put((*path, "enabled"), not negated)


def area_range(run: Run, negated: bool) -> None:
    """A summary; advertised is what it is unless the statement says otherwise."""
    values = run.values
    areas = (*process_path(run), "areas", values["area"])
    path = (*areas, "ranges", values["prefix"])
    if negated:
        run.drop((*path, "substitute") if "substitute" in run.words else path)
        return
    run.declare(path)
    if "not-advertise" in run.words:
        run.put((*path, "advertise"), False)
    else:
        run.claims.drop((*path, "advertise"))
    for name in ("cost", "substitute"):
        if name in values:
            run.put((*path, name), values[name], f"${name}")


def area_kind(run: Run, negated: bool) -> None:
    """Stub or not so stubby; without the summaries or with them."""
    path = (*process_path(run), "areas", run.values["area"])
    if not negated:
        run.put((*path, "kind"), "nssa" if "nssa" in run.words else "stub")
        if "no-summary" in run.words:
            run.put((*path, "no_summary"), True)
        return
    run.drop((*path, "no_summary"))
    if "no-summary" not in run.words:
        run.drop((*path, "kind"))


def common_rows(node: str, word: str, sources: str) -> Iterator[Row]:
    """Rows of both versions. word: `ospf` or `ospf6`; sources: where routes may come from."""
    process = f"vrfs.$vrf.{word}"
    area = f"{process}.areas.$area"
    yield claim(node, f"{word} router-id IP4", fact(f"{process}.router_id", "$ip4"))
    bandwidth = fact(f"{process}.reference_bandwidth_mbps", "$n")
    yield claim(node, "auto-cost reference-bandwidth (1-4294967)", bandwidth)
    yield claim(node, "maximum-paths (1-256)", fact(f"{process}.maximum_paths", "$n"))
    yield claim(node, "distance (1-255)", fact(f"{process}.distance", "$n"))
    kinds = ("intra_area", "inter_area", "external")
    each = "|".join(f"{kind.replace('_', '-')} (1-255)${kind}" for kind in kinds)
    some = "|".join(f"{kind.replace('_', '-')} [(1-255)]" for kind in kinds)
    yield claim(
        node, f"distance {word} {{{each}}}", call(_distances, process),
        no=f"distance {word} [{{{some}}}]",
    )  # fmt: skip
    head = f"redistribute <{sources}>$source"
    redistributed = call(redistribute, f"{process}.redistribute.$source")
    yield claim(
        node, f"{head} [(1-65535)$instance] [{OPTIONS}]", redistributed,
        no=f"{head} [(1-65535)$instance] [{OPTIONS}]",
    )  # fmt: skip
    originated = call(default_information, f"{process}.default_information")
    yield claim(
        node, f"default-information originate [{{always|{OPTIONS[1:]}]", originated,
        no="default-information originate [{always|metric [(0-16777214)]|metric-type [(1-2)]"
        "|route-map [NAME]}]",
    )  # fmt: skip
    yield claim(node, f"area {AREA} import-list NAME", fact(f"{area}.import_list", "$name"))
    yield claim(node, f"area {AREA} export-list NAME", fact(f"{area}.export_list", "$name"))
    for way in ("in", "out"):
        listed = fact(f"{area}.filter_{way}", "$name")
        yield claim(node, f"area {AREA} filter-list prefix NAME {way}", listed)
    yield claim(node, f"area {AREA} <stub|nssa> [no-summary]", call(area_kind, area))


def _distances(run: Run, negated: bool) -> None:
    path = process_path(run)
    for name in ("intra_area", "inter_area", "external"):
        if negated:
            said = run.words - {"no", "distance"} - {path[2]}
            if not said or name.replace("_", "-") in said:
                run.drop((*path, f"distance_{name}"))
        elif name in run.values:
            run.put((*path, f"distance_{name}"), run.values[name], f"${name}")


TRANSLATE = "<translate-candidate|translate-never|translate-always>$translate"


def nssa_rows(node: str, area: str, prefix: str) -> Iterator[Row]:
    """What an area that is not so stubby says of external routes."""
    head = f"area {AREA} nssa"
    metrics = "{metric [(0-16777214)$metric]|metric-type [(1-2)$metric_type]}"
    default = f"default-information-originate [{metrics}]"
    words = f"{{{TRANSLATE}|{default}|suppress-fa|no-summary}}"
    yield claim(node, f"{head} {words}", call(_nssa, area), no=f"{head} {words}")
    kind = fact(f"{area}.kind", "nssa")
    summary = f"{head} range {prefix}$prefix [<not-advertise|cost [(0-16777215)$cost]>]"
    yield claim(node, summary, call(_nssa_range, f"{area}.options"), kind, no=summary)


def _nssa(run: Run, negated: bool) -> None:
    path, values = (*process_path(run), "areas", run.values["area"]), run.values
    if not negated:
        run.put((*path, "kind"), "nssa")
    if "no-summary" in run.words:
        if negated:
            run.drop((*path, "no_summary"))
        else:
            run.put((*path, "no_summary"), True)
    default = labelled("metric", "metric-type")(run)
    told = {"suppress-fa": "", "default-information-originate": default}
    for word, words in told.items():
        if word in run.words:
            _put_option(run, path, f"nssa {word}", words, negated)
    if "translate" in values:
        _put_option(run, path, "nssa translate", values["translate"], negated)


def _nssa_range(run: Run, negated: bool) -> None:
    path = (*process_path(run), "areas", run.values["area"])
    words = "not-advertise" if "not-advertise" in run.words else labelled("cost")(run)
    _put_option(run, path, f"nssa range {run.values['prefix']}", words, negated)


def _put_option(run: Run, owner: Path, key: str, words: str, negated: bool) -> None:
    if negated:
        run.drop((*owner, "options", key))
    else:
        run.put((*owner, "options", key), words or "on")
