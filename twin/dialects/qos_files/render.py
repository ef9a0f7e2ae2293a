"""QoS of a configuration as the flat files say it.

They hold no RoCE mode, one map of priorities to queues, and one set of thresholds per ECN group: a
profile whose classes differ becomes several groups on the same ports.
"""

from __future__ import annotations

from collections.abc import Mapping

from twin.dialects.qos_files.group_lines import features, globals_of
from twin.dialects.qos_files.groups import GLOBAL
from twin.dialects.qos_files.pool_lines import flow_control, lossless_egress, pools_of
from twin.dialects.qos_files.spreading import HASH, LAG_HASH
from twin.dialects.rendering import render_template
from twin.model.config import Config, Forwarding
from twin.model.qos import Qos

FEATURES_FILE = "etc/cumulus/datapath/qos/qos_features.conf"
INFRA_FILE = "etc/mlx/datapath/qos/qos_infra.conf"
TRAFFIC_FILE = "etc/cumulus/datapath/traffic.conf"
_PRIORITIES = range(8)


def render(config: Config) -> dict[str, str]:
    """Path on the device → text. ValueError where the flat files cannot say it."""
    qos = config.qos or Qos()
    if qos.roce_enabled:
        raise ValueError("flat files know no RoCE mode: its values have to be written out")
    files = {
        FEATURES_FILE: _features(config, qos),
        INFRA_FILE: _infra(qos),
        TRAFFIC_FILE: _traffic(config.forwarding or Forwarding()),
    }
    return {path: text for path, text in files.items() if text}


def _features(config: Config, qos: Qos) -> str:
    groups = [feature for feature in features(config, qos) if feature.groups]
    lines = globals_of(qos)
    if not groups and not lines:
        return ""
    return render_template("qos_files/qos_features.conf.j2", lines=lines, features=groups)


def _infra(qos: Qos) -> str:
    queues = qos.queues[GLOBAL].classes if GLOBAL in qos.queues else {}
    pools, flow, egress = pools_of(qos), flow_control(qos), lossless_egress(qos)
    if not queues and not pools and flow is None and not egress:
        return ""
    return render_template(
        "qos_files/qos_infra.conf.j2",
        pools=pools,
        flow_control=flow,
        egress=egress,
        queues=sorted(queues.items()),
        priorities=_PRIORITIES,
    )


def _traffic(told: Forwarding) -> str:
    ecmp, lag = _hashing(told.hash_fields, HASH), _hashing(told.lag_hash_fields, LAG_HASH)
    if not ecmp and not lag and (told.hash_seed, told.ecmp_resilient) == (None, None):
        return ""
    return render_template(
        "qos_files/traffic.conf.j2",
        seed=told.hash_seed,
        resilient=told.ecmp_resilient,
        ecmp=ecmp,
        lag=lag,
    )


def _hashing(fields: Mapping[str, bool], names: Mapping[str, str]) -> list[tuple[str, str]]:
    return [(key, str(fields[n]).lower()) for key, n in names.items() if n in fields]
