#!/bin/bash
# RoCE settings that a reboot forgets. Cable length comes before PFC: it writes a mask of zeros.
set -e

# eth1 (mlx5_0)
mlnx_qos -i eth1 --trust dscp
mlnx_qos -i eth1 --cable_len 3
mlnx_qos -i eth1 --pfc 0,0,0,1,0,0,0,0
echo 106 > /sys/class/infiniband/mlx5_0/tc/1/traffic_class
cma_roce_tos -d mlx5_0 -t 106
echo 1 > /sys/class/net/eth1/ecn/roce_np/enable/3
echo 1 > /sys/class/net/eth1/ecn/roce_rp/enable/3
echo 48 > /sys/class/net/eth1/ecn/roce_np/cnp_dscp
echo 6 > /sys/class/net/eth1/ecn/roce_np/cnp_802p_prio
ethtool -A eth1 rx off || true
ethtool -A eth1 tx off || true
