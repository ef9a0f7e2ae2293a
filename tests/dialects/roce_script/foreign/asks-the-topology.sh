#!/usr/bin/env bash
# The names of RDMA devices are looked up; the snapshot's topology knows the answers.
set -uo pipefail
NICS=(
  eth1
  eth2
)
TOS=106
rc=0
for cmd in mlnx_qos cma_roce_tos; do
  command -v "$cmd" >/dev/null 2>&1 || { echo "no $cmd" >&2; exit 1; }
done
for nic in "${NICS[@]}"; do
  dev=$(ls /sys/class/net/"$nic"/device/infiniband 2>/dev/null | head -n1)
  if [ -z "$dev" ]; then
    echo "no RDMA device of ${nic}" >&2; rc=1; continue
  fi
  mkdir -p /sys/kernel/config/rdma_cm/$dev
  mlnx_qos -i "$nic" --trust dscp --pfc 0,0,0,1,0,0,0,0 >/dev/null \
    || { echo "failed" >&2; rc=1; }
  cma_roce_tos -d "$dev" -t "$TOS" || { echo "failed"; rc=1; }
  echo "$TOS" > /sys/class/infiniband/"$dev"/tc/1/traffic_class || rc=1
  set_irq_affinity.sh "$nic"
done
other=$(ibdev2netdev | grep -w mlx5_2 | awk '{print $5}')
ip link set "$other" mtu 9000
exit $rc
