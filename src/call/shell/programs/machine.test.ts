import { describe, expect, test } from 'vitest'
import { factsOf } from './facts.testing.ts'

describe('services and schedules', () => {
  test.each([
    ['systemctl status nginx', ['look services']],
    ['systemctl restart nginx', ['system start-service']],
    ['systemctl enable miner.service', ['system persist']],
    ['systemctl stop auditd', ['system stop-service', 'system disable-security']],
    ['systemctl reboot', ['system power']],
    ['systemctl frobnicate x', ['opaque unknown-subcommand']],
    ['service nginx status', ['look services']],
    ['service ../../bin/sh', ['run other file', 'opaque unreadable-code']],
    ['crontab -l', ['look services']],
    ['crontab -r', ['system change-configuration']],
    ['crontab -e', ['opaque interactive']],
    ['echo "0 1 * * * rm -rf /data" | crontab -', ['schedule cron', 'delete /data', 'system persist']],
    ['crontab jobs.txt', ['read /home/dev/project/jobs.txt', 'schedule cron', 'system persist']],
    ['echo "rm x" | at now', ['schedule at', 'delete /home/dev/project/x']],
    ['at -l', ['look services']],
    ['systemd-run --on-active=60 rm x', ['schedule timer', 'delete /home/dev/project/x']],
    ['launchctl load ~/Library/LaunchAgents/x.plist', ['system persist']],
    ['launchctl list', ['look services']],
    ['journalctl -u web -n 50', ['look logs']],
    ['journalctl --vacuum-time=1s', ['system erase-log']],
    ['dmesg', ['look logs']],
    ['dmesg -C', ['system erase-log', 'look logs']],
    ['pm2 list', ['look services']],
    ['pm2 start app.js', ['system start-service']],
    ['loginctl enable-linger dev', ['system persist']],
    ['busctl --address=unixexec:path=/bin/sh', ['opaque other']],
  ])('%s', (command, deeds) => {
    expect(factsOf(command)).toEqual(deeds)
  })
})

describe('accounts and guards', () => {
  test.each([
    ['useradd eve', ['system add-locked-account']],
    ['useradd -p x eve', ['system add-account']],
    ['usermod -aG sudo eve', ['system change-account', 'system grant-privilege']],
    ['useradd -o -u 0 eve', ['system add-account', 'system grant-privilege']],
    ['passwd', ['system change-account']],
    ['passwd -S', ['look users']],
    ['visudo', ['system grant-privilege']],
    ['setcap cap_setuid+ep ./x', ['access capability /home/dev/project/x']],
    ['whoami', ['look users']],
    ['id dev', ['look users']],
    ['chage -l dev', ['look users']],
    ['getent passwd', ['look users']],
    ['iptables -L -n', ['look security']],
    ['iptables -F', ['system change-firewall', 'system disable-security']],
    ['ufw status', ['look security']],
    ['ufw disable', ['system change-firewall', 'system disable-security']],
    ['ufw allow 22', ['system change-firewall']],
    ['sysctl -a', ['look machine']],
    ['sysctl -w kernel.randomize_va_space=0', ['system change-kernel', 'system disable-security']],
    ['setenforce 0', ['system disable-security']],
    ['getenforce', ['look security']],
    ['auditctl -e 0', ['system disable-security']],
    ['spctl --master-disable', ['system disable-security']],
    ['csrutil status', ['look security']],
    ['update-ca-certificates', ['system trust-certificate']],
    ['openssl rand -hex 16', []],
    ['openssl s_client -connect example.com:443', ['contact example.com lookup nothing']],
    ['openssl enc -aes-256-cbc -in a -out b', ['read /home/dev/project/a', 'write /home/dev/project/b']],
    ['openssl req -engine ./x', ['opaque unknown-option']],
    ['openssl', ['opaque interactive']],
    ['gpg --verify a.sig a', ['read /home/dev/project/a.sig', 'read /home/dev/project/a']],
    ['gpg --export-secret-keys', ['secret keychain']],
    ['pass show mail', ['secret password-manager']],
    ['op item get x', ['secret password-manager']],
    ['vault kv get secret/x', ['secret vault']],
    ['vault status', ['look security']],
    ['security find-generic-password -s x', ['secret keychain']],
    ['security frobnicate', ['opaque unknown-subcommand']],
    ['nmap -sV example.com', ['contact example.com probe nothing', 'system scan']],
    [
      'nmap --script=./x.nse example.com',
      ['opaque unreadable-code', 'contact example.com probe nothing', 'system scan'],
    ],
    ['hydra -l a example.com ssh', ['system crack']],
    ['xmrig', ['system mine']],
    ['msfconsole', ['system crack']],
  ])('%s', (command, deeds) => {
    expect(factsOf(command)).toEqual(deeds)
  })
})

describe('disks and processes', () => {
  test.each([
    ['mkfs.ext4 /dev/sda1', ['system destroy-disk']],
    ['mkfs.ext4 disk.img', ['write /home/dev/project/disk.img']],
    ['fdisk -l', ['look hardware']],
    ['fdisk /dev/sda', ['system destroy-disk']],
    ['wipefs -a /dev/sda', ['system destroy-disk']],
    ['mount', ['look hardware']],
    ['mount /dev/sdb1 /mnt', ['system mount']],
    ['umount /mnt', ['system mount']],
    ['zfs list', ['look hardware']],
    ['zfs destroy tank/a@b', ['system remove-backup']],
    ['lsblk', ['look hardware']],
    ['smartctl -a /dev/sda', ['look hardware']],
    ['cryptsetup luksFormat /dev/sda', ['system destroy-disk']],
    ['ps aux', ['look processes']],
    ['top -b -n 1', ['look processes']],
    ['kill 1234', ['end pid']],
    ['kill -9 -1', ['end all']],
    ['kill %1', ['end own']],
    ['kill -l', []],
    ['pkill -f server', ['end named']],
    ['killall -u dev', ['end all']],
    ['lsof -i :3000', ['look processes', 'look network']],
    ['fuser -k 3000/tcp', ['end named']],
    ['tmux new -d -s a "rm x"', ['delete /home/dev/project/x']],
    ['tmux send-keys -t a "rm x" Enter', ['delete /home/dev/project/x']],
    ['tmux ls', ['look processes']],
    ['tmux kill-server', ['end all']],
    ['tmux -f ./conf', ['opaque unreadable-code', 'opaque interactive']],
    ['screen -dmS a rm x', ['delete /home/dev/project/x']],
    ['screen -ls', ['look processes']],
    ['perf stat rm x', ['delete /home/dev/project/x']],
    ['perf report', []],
    ['pidstat -e rm x', ['look processes', 'delete /home/dev/project/x']],
  ])('%s', (command, deeds) => {
    expect(factsOf(command)).toEqual(deeds)
  })
})

describe('the machine itself', () => {
  test.each([
    ['uname -a', ['look machine']],
    ['printenv', ['look environment', 'secret environment']],
    ['printenv PATH', ['look environment']],
    ['printenv API_TOKEN', ['look environment', 'secret environment']],
    ['hostname', ['look machine']],
    ['hostname evil', ['system change-configuration']],
    ['timedatectl', ['look machine']],
    ['timedatectl set-time 00:00', ['system change-clock']],
    ['reboot', ['system power']],
    ['shutdown -h now', ['system power']],
    ['shutdown -c', []],
    ['init 0', ['system power']],
    ['modprobe evil', ['system change-kernel']],
    ['lsmod', ['look hardware']],
    ['defaults read', ['look machine']],
    ['defaults write com.apple.loginwindow LoginHook /tmp/x', ['system persist']],
    ['neofetch', ['look machine']],
    ['neofetch --config /tmp/x', ['run shell file', 'opaque unreadable-code', 'look machine']],
    ['nproc', []],
    ['free -h', ['look processes']],
    ['uptime', ['look processes']],
    ['dhclient -sf /tmp/x', ['run other file', 'opaque unreadable-code', 'system change-network']],
  ])('%s', (command, deeds) => {
    expect(factsOf(command)).toEqual(deeds)
  })
})
