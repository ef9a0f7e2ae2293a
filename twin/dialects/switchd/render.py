"""The parts of `switchd`'s configuration that the model holds."""

from __future__ import annotations

from typing import Any

from twin.dialects.rendering import render_template
from twin.model.config import Config
from twin.model.overlay import Vxlan
from twin.model.ports import natural_key
from twin.model.qos import AdaptiveRouting, PfcWatchdog

SWITCHD_FILE = "etc/cumulus/switchd.conf"
ADAPTIVE_FILE = "etc/cumulus/switchd.d/adaptive_routing.conf"
_SWITCH = {None: None, True: "TRUE", False: "FALSE"}
_UTILIZATION = "adaptive_routing.link_utilization_threshold_disabled"


def _adaptive(config: Config, *, is_old: bool) -> list[tuple[str, Any]]:
    told = config.adaptive_routing or AdaptiveRouting()
    utilization = told.link_utilization
    if is_old and utilization is not None:
        utilization = not utilization
    lines = [
        ("adaptive_routing.enable", _SWITCH[told.enabled]),
        ("adaptive_routing.profile", told.profile),
        (_UTILIZATION, _SWITCH[utilization]),
    ]
    for name in sorted(config.interfaces, key=natural_key):
        port = config.interfaces[name].adaptive_routing
        if port is not None:
            prefix = f"interface.{name}.adaptive_routing"
            lines.append((f"{prefix}.enable", _SWITCH[port.enabled]))
            threshold = port.link_utilization_threshold
            lines.append(
                (f"{prefix}.link_util_thresh", None if threshold is None else str(threshold))
            )
    return lines


def _switchd(config: Config) -> list[tuple[str, Any]]:
    watchdog = (config.qos.watchdog if config.qos else None) or PfcWatchdog()
    vxlan = config.vxlan or Vxlan()
    return [
        ("pfc_wd.poll_interval", watchdog.polling_ms),
        ("pfc_wd.robustness", watchdog.robustness),
        ("vxlan.def_encap_dscp_action", vxlan.encap_dscp_action),
        ("vxlan.def_encap_dscp_value", vxlan.encap_dscp),
        ("vxlan.def_decap_dscp_action", vxlan.decap_dscp_action),
    ]


def render(config: Config, *, is_old: bool) -> dict[str, str]:
    """Path on the device → text, of the files that have something to say."""
    told = {
        ADAPTIVE_FILE: ("Adaptive routing.", _adaptive(config, is_old=is_old)),
        SWITCHD_FILE: ("What differs from the installed values of switchd.", _switchd(config)),
    }
    files = {}
    for path, (title, lines) in told.items():
        said = [(key, value) for key, value in lines if value is not None]
        if said:
            files[path] = render_template("switchd/settings.conf.j2", title=title, lines=said)
    return files
