import type { EffectDraft } from '../shell/programs/program.ts'

/** Names in compiled or unparsed code that only serve one purpose. A mark says what is there, never that nothing is. */
const MARKS: readonly (readonly [RegExp, EffectDraft])[] = [
  [
    /amsiutils|amsiinitfailed|amsiscanbuffer|amsicontext/i,
    { does: 'change-system', deed: 'disable-security', target: 'AMSI' },
  ],
  [
    /cachedgrouppolicysettings|\bnonpublic\b/i,
    { does: 'change-system', deed: 'disable-security', target: 'what PowerShell keeps from scripts' },
  ],
  [/etweventwrite|psetwlogprovider/i, { does: 'change-system', deed: 'stop-logging', target: 'ETW' }],
  [
    /virtualalloc(?:ex)?|writeprocessmemory|createremotethread|ntmapviewofsection|queueuserapc|virtualprotect|rtlmovememory|setthreadcontext|getdelegateforfunctionpointer/i,
    { does: 'change-system', deed: 'inject-process', target: 'process memory' },
  ],
  [/minidumpwritedump|readprocessmemory/i, { does: 'change-system', deed: 'dump-memory', target: 'process memory' }],
  [
    /setwindowshookex|getasynckeystate|getkeystate\b/i,
    { does: 'change-system', deed: 'capture-input', target: 'keyboard' },
  ],
  [
    /openprocesstoken|adjusttokenprivileges|sedebugprivilege|duplicatetoken|impersonateloggedonuser|rtladjustprivilege/i,
    { does: 'change-system', deed: 'grant-privilege', target: 'token privileges' },
  ],
  [
    /icertificatepolicy|servercertificatevalidationcallback|trustallcerts/i,
    { does: 'change-system', deed: 'weaken-tls', target: 'certificate validation' },
  ],
  [
    /credread|credenumerate|lsaretrieveprivatedata|vaultenumerate|cryptunprotectdata/i,
    { does: 'read-secret', store: 'vault', target: 'stored credentials' },
  ],
  [/ntraiseharderror|ntsetinformationprocess/i, { does: 'change-system', deed: 'power', target: 'critical process' }],
]

/** What a search of the directory asks for that only an attack needs. */
const HUNTS: readonly (readonly [RegExp, EffectDraft])[] = [
  [
    /ms-?mcs-?admpwd|mslaps-|msds-managedpassword|unixuserpassword|userpassword|msfve-recovery|msds-keycredential/i,
    { does: 'read-secret', store: 'other', target: 'passwords kept in the directory' },
  ],
  [
    /serviceprincipalname|useraccountcontrol:|doesnotrequirepreauth|admincount|sidhistory|trustedfor|allowedtodelegate|allowedtoactonbehalf/i,
    { does: 'change-system', deed: 'scan', target: 'accounts of the directory that can be attacked' },
  ],
]

export function huntsIn(filter: string): readonly EffectDraft[] {
  return HUNTS.filter(([pattern]) => pattern.test(filter)).map(([, recorded]) => recorded)
}

export function marksIn(code: string): readonly EffectDraft[] {
  return MARKS.filter(([pattern]) => pattern.test(code)).map(([, recorded]) => recorded)
}

/** Text that must not count as harmless when it could not be parsed: what it plainly contains. */
const PLAIN: readonly (readonly [RegExp, EffectDraft])[] = [
  ...MARKS,
  [/new-object\s+(?:system\.)?net\.sockets\.tcpclient/i, { does: 'open-door', what: 'reverse-shell' }],
  [
    /download(?:string|data|file)\s*\(/i,
    { does: 'contact-host', host: { kind: 'unknown', source: 'download' }, sends: 'nothing', purpose: 'fetch' },
  ],
  [
    /\b(?:iex|invoke-expression)\b/i,
    { does: 'run-code', language: 'powershell', origin: 'dynamic', seenThrough: false },
  ],
  [/set-mppreference\s+-d/i, { does: 'change-system', deed: 'disable-security', target: 'Defender' }],
]

export function plainMarks(code: string): readonly EffectDraft[] {
  return PLAIN.filter(([pattern]) => pattern.test(code)).map(([, recorded]) => recorded)
}
