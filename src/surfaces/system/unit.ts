import type { SystemPlaces, SystemRecord } from './places.ts'

/**
 * The unit of the system gate. It sees homes read-only and keeps one capability: calls are judged by what they would do
 * to files in homes that are closed to every other account. Nothing of the machine can be written but its own state.
 */
export function systemdUnit(places: SystemPlaces, record: Pick<SystemRecord, 'account' | 'node' | 'launcher'>): string {
  return `# Written by \`portcullis install --system\`.
[Unit]
Description=Portcullis, the gate that every tool call of an agent passes
Documentation=https://www.npmjs.com/package/portcullis
After=network.target

[Service]
Type=simple
User=${record.account}
Group=${record.account}
EnvironmentFile=-${places.environment}
Environment=HOME=${places.state}
ExecStartPre=+/usr/bin/install -d -o root -g ${record.account} -m 0775 ${places.run}
ExecStart=${record.node} --disable-sigusr1 ${record.launcher} serve --system
WorkingDirectory=/
UMask=0077
Restart=always
RestartSec=1
TimeoutStopSec=20

# Reading closed homes is the only right it has; what it tells each account is narrowed to what that account may read.
AmbientCapabilities=CAP_DAC_READ_SEARCH
CapabilityBoundingSet=CAP_DAC_READ_SEARCH
NoNewPrivileges=yes

ProtectSystem=strict
ReadWritePaths=${places.state} -${places.run}
ProtectHome=read-only
PrivateTmp=no
PrivateDevices=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
ProtectClock=yes
ProtectHostname=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
RemoveIPC=yes
KeyringMode=private
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallErrorNumber=EPERM
LimitCORE=0

[Install]
WantedBy=multi-user.target
`
}
