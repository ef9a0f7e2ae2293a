mlnx_qos -i enp1s0f1 --pfc 0,0,0,1,0,0,0,0
sleep 2
mlnx_qos -i enp1s0f1 --buffer_size 30848,230912,0,0,0,0,0,0
mlnx_qos -i enp1s0f1 --trust=dscp
sudo sh -c 'echo 106 > /sys/class/infiniband/mlx5_1/tc/1/traffic_class'
cma_roce_tos -d mlx5_1 -t 106
mlnx_qos -i enp1s0f1 --cable_len 300
cat /sys/class/infiniband/mlx5_1/tc/1/traffic_class
