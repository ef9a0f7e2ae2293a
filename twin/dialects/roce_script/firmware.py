"""Tools that speak to an RDMA device: cma_roce_tos, mlxreg, mlxconfig, doca_spcx_cc.

Options: Mellanox/mlnx-tools `sbin/cma_roce_tos` and `cma_roce_mode`, MFT's mlxreg and mlxconfig,
and the DOCA PCC guide, section "Port Programmable Congestion Control Register" (command types).
"""

from __future__ import annotations

from twin.core.facts import Path
from twin.dialects.mlxconfig.names import KNOWN
from twin.dialects.roce_script.calls import Arg, Call, NotUnderstoodError, number, options, rdma_of
from twin.model.firmware import is_value

_NIC = ("nic",)
FIRST_DEVICE = "mlx5_0"  # what cma_roce_tos takes without -d
TOS_MOST = 255
# Fields of the register ROCE_ACCL that are switches or small numbers (dumps of mlxreg --get).
ACCELERATIONS = frozenset({
    "adaptive_routing_forced_en", "cc_probe_mp_mode", "dc_half_handshake_en",
    "min_ack_timeout_limit_disabled", "roce_adp_retrans_en", "roce_slow_restart_en",
    "roce_slow_restart_idle_en", "roce_tx_window_en", "selective_repeat_forced_en",
})  # fmt: skip
ENABLE_SLOT, DISABLE_SLOT, SET_PARAMETER = 1, 2, 8
_OWN_PORT = {"local_port": 1, "pnat": 0, "lp_msb": 0}  # index of the port that a device stands for
_ASKING = frozenset({0, 3, 4, 5, 6})  # algorithm, its state, parameters and their values
SLOTS, WORD_MOST = 16, 0xFFFFFFFF
_REG = {"d": "device", "y": "yes", "g": "get", "s": "set", "i": "indexes", "o": "op"}
_REG_FLAGS = frozenset({"yes", "get"})


def read_cma_tos(call: Call) -> None:
    """`cma_roce_tos [-d DEV] [-p 1] -t TOS`; without -t it prints."""
    _read_cma(call, "t", "cma_tos", (0, TOS_MOST))


def read_cma_mode(call: Call) -> None:
    """`cma_roce_mode [-d DEV] [-p 1] -m 1|2`; without -m it prints."""
    _read_cma(call, "m", "cma_roce_mode", (1, 2))


def _read_cma(call: Call, letter: str, field: str, bounds: tuple[int, int]) -> None:
    found, rest = options(call, {"d": "device", "p": "port", letter: "value"})
    if rest or ("port" in found and found["port"].text != "1"):
        raise NotUnderstoodError(_NIC)
    device = rdma_of(call, found["device"]) if "device" in found else FIRST_DEVICE
    if "value" in found:
        call.put_number(("rdma", device, field), found["value"], *bounds)
    else:
        call.claims.inert()


def _assignments(arg: Arg) -> dict[str, int]:
    """`name=0x1,name=2` → numbers; NotUnderstoodError for anything else."""
    values: dict[str, int] = {}
    for item in arg.text.replace(" ", "").split(","):
        name, sign, text = item.partition("=")
        value = number(text)
        if not sign or value is None:
            raise NotUnderstoodError(_NIC)
        values[name] = value
    return values


def read_mlxreg(call: Call) -> None:
    """Registers ROCE_ACCL and PPCC; `--get` prints."""
    found, rest = options(call, _REG, frozenset({"reg_name"}), _REG_FLAGS)
    if "get" in found:
        call.claims.inert()
        return
    if rest or not {"device", "set", "reg_name"} <= set(found):
        raise NotUnderstoodError(_NIC)
    base: Path = ("rdma", rdma_of(call, found["device"]))
    values = _assignments(found["set"])
    if found["reg_name"].text == "ROCE_ACCL":
        _accelerations(call, base, values, found["set"])
    elif found["reg_name"].text == "PPCC" and "indexes" in found:
        _slot(call, base, values, _port_indexes(found["indexes"], base), found["set"])
    else:
        raise NotUnderstoodError(_NIC, base)


def _accelerations(call: Call, base: Path, values: dict[str, int], arg: Arg) -> None:
    fields = {n: v for n, v in values.items() if not n.endswith("_field_select")}
    if not fields or set(fields) - ACCELERATIONS:
        raise NotUnderstoodError(_NIC, (*base, "accelerations"))
    for name, value in fields.items():
        call.put((*base, "accelerations", name), value, arg)


def _slot(
    call: Call, base: Path, values: dict[str, int], indexes: dict[str, int], arg: Arg
) -> None:
    command, slot = values.get("cmd_type"), indexes.get("algo_slot")
    if command is None or slot is None or not 0 <= slot < SLOTS:
        raise NotUnderstoodError(_NIC, (*base, "cc_slots"))
    state: Path = (*base, "cc_slots", slot)
    index = indexes.get("algo_param_index", 0)
    if command in (ENABLE_SLOT, DISABLE_SLOT) and index == 0:
        call.put(state, command == ENABLE_SLOT, arg)
    elif command == SET_PARAMETER and slot == 0 and "value" in values:
        call.put((*base, "cc_parameters", index), values["value"], arg)
    elif command in _ASKING:
        call.claims.inert()
        if call.claims.get(state) is None:
            call.claims.mark(state, arg.line, arg.column)
    else:
        raise NotUnderstoodError(_NIC, state)


def _port_indexes(arg: Arg, base: Path) -> dict[str, int]:
    """The indexes of PPCC; those of another port than the device's own are not understood."""
    indexes = _assignments(arg)
    if any(indexes.get(name, value) != value for name, value in _OWN_PORT.items()):
        raise NotUnderstoodError(_NIC, (*base, "cc_slots"))
    if set(indexes) - set(_OWN_PORT) - {"algo_slot", "algo_param_index"}:
        raise NotUnderstoodError(_NIC, (*base, "cc_slots"))
    return indexes


def read_mlxconfig(call: Call) -> None:
    """`mlxconfig -d DEV [-y] set NAME=VALUE …`; `query` prints."""
    found, rest = options(call, {"d": "dev", "y": "yes"}, flags=frozenset({"yes"}))
    verb, *settings = rest or [Arg("", 0, 0)]
    if verb.text in ("q", "query", "show_confs", "i"):
        call.claims.inert()
        return
    if verb.text not in ("s", "set") or not settings or "dev" not in found:
        raise NotUnderstoodError(_NIC)
    base: Path = ("rdma", rdma_of(call, found["dev"]), "nv")
    parsed = [(s, s.text.partition("=")) for s in settings]
    if any(name.upper() not in KNOWN for _, (name, _, _) in parsed):
        raise NotUnderstoodError(_NIC, base)
    for arg, (name, _, value) in parsed:
        if is_value(value):
            call.put((*base, name.upper()), value, arg)
        else:
            call.refuse((*base, name.upper()), arg, "NAME=NUMBER, or True or False")


def read_congestion_control(call: Call) -> None:
    """`doca_spcx_cc -d DEV`: the process that runs Spectrum-X congestion control."""
    found, rest = options(call, {"d": "device"})
    if rest or "device" not in found:
        raise NotUnderstoodError(_NIC)
    call.put(("rdma", rdma_of(call, found["device"]), "cc_process"), True, found["device"])
