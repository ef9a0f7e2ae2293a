#!/bin/bash
# BlueField-3 in SuperNIC mode, addressed by PCI.
export PATH=/usr/sbin:/usr/bin
readonly PCI=0000:10:00.0
mst start >/dev/null
mlxconfig -d $PCI -y set ROCE_ADAPTIVE_ROUTING_EN=1 USER_PROGRAMMABLE_CC=1
mlxreg -d $PCI --reg_name ROCE_ACCL \
    --set "roce_adp_retrans_en=0x1,roce_tx_window_en=0x1,roce_slow_restart_en=0x0,adaptive_routing_forced_en=0x1" \
    --yes
mlxreg -d "$PCI" -y --set "cmd_type=2" --reg_name PPCC --indexes "local_port=1,pnat=0,lp_msb=0,algo_slot=15,algo_param_index=0"
mlxreg -d "$PCI" -y --set "cmd_type=8,value=13000" --reg_name PPCC --indexes "local_port=1,pnat=0,lp_msb=0,algo_slot=0,algo_param_index=7"
mlxreg -d $PCI --reg_name ROCE_ACCL --get
nohup /opt/mellanox/doca/tools/doca_spcx_cc --device mlx5_0 2>&1 | logger -t doca_spcx_cc &
