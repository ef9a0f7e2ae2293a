"""Settings of systemd units that do not change what is run at boot, with the reason.

Source: systemd.unit(5), systemd.service(5), systemd.exec(5), systemd.kill(5),
systemd.resource-control(5). Names by section; a name ending in `*` stands for all that begin so.
"""

from __future__ import annotations

_ORDER = "when in the boot it runs, not whether or what"
_OTHERS = "what else is started or stopped"
_PROCESS = "how systemd follows the process; the commands are the same"
_LIMITS = "what the process may use"
_SANDBOX = "what else the process may touch; a NIC that it could not set would fail the unit"
_OUTPUT = "where it prints"
_PERSON = "words for people"

INERT = {
    "Unit": {
        "Description": _PERSON, "Documentation": _PERSON, "After": _ORDER, "Before": _ORDER,
        "Wants": _OTHERS, "Requires": _OTHERS, "BindsTo": _OTHERS, "PartOf": _OTHERS,
        "Conflicts": _OTHERS, "OnFailure": _OTHERS, "OnSuccess": _OTHERS, "Upholds": _OTHERS,
        "PropagatesReloadTo": _OTHERS, "ReloadPropagatedFrom": _OTHERS, "Requisite": _OTHERS,
        "RequiresMountsFor": _ORDER, "DefaultDependencies": _ORDER,
        "StartLimitInterval*": "how often systemd tries again",
        "StartLimitBurst": "how often systemd tries again",
        "JobTimeout*": "how long systemd waits", "IgnoreOnIsolate": "what a change of target does",
        "StopWhenUnneeded": "when it is stopped", "RefuseManual*": "what people may do by hand",
    },
    "Service": {
        "Type": _PROCESS, "RemainAfterExit": _PROCESS, "PIDFile": _PROCESS, "BusName": _PROCESS,
        "GuessMainPID": _PROCESS, "NotifyAccess": _PROCESS, "Restart*": _PROCESS,
        "SuccessExitStatus": _PROCESS, "Timeout*": "how long systemd waits",
        "Watchdog*": "how long systemd waits", "Kill*": "how it is stopped",
        "SendSIG*": "how it is stopped", "ExecReload": "runs when somebody asks for a reload",
        "StandardOutput": _OUTPUT, "StandardError": _OUTPUT, "StandardInput": "what it reads",
        "Syslog*": _OUTPUT, "Log*": _OUTPUT, "TTY*": _OUTPUT,
        "User": "root, or it could not set a NIC at all",
        "Group": "root, or it could not set a NIC at all",
        "SupplementaryGroups": "root, or it could not set a NIC at all",
        "WorkingDirectory": "paths of commands are absolute", "UMask": "modes of files it writes",
        "Limit*": _LIMITS, "Memory*": _LIMITS, "CPU*": _LIMITS, "IO*": _LIMITS, "Tasks*": _LIMITS,
        "Nice": _LIMITS, "OOM*": _LIMITS, "Slice": _LIMITS, "Delegate": _LIMITS, "NUMA*": _LIMITS,
        "Capability*": _SANDBOX, "AmbientCapabilities": _SANDBOX, "Protect*": _SANDBOX,
        "Private*": _SANDBOX, "NoNewPrivileges": _SANDBOX, "Restrict*": _SANDBOX,
        "ReadOnlyPaths": _SANDBOX, "ReadWritePaths": _SANDBOX, "InaccessiblePaths": _SANDBOX,
        "Device*": _SANDBOX, "SystemCall*": _SANDBOX, "LockPersonality": _SANDBOX,
        "MemoryDenyWriteExecute": _SANDBOX, "RuntimeDirectory*": "a folder that is made for it",
        "StateDirectory*": "a folder that is made for it", "PermissionsStartOnly": _PROCESS,
        "LogsDirectory*": "a folder that is made for it", "FileDescriptorStoreMax": _PROCESS,
        "CacheDirectory*": "a folder that is made for it", "IgnoreSIGPIPE": _PROCESS,
    },
    "Install": {
        "Alias": "another name of the unit", "Also": _OTHERS,
        "DefaultInstance": "which instance of a template is meant",
    },
}  # fmt: skip

# Programs that run on hosts and set no NIC, by the last part of their path, with the reason.
DAEMONS = {
    "agetty": "log-ins", "auditd": "the audit log", "chronyd": "the clock",
    "containerd": "containers",
    "cron": "jobs at a time", "crond": "jobs at a time", "dbus-daemon": "messages of programs",
    "dcgm-exporter": "counters of GPUs", "dockerd": "containers", "fail2ban-server": "log-ins",
    "fluent-bit": "logs", "gdrcopy": "copies between GPU and host", "irqbalance": "interrupts",
    "kubelet": "containers", "lldpd": "tells neighbours who it is", "munged": "credentials of jobs",
    "node_exporter": "counters of the host", "ntpd": "the clock", "nv-fabricmanager": "NVLink",
    "nv-hostengine": "counters of GPUs", "nvidia-persistenced": "keeps the driver of GPUs loaded",
    "nvidia-smi": "GPUs", "polkitd": "permissions", "rngd": "random numbers", "rsyslogd": "logs",
    "slurmctld": "jobs", "slurmd": "jobs", "snmpd": "counters of the host", "sshd": "log-ins",
    "sssd": "log-ins", "telegraf": "counters of the host", "tuned": "power and processors",
    "cpupower": "processors", "nfsdcld": "files", "rpc.statd": "files", "rpcbind": "files",
}  # fmt: skip


def is_inert(section: str, name: str) -> bool:
    """A setting of the table above."""
    table = INERT.get(section, {})
    if name in table:
        return True
    return any(key[-1] == "*" and name.startswith(key[:-1]) for key in table)
