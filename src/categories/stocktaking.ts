import { show } from '../call/word.ts'
import type { Deeds, Evidence } from './category.ts'
import { deedsOf, oncePerCall } from './seek.ts'

/** What questions about a Windows machine are about. A `sensitive` subject is no part of finding a fault in a program. */
const SUBJECTS: readonly (readonly [subject: string, sensitivity: 'sensitive' | 'plain', asks: RegExp])[] = [
  [
    'accounts',
    'sensitive',
    /^(?:net1? (?:user|localgroup|group|accounts)|whoami \/(?:all|groups|priv)|query user|quser|qwinsta|get-local(?:user|group)|get-ad(?:user|group)|wmic (?:useraccount|group)|get-(?:wmiobject|ciminstance) (?:-class(?:name)? )?win32_(?:useraccount|group))/,
  ],
  [
    'neighbours',
    'sensitive',
    /^(?:net1? (?:view|share|session|use)|arp|nbtstat|nltest|get-smb(?:share|session)|get-netneighbor)\b/,
  ],
  [
    'protection',
    'sensitive',
    /^(?:fltmc|driverquery|get-mp\w+|netsh (?:adv)?firewall .*show|netsh advfirewall show|get-netfirewall\w*|auditpol)\b/,
  ],
  [
    'the machine',
    'plain',
    /^(?:systeminfo|hostname|ver|get-computerinfo|get-hotfix|wmic (?:os|computersystem|qfe|bios))\b/,
  ],
  ['the network', 'plain', /^(?:ipconfig|netstat|route|getmac|get-net(?:ip|tcp|adapter|route)\w*)\b/],
  ['processes', 'plain', /^(?:tasklist|get-process|wmic process)\b/],
  [
    'services',
    'plain',
    /^(?:sc(?:\.exe)? query|net1? start|get-service|schtasks|wmic (?:service|startup)|get-scheduledtask)\b/,
  ],
]

/** So many subjects, and each line asks about one. */
const FEWEST = 4

/** One call that asks about everything: who is here, who is near, what watches. That is how a break-in begins. */
export const stocktaking: (deeds: Deeds) => Evidence | undefined = oncePerCall((deeds) => {
  const programs = deedsOf(deeds, 'run-program')
  if (programs.length < FEWEST) return undefined
  const asked = new Set<string>()
  let quote: string | undefined
  for (const action of programs) {
    const line = [action.program, ...action.args.map(show)].join(' ').toLowerCase()
    for (const [subject, sensitivity, asks] of SUBJECTS)
      if (asks.test(line)) {
        asked.add(subject)
        if (sensitivity === 'sensitive') quote ??= action.evidence
      }
  }
  return quote !== undefined && asked.size >= FEWEST
    ? { quote, detail: `takes stock of ${[...asked].join(', ')}` }
    : undefined
})
