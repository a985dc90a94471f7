import type { Program } from '../../shell/programs/program.ts'
import { MACHINE, reports, system, verbs } from './verbs.ts'

const secret = (store: 'other' | 'keychain' | 'vault' | 'memory' | 'token' | 'browser', target = '') =>
  ({ does: 'read-secret', store, target }) as const
const stopService = system('stop-service')

/** Services whose stopping is an attack on the machine's defences. */
const DEFENCES =
  /windefend|wdnissvc|sense\b|wscsvc|mpssvc|eventlog|sysmon|mcafee|symantec|sophos|crowdstrike|csagent|carbonblack|cylance|sentinel|defender|securityhealth|avast|avg\b|kaspersky|bdredline|wuauserv|vss\b|swprv|splunk|osquery|wazuh|edr/

/** Windows' own tools that administer the machine: each a table of what its words do. */
export const administration: readonly Program[] = [
  verbs({
    names: ['sc'],
    rows: [
      [new RegExp(`(?:stop|delete|config|failure|pause).*(?:${DEFENCES.source})`), [system('disable-security')]],
      [/ create .*binpath/, [system('persist')]],
      [/ (?:create|config|failure|sdset|triggerinfo|privs|sidtype|managedaccount) /, [system('persist')]],
      [/ delete /, [stopService]],
      [/ (?:stop|pause) /, [stopService]],
      [/ (?:start|continue|control) /, [system('start-service')]],
      [
        / (?:query|queryex|qc|qdescription|qfailure|qprivs|enumdepend|sdshow|getdisplayname|getkeyname|boot|lock|qtriggerinfo)/,
        [{ does: 'read-system', what: 'services' }],
      ],
    ],
    otherwise: 'opaque',
  }),
  verbs({
    names: ['schtasks'],
    rows: [
      [
        /[/-]create/,
        [{ does: 'schedule', with: 'task-scheduler', when: 'as given', task: 'schtasks /create' }, system('persist')],
      ],
      [/[/-]delete.*(?:defender|security|backup|update|\*)/, [system('disable-security')]],
      [
        /[/-]change.*(?:defender|security|exploitguard|systemrestore|backup|windowsupdate).*[/-]disable/,
        [system('disable-security')],
      ],
      [/[/-](?:change|delete|end)/, [{ does: 'schedule', with: 'task-scheduler', when: 'changed', task: 'schtasks' }]],
      [/[/-]run/, [{ does: 'run-code', language: 'binary', origin: 'dynamic', seenThrough: false }]],
      [/[/-](?:query|showsid|\?)/, [{ does: 'read-system', what: 'services' }]],
    ],
    otherwise: [{ does: 'read-system', what: 'services' }],
  }),
  verbs({
    names: ['net', 'net1'],
    rows: [
      [/ user .*[/-](?:add|delete|del|active|domain.*[/-]add)/, [system('add-account')]],
      [/ user\s+\S+\s+[^/\s]\S*/, [system('change-account')]],
      [/ (?:local)?group .*administrators.*[/-]add| group .*domain admins.*[/-]add/, [system('grant-privilege')]],
      [/ (?:local)?group .*[/-](?:add|delete|del)/, [system('change-account')]],
      [/ accounts .*[/-]/, [system('change-account')]],
      [new RegExp(` stop .*(?:${DEFENCES.source})`), [system('disable-security')]],
      [/ stop /, [stopService]],
      [/ start \S/, [system('start-service')]],
      [/ use .*[/-](?:delete|del|d\b)/, [system('change-network')]],
      [
        / use .*[\\/]/,
        [
          system('mount'),
          { does: 'contact-host', host: { kind: 'unknown', source: 'net use' }, sends: 'unknown', purpose: 'copy' },
        ],
      ],
      [/ share .*[/-]del/, [system('change-network')]],
      [/ share .*=/, [{ does: 'open-door', what: 'listener', address: '0.0.0.0' }]],
      [/ session .*[/-]del/, [system('change-network')]],
      [/ time .*[/-]set/, [system('change-clock')]],
      // Everybody and every group of the company, not of this machine.
      [/ (?:user|group|accounts|view|localgroup)\b.*[/-]domain/, [system('scan')]],
      [/ (?:user|localgroup|group|accounts)/, [{ does: 'read-system', what: 'users' }]],
      [
        / (?:view|use|share|session|config|statistics|file|time|name|computer|help|start)/,
        [{ does: 'read-system', what: 'network' }],
      ],
    ],
    otherwise: [MACHINE],
  }),
  verbs({
    names: ['netsh'],
    rows: [
      [
        /firewall.* state\s*=?\s*off|set opmode.*disable|allprofiles.* off|currentprofile.* off/,
        [system('disable-security')],
      ],
      [/firewall .*(?:add|set|delete|reset|import)/, [system('change-firewall')]],
      [
        / (?:portproxy|p\w*x\w*) .*(?:add|set|reset)|portproxy/,
        [{ does: 'open-door', what: 'port-forward', address: '0.0.0.0' }],
      ],
      [/ add helper/, [system('persist')]],
      [/wlan .*key\s*=\s*clear|wlan export/, [secret('other', 'wireless keys')]],
      [/ trace .*(?:start|capture)/, [system('capture-traffic')]],
      [
        /winhttp .*(?:set|import)|interface .*(?:set|add|delete|reset)|winsock reset|int .*reset|http (?:add|delete)|ipsec|wlan (?:add|connect|set|start)/,
        [system('change-network')],
      ],
      [/ show| dump|help|\?/, [{ does: 'read-system', what: 'network' }]],
    ],
    otherwise: 'opaque',
  }),
  verbs({
    names: ['wevtutil'],
    rows: [
      [/ (?:cl|clear-log) /, [system('erase-log')]],
      [/ (?:sl|set-log|um|uninstall-manifest|im|install-manifest) /, [system('stop-logging')]],
      [/ (?:epl|export-log|al|archive-log) /, [{ does: 'read-system', what: 'logs' }]],
    ],
    otherwise: [{ does: 'read-system', what: 'logs' }],
  }),
  verbs({
    names: ['auditpol'],
    rows: [[/[/-](?:clear|remove|set|restore|resourcesacl)/, [system('stop-logging')]]],
    otherwise: [{ does: 'read-system', what: 'security' }],
  }),
  verbs({
    names: ['vssadmin', 'diskshadow'],
    rows: [
      [/ delete| resize/, [system('remove-backup')]],
      [/ create/, [system('dump-memory', 'shadow copy of a volume'), secret('other', 'shadow copy')]],
      [/ list| \? /, [MACHINE]],
      [/[/-]s\b/, [{ does: 'run-code', language: 'other', origin: 'file', seenThrough: false }]],
    ],
    otherwise: 'opaque',
  }),
  verbs({
    names: ['wbadmin'],
    rows: [
      [/ delete| disable/, [system('remove-backup')]],
      [/ntds|config\\(?:sam|system|security)/, [secret('other', 'domain database')]],
      [/ get /, [MACHINE]],
    ],
    otherwise: [system('change-configuration')],
  }),
  verbs({
    names: ['bcdedit', 'bootcfg', 'reagentc'],
    rows: [
      [/[/-](?:enum|v|\?)|[/-]info/, [MACHINE]],
      [
        /recoveryenabled|bootstatuspolicy|testsigning|nointegritychecks|safeboot|loadoptions|disable/,
        [system('disable-security')],
      ],
      [/\S/, [system('change-kernel')]],
    ],
    otherwise: [MACHINE],
  }),
  verbs({ names: ['ntdsutil', 'dsdbutil'], rows: [], otherwise: [secret('other', 'domain database')] }),
  verbs({
    names: ['fsutil'],
    rows: [
      [/usn deletejournal/, [system('erase-log')]],
      [/ trace decode/, [{ does: 'run-code', language: 'binary', origin: 'dynamic', seenThrough: false }]],
      [/setzerodata|setvaliddata/, [system('destroy-disk')]],
      [
        /behavior set|resource set|transaction|dirty set|hardlink create|reparsepoint delete|file (?:createnew|setshortname)|quota (?:enforce|disable|modify)/,
        [system('change-configuration')],
      ],
    ],
    otherwise: [MACHINE],
  }),
  verbs({ names: ['format', 'diskpart', 'clean'], rows: [[/[/-]\?/, [MACHINE]]], otherwise: [system('destroy-disk')] }),
  verbs({
    names: ['cmdkey', 'vaultcmd', 'rundllkeymgr'],
    rows: [[/[/-](?:add|generic|delete)/, [system('change-account')]]],
    otherwise: [secret('vault', 'saved credentials')],
  }),
  verbs({
    names: ['logman', 'wpr', 'xperf', 'tracelog'],
    rows: [
      [/ (?:stop|delete|update|-cancel|-stop)/, [system('stop-logging')]],
      [/ (?:create|start|-start)/, [system('change-configuration')]],
    ],
    otherwise: [MACHINE],
  }),
  verbs({
    names: ['pktmon', 'tshark', 'dumpcap', 'windump'],
    rows: [[/ (?:stop|status|list|help)/, [MACHINE]]],
    otherwise: [system('capture-traffic')],
  }),
  verbs({
    names: ['sysmon', 'sysmon64'],
    rows: [
      [/[-/]u\b/, [system('disable-security')]],
      [/[-/]c\b/, [system('stop-logging')]],
    ],
    otherwise: [system('change-configuration')],
  }),
  verbs({
    names: ['fltmc'],
    rows: [
      [/unload|detach/, [system('disable-security')]],
      [/ load/, [system('change-kernel')]],
    ],
    otherwise: [MACHINE],
  }),
  verbs({
    names: ['mpcmdrun'],
    rows: [
      [/-removedefinitions|-restore|-disable/, [system('disable-security')]],
      [/-downloadfile/, [{ does: 'run-code', language: 'binary', origin: 'network', seenThrough: false }]],
    ],
    otherwise: [{ does: 'read-system', what: 'security' }],
  }),
  verbs({
    names: ['appcmd'],
    rows: [
      [/ set config.*dontlog|httplogging/, [system('stop-logging')]],
      [
        /password|processmodel|[/-](?:config|text):?\*?(?:$|\s)|[/-]text:\*/,
        [secret('other', 'accounts of web applications')],
      ],
      [/ (?:list|search)/, [MACHINE]],
      [/module/, [system('persist')]],
    ],
    otherwise: [system('change-configuration')],
  }),
  verbs({
    names: ['shutdown', 'logoff', 'tsdiscon', 'psshutdown'],
    rows: [[/[/-]\?|[/-]a\b/, [MACHINE]]],
    otherwise: [system('power')],
  }),
  verbs({
    names: ['setx'],
    rows: [[/cor_|path |psmodulepath|comspec|userinit/, [system('persist')]]],
    otherwise: [system('change-configuration')],
  }),
  verbs({
    names: ['w32tm', 'tzutil'],
    rows: [[/[/-](?:query|g|l|stripchart|monitor|tz|\?)/, [MACHINE]]],
    otherwise: [system('change-clock')],
  }),
  verbs({
    names: ['dism', 'pkgmgr', 'ocsetup'],
    rows: [
      [/get-|checkhealth|scanhealth|[/-]\?/, [MACHINE]],
      [/disable-feature.*defender|defender.*disable/, [system('disable-security')]],
      [/enable-feature|add-/, [system('change-configuration')]],
      [/disable-feature|remove-/, [system('remove-package')]],
    ],
    otherwise: [system('change-configuration')],
  }),
  verbs({
    names: ['pnputil', 'devcon'],
    rows: [[/enum|find|status|list/, [MACHINE]]],
    otherwise: [system('change-kernel')],
  }),
  verbs({
    names: ['powercfg'],
    rows: [[/[/-](?:l|list|q|query|a|requests|batteryreport|energy|devicequery|getactivescheme)/, [MACHINE]]],
    otherwise: [system('change-configuration')],
  }),
  verbs({
    names: ['winrm', 'winrs'],
    rows: [
      [/ (?:get|enumerate|e|g|identify|id) /, [MACHINE]],
      [/quickconfig|set |create/, [{ does: 'open-door', what: 'remote-access' }]],
    ],
    otherwise: [{ does: 'run-code', language: 'cmd', origin: 'dynamic', seenThrough: false }],
  }),
  verbs({
    names: ['manage-bde'],
    rows: [
      [/-status/, [MACHINE]],
      [/-protectors.*-get/, [secret('other', 'recovery keys')]],
    ],
    otherwise: [system('disable-security')],
  }),
  verbs({
    names: ['klist'],
    rows: [[/purge/, [system('change-account')]]],
    otherwise: [secret('token', 'kerberos tickets')],
  }),
  verbs({
    names: ['setspn'],
    rows: [[/-[aSsdu] /, [system('change-account')]]],
    otherwise: [secret('token', 'service principals')],
  }),
  verbs({
    names: ['nltest', 'dsquery', 'dsget', 'adfind', 'csvde', 'ldifde', 'dnscmd', 'dsacls'],
    rows: [[/ -i |serverlevelplugindll|[/-]config/, [system('persist')]]],
    otherwise: [{ does: 'read-system', what: 'users' }, system('scan', 'directory')],
  }),
  verbs({ names: ['eventcreate'], rows: [], otherwise: [system('change-configuration')] }),
  verbs({ names: ['takeown'], rows: [], otherwise: [system('grant-privilege')] }),
  verbs({
    names: [
      'gpupdate',
      'sfc',
      'chkdsk',
      'chkntfs',
      'defrag',
      'label',
      'mountvol',
      'subst',
      'usoclient',
      'ipconfigure',
      'secedit',
      'lpq',
    ],
    rows: [[/[/-]\?/, [MACHINE]]],
    otherwise: [system('change-configuration')],
  }),
  verbs({
    names: ['ipconfig'],
    rows: [[/[/-](?:release|renew|registerdns|setclassid)/, [system('change-network')]]],
    otherwise: [{ does: 'read-system', what: 'network' }],
  }),
  verbs({
    names: ['route', 'arp'],
    rows: [[/ (?:add|delete|change|-[sdf]) /, [system('change-network')]]],
    otherwise: [{ does: 'read-system', what: 'network' }],
  }),
  verbs({
    names: ['iisreset'],
    rows: [[/[/-]status/, [MACHINE]]],
    otherwise: [stopService],
  }),
  reports('vswhere typeperf', 'machine'),
  reports('whoami quser qwinsta query gpresult qprocess rwinsta', 'users'),
  reports('systeminfo ver vol hostname getmac driverquery msinfo32 winver chcp mode', 'machine'),
  reports('tasklist openfiles pslist handle', 'processes'),
  reports('netstat nbtstat pathping', 'network'),
]
