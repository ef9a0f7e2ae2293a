#!/usr/bin/env bash
# Storage node, ConnectX-6: lossless class 3, both ports. Runs after the driver is up.
set -euo pipefail
PFC="0,0,0,1,0,0,0,0"
NICS=("ens5f0np0" "ens5f1np1")
DEVS=(mlx5_0 mlx5_1)

modprobe rdma_cm
sleep 2
for nic in "${NICS[@]}"; do
    mlnx_qos -i "$nic" --trust=dscp            # DSCP, not 802.1p
    mlnx_qos -i "$nic" --cable_len 30
    mlnx_qos -i "$nic" -f $PFC >/dev/null
    for prio in 3; do
        echo 1 > "/sys/class/net/${nic}/ecn/roce_np/enable/${prio}"
        echo 1 > "/sys/class/net/${nic}/ecn/roce_rp/enable/${prio}"
    done
    echo 48 > /sys/class/net/$nic/ecn/roce_np/cnp_dscp
    ethtool -A $nic rx off tx off || true      # "not modified" exits with 80
    ethtool -G $nic rx 8192 tx 8192
    ip link set dev $nic mtu 9000
done
for dev in ${DEVS[@]}; do
    cma_roce_mode -d $dev -p 1 -m 2
    cma_roce_tos -d $dev -t 106 | logger -t roce
    echo 106 > /sys/class/infiniband/$dev/tc/1/traffic_class
done
sysctl -w net.ipv4.tcp_ecn=1
echo "RoCE is set on ${NICS[*]:-nothing}"
exit 0
