import { literal, show, textOf, type Word } from '../../word.ts'
import { readArguments } from '../options.ts'
import {
  always,
  door,
  networkStream,
  onlyAsks,
  pipedPayload,
  plain,
  report,
  reports,
  secret,
  service,
  settings,
  shown,
  system,
  valued,
} from './facts.ts'
import type { Kit, Program } from './program.ts'
import { tabled, walk } from './table.ts'

/** Firewalls: listing is looking, everything else changes what may come in. */
function firewall(names: string, looks: RegExp): Program {
  return {
    names: names.split(' '),
    means: (kit) => {
      const { args, stdin, program } = kit.invocation
      const text = shown(args)
      if (onlyAsks(args)) return
      if (looks.test(text) && stdin.kind === 'nothing') kit.tell(report('security'))
      else {
        kit.tell(system('change-firewall', `${program} ${text}`))
        if (
          /(^|\s)(-F|--flush|flush ruleset|disable|reset|-X|--panic-off|-d)(\s|$)|-P \w+ ACCEPT/.test(text) ||
          /^(-D)/.test(text)
        )
          kit.tell(system('disable-security', `${program} ${text}`))
      }
    },
  }
}

/** Switches of the system's own guards. */
function guard(names: string, looks: RegExp, weakens: RegExp): Program {
  return {
    names: names.split(' '),
    means: (kit) => {
      const { args, program } = kit.invocation
      const text = shown(args)
      if (onlyAsks(args) || args.length === 0 || looks.test(text)) kit.tell(report('security'))
      else kit.tell(system(weakens.test(text) ? 'disable-security' : 'change-configuration', `${program} ${text}`))
    },
  }
}

function meansSysctl(kit: Kit): void {
  const read = readArguments(kit.invocation.args, { arity: valued('-p -f --load -r --pattern'), style: 'gnu' })
  for (const file of read.values('-p', '-f', '--load')) kit.reads(file)
  const sets =
    read.has('-w', '--write', '-p', '--load', '--system', '-f') ||
    read.operands.some((word) => show(word).includes('='))
  if (!sets) kit.tell(report('machine'))
  else kit.tell(system('change-kernel', shown(read.operands)))
  if (
    sets &&
    read.operands.some((word) =>
      /randomize_va_space=0|ptrace_scope=0|kptr_restrict=0|dmesg_restrict=0|core_pattern|modprobe=/.test(show(word)),
    )
  )
    kit.tell(system('disable-security', shown(read.operands)))
}

const OPENSSL = valued(
  '-in -out -inkey -key -keyout -CA -CAkey -CAfile -CApath -cert -certfile -connect -config -extfile -extensions -subj -days -passin -passout -pass -k -K -iv -S -md -name -newkey -pkeyopt -addext -servername -cafile -engine -provider -provider-path -accept -port -www -rand -writerand -signature -sign -verify -prverify -set_serial -CAserial -inform -outform -hash -host -starttls -proxy -psk -cipher -ciphersuites -nextprotoalg -alpn -reqexts -algorithm -paramfile -peerkey -kdfopt -nameopt -certopt -checkhost -crl -gencrl -policy -digest -recip -signer -sess_out -sess_in -keylogfile -msgfile -url -issuer -respout -reqin -respin',
)

/** openssl: the subcommand decides; engines and providers are libraries that it loads. */
function meansOpenssl(kit: Kit): void {
  const { args, stdin } = kit.invocation
  const [command, ...others] = args
  const name = command === undefined ? undefined : textOf(command)
  if (command === undefined)
    return stdin.kind === 'nothing' ? kit.opaque('interactive', 'openssl') : kit.opaque('dynamic-code', 'openssl')
  if (name === undefined) return kit.opaque('unknown-subcommand', 'openssl')
  const read = readArguments(others, { arity: OPENSSL, style: 'single-dash' })
  if (read.has('-engine', '-provider-path') || name === 'engine')
    kit.opaque('unknown-option', `openssl ${name} loads a library`)
  for (const provider of read.values('-provider'))
    if (!/^(default|legacy|base|fips|null)$/.test(show(provider)))
      kit.opaque('unknown-option', `openssl -provider ${show(provider)}`)
  for (const file of read.values('-in', '-inkey', '-key', '-CAfile', '-cert', '-extfile', '-certfile', '-msgfile'))
    kit.reads(file)
  for (const file of read.values('-out', '-keyout', '-writerand', '-sess_out', '-keylogfile', '-respout'))
    kit.writes(file, 'overwrite')
  const source = read.value('-in')
  if (name === 's_client' || name === 's_time' || name === 'ocsp') {
    const host = read.value('-connect', '-host', '-url')
    const payload = pipedPayload(kit)
    const quits = stdin.kind === 'text' && /^(q|quit|\s*)$/i.test(stdin.text.trim())
    if (host)
      kit.contacts(
        host,
        payload && !quits ? 'upload' : 'lookup',
        payload && !quits ? 'data' : 'nothing',
        quits ? undefined : payload,
      )
    kit.puts(networkStream(host))
  } else if (name === 's_server') kit.tell(door('listener', textOf(read.value('-accept', '-port') ?? literal('4433'))))
  else if (
    /^(dgst|enc|base64|md5|sha\d*|aes-.*|des.*|rc4|bf.*|camellia.*|chacha20|blake.*|rmd160|sm3|sm4.*)$/.test(name)
  ) {
    for (const file of /^(enc|base64|aes|des|rc4|bf|camellia|chacha|sm4)/.test(name) ? [] : read.operands)
      kit.reads(file)
    kit.puts(
      source ? { kind: 'file', places: [kit.place(source)] } : stdin.kind === 'text' ? { kind: 'unknown' } : stdin,
    )
  } else if (
    !/^(req|x509|genrsa|genpkey|gendsa|rsa|ec|ecparam|dsa|dsaparam|dhparam|pkey|pkeyutl|pkeyparam|rsautl|pkcs12|pkcs7|pkcs8|verify|rand|ca|crl|crl2pkcs7|version|ciphers|list|help|speed|asn1parse|passwd|prime|errstr|cms|smime|kdf|mac|nseq|rehash|sess_id|spkac|srp|storeutl|ts|info|cmp|fipsinstall|skeyutl)$/.test(
      name,
    )
  )
    kit.opaque('unknown-subcommand', `openssl ${name}`)
}

const GPG = valued(
  '-o -r -u --output --recipient --local-user --homedir --keyserver --keyserver-options --passphrase --passphrase-file --passphrase-fd --default-key --cipher-algo --digest-algo --trust-model --status-fd --keyring --options --agent-program --dirmngr-program --photo-viewer --pinentry-mode --command-fd --command-file --import-options --export-options --list-options -z --max-output --logger-file --exec-path',
)

function meansGpg(kit: Kit): void {
  const { args, program } = kit.invocation
  if (onlyAsks(args)) return
  const read = readArguments(args, { arity: GPG, style: 'gnu' })
  for (const runner of read.values('--agent-program', '--dirmngr-program', '--photo-viewer'))
    kit.code('shell', runner, { via: program })
  if (read.has('--options', '--exec-path', '--command-file'))
    kit.opaque('unknown-option', `${program} with its own options`)
  for (const file of read.values('-o', '--output', '--logger-file')) kit.writes(file, 'overwrite')
  if (read.has('--export-secret-keys', '--export-secret-subkeys', '--export-ssh-key'))
    kit.tell(secret('keychain', 'gpg secret keys'))
  else if (read.has('--delete-secret-keys', '--delete-secret-and-public-key', '--delete-key', '--delete-keys'))
    kit.tell(settings('other', 'gpg keys', `delete ${shown(read.operands)}`))
  else if (
    read.has(
      '--recv-keys',
      '--receive-keys',
      '--recv-key',
      '--refresh-keys',
      '--search-keys',
      '--auto-key-locate',
      '--locate-keys',
      '--fetch-keys',
    )
  )
    kit.contacts(read.value('--keyserver') ?? literal('keys.openpgp.org'), 'lookup')
  else if (read.has('--send-keys'))
    kit.contacts(read.value('--keyserver') ?? literal('keys.openpgp.org'), 'upload', 'data', {
      from: 'text',
      text: shown(read.operands),
    })
  else if (
    read.has(
      '--list-keys',
      '-k',
      '-K',
      '--list-secret-keys',
      '--fingerprint',
      '--list-sigs',
      '--check-sigs',
      '--list-packets',
      '--with-colons',
      '--card-status',
      '--show-keys',
      '--edit-key',
      '--gen-key',
      '--generate-key',
      '--full-generate-key',
      '--full-gen-key',
      '--quick-generate-key',
      '--quick-gen-key',
      '--sign-key',
      '--lsign-key',
      '--gen-revoke',
      '--export',
      '--change-passphrase',
      '--import-ownertrust',
      '--export-ownertrust',
      '--quick-add-uid',
    )
  )
    kit.tell(report('security'))
  else for (const file of read.operands) kit.reads(file)
  if (read.has('--import')) kit.tell(settings('other', 'gpg keys', shown(read.operands)))
  const source = read.operands[0]
  if (!read.has('-o', '--output') && read.has('-d', '--decrypt'))
    kit.puts(source ? { kind: 'unknown' } : { kind: 'unknown' })
}

/** Password managers: listing names is looking, showing an entry is taking a secret. */
function manager(
  names: string,
  store: 'password-manager' | 'vault' | 'keychain',
  looks: RegExp,
  takes: RegExp,
  writes: RegExp,
): Program {
  return {
    names: names.split(' '),
    means: (kit) => {
      const { args, program } = kit.invocation
      if (onlyAsks(args)) return
      const text = shown(args)
      const words = args.filter((word) => !show(word).startsWith('-'))
      const runner = /(^|\s)(run|exec|shell-plugin)\s/.test(text) && args.some((word) => textOf(word) === '--')
      if (runner) {
        kit.tell(secret(store, `${program} ${shown(words)}`))
        kit.runs(args.slice(args.findIndex((word) => textOf(word) === '--') + 1), { via: program })
      } else if (takes.test(text)) kit.tell(secret(store, `${program} ${shown(words)}`))
      else if (writes.test(text))
        kit.tell(
          service(
            program,
            /(delete|remove|\brm\b|destroy|purge|disable|revoke)/.test(text)
              ? 'delete'
              : /(policy|auth|token|grant|share)/.test(text)
                ? 'grant'
                : 'write-secret',
            words,
          ),
        )
      else if (looks.test(text) || args.length === 0) kit.tell(report('security'))
      else kit.opaque('unknown-subcommand', `${program} ${text}`)
    },
  }
}

function meansTrust(kit: Kit): void {
  const { args, program } = kit.invocation
  const text = shown(args)
  if (/(^|\s)(-L|-K|list|--list|dump|--help|-V|--version|extract-compat)(\s|$)/.test(text)) kit.tell(report('security'))
  else if (program === 'certutil' && /(^|\s)-(decode|encode|hashfile|dump|urlcache|N|S|R|C)(\s|$)/.test(text)) {
    if (text.includes('urlcache')) kit.opaque('other', text)
  } else kit.tell(system('trust-certificate', `${program} ${text}`))
}

/** Tools whose only use is breaking in, guessing, or finding the way to do it. */
const SCANNERS =
  'masscan zmap rustscan naabu nikto gobuster dirb dirbuster dirsearch feroxbuster ffuf wfuzz wpscan nuclei sublist3r subfinder amass theharvester recon-ng dnsrecon dnsenum fierce whatweb wafw00f enum4linux enum4linux-ng nbtscan onesixtyone snmpwalk snmpcheck smbmap ldapdomaindump kerbrute bloodhound bloodhound-python sharphound linpeas linpeas.sh winpeas winpeas.bat lse.sh linenum.sh linux-exploit-suggester.sh les.sh pspy pspy64 unix-privesc-check sslscan testssl.sh testssl sslyze arachni zaproxy zap-cli burpsuite skipfish wapiti xsstrike commix katana httpx-toolkit arp-scan netdiscover nmapautomator autorecon'
const BREAKERS =
  'john hashcat hydra medusa ncrack patator crowbar cewl crunch aircrack-ng airodump-ng aireplay-ng airmon-ng airbase-ng wifite reaver bully hcxdumptool cowpatty pyrit fcrackzip pdfcrack rarcrack ophcrack thc-hydra brutespray hash-identifier hashid chntpw samdump2 unshadow ssh2john ssh2john.py zip2john crackmapexec cme netexec nxc evil-winrm impacket-secretsdump secretsdump.py impacket-psexec psexec.py wmiexec.py impacket-wmiexec smbexec.py getuserspns.py getnpusers.py ticketer.py certipy rubeus mimikatz mimipenguin lazagne lazagne.py pypykatz gosecretsdump procdump nanodump laudanum msfconsole msfvenom msfdb msfrpcd meterpreter sliver sliver-client empire powershell-empire cobaltstrike teamserver havoc merlin villain searchsploit sqlmap sqlninja beef beef-xss setoolkit evilginx gophish weevely metasploit veil shellter routersploit exploitdb xerosploit slowloris slowhttptest goldeneye loic hoic t50 mdk4 mdk3 yersinia macof dhcpig'

export const security: readonly Program[] = [
  firewall(
    'iptables ip6tables iptables-legacy ip6tables-legacy iptables-nft ebtables arptables',
    /(^|\s)(-L\w*|-nvL|-nL|-vnL|-S|--list|--list-rules|-C|--check|-V|--version)(\s|$)|^-[nv]+L|-t \w+ -[nvL]+/,
  ),
  firewall('nft', /(^|\s)(list|monitor|describe|-c|--check)(\s|$)/),
  firewall('ufw', /(^|\s)(status|show|version|app list|app info|--dry-run)(\s|$)/),
  firewall('firewall-cmd firewall-offline-cmd', /--(list|get|query|state|info|version|help)/),
  firewall('pfctl ipfw npf', /(^|\s)(-s|show|list|-v)(\s|$)|^-s/),
  firewall(
    'iptables-restore ip6tables-restore ipset fwconsole csf shorewall',
    /(^|\s)(list|-L|save|--test|-t|check|show|status)(\s|$)/,
  ),
  tabled({
    names: ['iptables-save', 'ip6tables-save'],
    options: { '-f': 'write', '-M': 'program', '-t': 'text' },
    does: [report('security')],
  }),
  { names: ['sysctl'], means: meansSysctl },
  guard('setenforce', /^$/, /0|permissive/i),
  guard(
    'getenforce sestatus aa-status apparmor_status ausearch aureport seinfo sesearch matchpathcon getsebool lynis chkrootkit rkhunter debsums aide tripwire clamscan freshclam clamdscan oscap auvirt avcstat',
    /./,
    /^never$/,
  ),
  guard(
    'setsebool semanage chcon restorecon semodule fixfiles update-crypto-policies fips-mode-setup',
    /(^|\s)(-l|--list|--show|--check|-n)(\s|$)/,
    /permissive|off|0|disable|-r|LEGACY/i,
  ),
  guard('aa-disable aa-teardown aa-complain aa-remove-unknown apparmor_parser', /^(--version|--help)$/, /./),
  guard('aa-enforce aa-genprof aa-logprof aa-autodep aa-audit', /^--help$/, /^never$/),
  guard('auditctl', /^(-l|-s|-v)$/, /(^|\s)(-D|-e\s*0|-d|-W)/),
  guard('mokutil', /(--list|--sb-state|--test-key|--export)/, /(--disable-validation|--import|--reset|--delete)/),
  guard(
    'spctl csrutil fdesetup systemsetup kmutil bputil nvram',
    /(--status|^status|-a|--assess|list|--list|-get|authenticated-root status|-p$|-x -p|showloaded)/,
    /(disable|--master-disable|--global-disable|clear|--add|-c$|boot-args|off)/,
  ),
  guard('tccutil', /^$/, /reset/),
  guard('fail2ban-client', /^(status|ping|version|get)/, /^(stop|unban|set .* unbanip|--unban)/),
  tabled({
    names: ['aa-exec'],
    options: { '-p, --profile, -n, --namespace': 'text' },
    operands: 'command',
    stopAtOperand: true,
  }),
  { names: ['openssl', 'libressl'], means: meansOpenssl },
  { names: ['gpg', 'gpg2', 'gpgv', 'gpgsm'], means: meansGpg },
  tabled({
    names: ['gpgconf', 'gpg-connect-agent', 'gpg-agent'],
    options: { '--homedir': 'text', '--run, -r, --options, --pinentry-program, --exec': 'opaque' },
    does: [report('security')],
  }),
  tabled({
    names: ['age', 'rage'],
    options: {
      '-o, --output': 'write',
      '-i, --identity, -R, --recipients-file': 'read',
      '-r, --recipient': 'text',
      '-j': 'program',
    },
    operands: 'read',
  }),
  tabled({
    names: ['age-keygen', 'rage-keygen', 'minisign', 'signify'],
    options: { '-o, --output, -p, -s, -x': 'write', '-m, -V': 'text' },
  }),
  {
    names: ['sops'],
    means: (kit) =>
      walk(
        kit,
        {
          options: {
            '--output': 'write',
            '-k, --kms, --pgp, -a, --age, --extract, --set, --input-type, --output-type, --encrypted-regex, --config':
              'text',
          },
          operands: 'read',
          ...(kit.invocation.args.some((word) => /^(-i|--in-place)$/.test(show(word))) ? { lastOperand: 'edit' } : {}),
        },
        kit.invocation.args.filter(
          (word) =>
            !/^(-d|-e|--decrypt|--encrypt|-i|--in-place|-r|--rotate|decrypt|encrypt|edit|rotate)$/.test(show(word)),
        ),
      ),
  },
  manager(
    'pass gopass',
    'password-manager',
    /^(ls|list|find|search|help|version|git|grep)/,
    /^(show|-c|otp|cat|export)|^[^-\s]+\/\S+$|^(?!insert|generate|rm|mv|cp|edit|init|ls|list|find|git)\w+/,
    /^(insert|generate|edit|rm|mv|cp|init|set|create)/,
  ),
  manager(
    'op bw lpass rbw keepassxc-cli kpcli bws keeper dcli enpass-cli',
    'password-manager',
    /(account list|vault list|item list|list|ls|status|whoami|--version|sync|login|signin|unlock|lock|logout|generate|help|get template|update)/,
    /(item get|get (password|item|notes|totp|username|uri|exposed)|read op:|show|inject|document get|clip|export|signin --raw|unlock --raw|dump|cat|secret get)/,
    /(create|edit|delete|add|rm|move|share|provision|import|invite|grant|revoke|set|restore|confirm)/,
  ),
  manager(
    'vault bao',
    'vault',
    /^(status|version|login|path-help|secrets list|auth list|policy (list|read|fmt)|audit list|token (lookup|capabilities)|operator (members|raft list-peers|key-status)|plugin list|print|list|debug|monitor|lease lookup)/,
    /^(read|kv get|token create|unwrap|ssh|kv metadata get|operator (init|generate-root))|\bcreds\//,
    /^(write|kv (put|patch|delete|destroy|undelete|rollback)|delete|secrets (enable|disable|move|tune)|auth (enable|disable|tune)|policy (write|delete)|token (revoke|renew)|audit (enable|disable)|operator|lease|plugin|namespace|patch|server)/,
  ),
  manager(
    'security',
    'keychain',
    /^(find-identity|list-keychains|default-keychain|show-keychain-info|verify-cert|cms|error|login-keychain|help|authorizationdb read|list-smartcards|dump-trust-settings)/,
    /^(find-(generic|internet)-password|dump-keychain|export|find-key|find-certificate -p|unlock-keychain|get-identity-preference)/,
    /^(add-|delete-|set-|import|create-keychain|remove-|lock-keychain|authorizationdb (write|remove)|trust-settings|user-trust|authorize|execute-with-privileges)/,
  ),
  manager(
    'secret-tool keyring kwallet-query gnome-keyring libsecret',
    'keychain',
    /^(list-backends|--list-backends|search --unlock-never|lock|help|diagnose|-l)/,
    /^(lookup|search|get|-r|unlock)/,
    /^(store|clear|set|del|-w)/,
  ),
  {
    names: ['update-ca-certificates', 'update-ca-trust', 'trust', 'certutil', 'mkcert', 'c_rehash'],
    means: meansTrust,
  },
  tabled({
    names: ['keytool', 'jarsigner'],
    options: {
      '-keystore, -file, -infile': 'read',
      '-storepass, -keypass, -alias, -dname, -validity, -keyalg, -keysize': 'text',
      '-providerclass, -providerpath, -provider, -providerarg, -J': 'opaque',
    },
    style: 'single-dash',
    when: { '-importcert, -import, -importkeystore': [system('trust-certificate', 'keystore')] },
  }),
  tabled({
    names: ['certbot', 'acme.sh', 'lego', 'dehydrated'],
    options: {
      '--pre-hook, --post-hook, --deploy-hook, --renew-hook, --manual-auth-hook, --manual-cleanup-hook, --reloadcmd, --renew-hook-cmd':
        'shell',
      '-d, --domain, --domains, -m, --email, --cert-name, --server, -w, --webroot-path': 'text',
      '--config-dir, --work-dir, --logs-dir': 'directory',
      '--config, -c, --config-home': 'opaque',
    },
    does: [service('acme', 'create', [])],
  }),
  tabled({
    names: ['cosign', 'sigstore', 'rekor-cli', 'gitsign', 'slsa-verifier', 'notation'],
    options: {
      '--key, --certificate, --signature, --bundle': 'read',
      '--output-signature, --output-certificate, --output-file': 'write',
    },
    does: [service('sigstore', 'read', [])],
  }),
  {
    names: ['nmap'],
    means: (kit) => {
      const { args } = kit.invocation
      const read = readArguments(args, {
        arity: valued(
          '-p -oN -oX -oG -oA -oS -iL -e -S -D --script --script-args --script-args-file --datadir --excludefile --exclude --top-ports --min-rate --max-rate --stylesheet --resume --dns-servers -g --source-port --data --data-string --max-retries --host-timeout --scan-delay -m',
        ),
        style: 'single-dash',
      })
      if (onlyAsks(args)) return
      if (read.has('--interactive')) kit.opaque('interactive', 'nmap --interactive')
      for (const script of read.values('--script'))
        if (word(script)) kit.opaque('unreadable-code', `nmap --script ${show(script)}`)
      if (read.has('--datadir', '--servicedb', '--script-args-file'))
        kit.opaque('unknown-option', 'nmap with its own data')
      for (const file of read.values('-oN', '-oX', '-oG', '-oA', '-oS'))
        if (textOf(file) !== '-') kit.writes(file, 'overwrite')
      for (const file of read.values('-iL', '--excludefile')) kit.reads(file)
      for (const host of read.operands) kit.contacts(host, 'probe')
      if (!read.has('-sL', '--iflist')) kit.tell(system('scan', shown(read.operands)))
    },
  },
  {
    names: SCANNERS.split(' '),
    means: (kit) =>
      onlyAsks(kit.invocation.args)
        ? undefined
        : kit.tell(system('scan', `${kit.invocation.program} ${shown(kit.invocation.args)}`)),
  },
  {
    names: BREAKERS.split(' '),
    means: (kit) =>
      onlyAsks(kit.invocation.args)
        ? undefined
        : kit.tell(system('crack', `${kit.invocation.program} ${shown(kit.invocation.args)}`)),
  },
  always(
    system('mine', 'crypto currency'),
    'xmrig xmr-stak cgminer bfgminer minerd cpuminer ethminer nbminer t-rex lolminer phoenixminer nicehash claymore ccminer',
  ),
  always(system('capture-input', 'keys'), 'logkeys xspy lkl showkey'),
  always(system('dump-memory', 'process memory'), 'gcore avml memdump fmem volatility volatility3 vol.py'),
  reports(
    'security',
    'gitleaks trufflehog detect-secrets git-secrets semgrep snyk bandit safety osv-scanner dependency-check',
    { options: { '--config, -c': 'read', '-o, --output, --report-path': 'write' } },
  ),
  plain('totp oathtool', { options: {} }),
]

/** A script of nmap's own library is known by name; a path or an unknown word is code. */
function word(script: Word): boolean {
  return script.kind !== 'literal' || /[/.]/.test(script.text)
}
