import { show, textOf, type Word } from '../../word.ts'
import { readOptions } from './read-options.ts'
import { onlyAsks, plain, report, reports, service, shown, system, valued } from './facts.ts'
import type { ProgramContext, Program } from './program.ts'
import { tabled } from './table.ts'

/** Firewalls: listing is looking, everything else changes what may come in. */
function firewall(names: string, looks: RegExp): Program {
  return {
    names: names.split(' '),
    means: (context) => {
      const { args, stdin, program } = context.invocation
      const text = shown(args)
      if (onlyAsks(args)) return
      if (looks.test(text) && stdin.kind === 'nothing') context.record(report('security'))
      else {
        context.record(system('change-firewall', `${program} ${text}`))
        if (
          /(^|\s)(-F|--flush|flush ruleset|disable|reset|-X|--panic-off|-d)(\s|$)|-P \w+ ACCEPT/.test(text) ||
          /^(-D)/.test(text)
        )
          context.record(system('disable-security', `${program} ${text}`))
      }
    },
  }
}

/** Switches of the system's own guards. */
function guard(names: string, looks: RegExp, weakens: RegExp): Program {
  return {
    names: names.split(' '),
    means: (context) => {
      const { args, program } = context.invocation
      const text = shown(args)
      // These need no argument to act.
      const acts = /^aa-(?:teardown|remove-unknown)$/.test(program)
      if (onlyAsks(args) || (args.length === 0 && !acts) || looks.test(text)) context.record(report('security'))
      else
        context.record(system(weakens.test(text) ? 'disable-security' : 'change-configuration', `${program} ${text}`))
    },
  }
}

/** macOS marks what came from the network; a file without the mark is opened without a question. */
function meansXattr(context: ProgramContext): void {
  const { args } = context.invocation
  const flags = args.map(show).filter((word) => /^-\w+$/.test(word))
  const [first, ...others] = args.filter((word) => !show(word).startsWith('-'))
  const named = flags.some((flag) => /[dpw]/.test(flag))
  const changes = flags.some((flag) => /[dcw]/.test(flag))
  const files = named
    ? flags.some((flag) => flag.includes('w'))
      ? others.slice(1)
      : others
    : first
      ? [first, ...others]
      : []
  if (changes && (!named || first?.kind !== 'literal' || first.text.includes('quarantine')))
    context.record(system('disable-security', `quarantine of ${shown(files)}`))
  for (const file of files)
    if (changes) context.writes(file, 'edit')
    else context.reads(file, 'names')
}

/** Sizes and counts that servers and watchers of files need. */
function isLimit(word: Word): boolean {
  return /^(?:vm\.(?:max_map_count|overcommit_memory|swappiness|nr_hugepages|dirty_\w+)|fs\.(?:file-max|nr_open|aio-max-nr|inotify\.max_\w+)|net\.core\.(?:somaxconn|[rw]mem_(?:max|default)|netdev_max_backlog)|net\.ipv4\.(?:ip_local_port_range|tcp_max_syn_backlog)|kernel\.(?:shmmax|shmall|pid_max|threads-max))=[\d\s]+$/.test(
    textOf(word) ?? '',
  )
}

function meansSysctl(context: ProgramContext): void {
  const read = readOptions(context, context.invocation.args, {
    arity: valued('-p -f --load -r --pattern'),
    style: 'gnu',
  })
  for (const file of read.values('-p', '-f', '--load')) context.reads(file)
  const sets =
    read.has('-w', '--write', '-p', '--load', '--system', '-f') ||
    read.operands.some((word) => show(word).includes('='))
  // Keys are names below /proc/sys, and nothing stops `..`.
  if (read.operands.some((word) => /\.\.|^\//.test(show(word)))) context.opaque('unknown-option', shown(read.operands))
  if (!sets) context.record(report('machine'))
  else if (read.operands.length > 0 && !read.has('-p', '-f', '--load', '--system') && read.operands.every(isLimit))
    context.record(system('tune-kernel', shown(read.operands)))
  else context.record(system('change-kernel', shown(read.operands)))
  if (
    sets &&
    read.operands.some((word) =>
      /randomize_va_space=0|ptrace_scope=0|kptr_restrict=0|dmesg_restrict=0|core_pattern|modprobe=/.test(show(word)),
    )
  )
    context.record(system('disable-security', shown(read.operands)))
}

function meansTrust(context: ProgramContext): void {
  const { args, program } = context.invocation
  const text = shown(args)
  if (/(^|\s)(-L|-K|list|--list|dump|--help|-V|--version|extract-compat)(\s|$)/.test(text))
    context.record(report('security'))
  else if (program === 'mkcert' && !/(^|\s)-install\b/.test(text)) {
    for (const [index, word] of args.entries())
      if (/^-(cert|key|p12)-file$/.test(show(args[index - 1] ?? word))) context.writes(word, 'create')
  } else if (program === 'certutil' && /(^|\s)-(decode|encode|hashfile|dump|urlcache|N|S|R|C)(\s|$)/.test(text)) {
    if (text.includes('urlcache')) context.opaque('other', text)
  } else context.record(system('trust-certificate', `${program} ${text}`))
}

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
  guard('aa-disable aa-teardown aa-complain aa-remove-unknown apparmor_parser', /^(--version|--help)$/, /^/),
  guard('aa-enforce aa-genprof aa-logprof aa-autodep aa-audit', /^--help$/, /^never$/),
  guard('auditctl', /^(-l|-s|-v)$/, /(^|\s)(-D|-e\s*0|-d|-W)/),
  guard('mokutil', /(--list|--sb-state|--test-key|--export)/, /(--disable-validation|--import|--reset|--delete)/),
  guard(
    'spctl csrutil fdesetup systemsetup kmutil bputil nvram',
    /(--status|^status|(?:^|\s)-a(?:\s|$)|--assess|list|--list|-get|authenticated-root status|-p$|-x -p|showloaded)/,
    /(disable|--master-disable|--global-disable|clear|--add|-c$|boot-args|off|\w=)/,
  ),
  { names: ['xattr'], means: meansXattr },
  guard('tccutil', /^$/, /reset/),
  guard('fail2ban-client', /^(status|ping|version|get)/, /^(stop|unban|set .* unbanip|--unban)/),
  {
    names: ['update-ca-certificates', 'update-ca-trust', 'trust', 'certutil', 'mkcert', 'c_rehash'],
    means: meansTrust,
  },
  tabled({
    names: ['keytool', 'jarsigner'],
    options: {
      '-keystore': 'names',
      '-file, -infile': 'read',
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
    names: ['snyk'],
    means: (context) => {
      const read = readOptions(context, context.invocation.args, {
        arity: valued(
          '--file --org --severity-threshold --policy-path --package-manager --project-name --remote-repo-url --target-reference --exclude --detection-depth --command --json-file-output --sarif-file-output',
        ),
        style: 'gnu',
      })
      for (const file of read.values('--json-file-output', '--sarif-file-output')) context.writes(file, 'overwrite')
      const [verb, kind] = read.operands.map((word) => textOf(word))
      if (read.has('--command')) context.opaque('unknown-option', 'snyk --command')
      if (verb === 'monitor' || kind === 'monitor') context.record(service('snyk', 'publish', read.operands))
      else if (verb === undefined || /^(?:test|container|iac|code|sbom|version|help)$/.test(verb))
        context.record(report('security'))
      else if (verb === 'auth') context.record(service('snyk', 'log-in', []))
      else context.opaque('unknown-subcommand', `snyk ${verb}`)
    },
  },
  reports('security', 'git-secrets semgrep safety osv-scanner dependency-check', {
    options: { '--config, -c': 'read', '-o, --output, --report-path': 'write' },
  }),
  // They print the secrets that they find: in the project that is its own business.
  reports('security', 'gitleaks trufflehog detect-secrets', {
    options: {
      '-c, --config, -b, --baseline-path, --baseline, --exclude-paths, --include-paths': 'read',
      '-o, --output, -r, --report-path': 'write',
      '-s, --source': 'read-tree',
      '-f, --report-format, --log-opts, --only-verified, --branch, --since-commit, --results, --redact, --log-level, --max-decode-depth':
        'text',
    },
    operands: 'read-tree',
  }),
  plain('totp oathtool', { options: {} }),
]
