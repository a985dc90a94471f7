import type { EffectDraft } from '../shell/programs/program.ts'
import { show, textOf } from '../word.ts'
import type { Doing } from './doing.ts'
import { knownText, type Value, wordsOf } from './values.ts'

/** Cmdlets that are harmless but for one way to call them. */
const SWITCHED: readonly (readonly [cmdlets: RegExp, sign: RegExp, recorded: EffectDraft])[] = [
  [
    /^set-psreadlineoption$/,
    /savenothing|addtohistoryhandler/i,
    { does: 'change-system', deed: 'stop-logging', target: 'the history of commands' },
  ],
  [
    /^convertfrom-securestring$/,
    /\s-a\w*/i,
    { does: 'read-secret', store: 'other', target: 'a protected string in clear' },
  ],
  // The mark that says where a file came from, taken off something that runs.
  [
    /^(?:unblock-file|remove-item|clear-content|set-content)$/,
    /^unblock-file\b.*\.(?:exe|dll|msi|scr|hta|iso|img|vhdx?|chm|lnk|js|vbs|docm|xlsm|zip)\b|-stream\s+["']?zone\.identifier/i,
    { does: 'change-system', deed: 'disable-security', target: 'the mark of files from the network' },
  ],
  // Attributes of the directory that are passwords, whoever may read them.
  [
    /^get-ad/,
    /ms-?mcs-?admpwd|mslaps-|msds-managedpassword|unixuserpassword|userpassword|msfve-recovery|msds-keycredential/i,
    { does: 'read-secret', store: 'other', target: 'passwords kept in the directory' },
  ],
  // Whoever asks for these looks for accounts that can be attacked.
  [
    /^(?:get|search)-ad/,
    /doesnotrequirepreauth|serviceprincipalname|trustedfor(?:auth)?delegation|trustedtoauth|admincount|sidhistory|passwordnotrequired|allowedtodelegate|allowedtoactonbehalf|-filter\s+["']?\*["']?\s.*-properties\s+["']?\*/i,
    { does: 'change-system', deed: 'scan', target: 'accounts of the directory that can be attacked' },
  ],
  [
    /^get-ad(?:default)?domainpasswordpolicy$|^get-ad(?:default|finegrained)\w*passwordpolicy$/,
    /./,
    { does: 'change-system', deed: 'scan', target: 'rules for passwords of the directory' },
  ],
  [
    /^get-(?:wmiobject|ciminstance)$/,
    /securitycenter2?\b|antivirusproduct|firewallproduct|antispywareproduct/i,
    { does: 'change-system', deed: 'scan', target: 'what protects this machine' },
  ],
  [
    /^get-(?:wmiobject|ciminstance)$/,
    /ccm_networkaccessaccount|ccm_tasksequence|ccm_collectionvariable/i,
    { does: 'read-secret', store: 'other', target: 'accounts that software is deployed with' },
  ],
  [
    /^get-(?:wmiobject|ciminstance)$/,
    /\bwin32_shadowcopy\b/i,
    { does: 'change-system', deed: 'scan', target: 'shadow copies' },
  ],
]

/** What is told beside the deeds of a cmdlet because of how it is called. */
export function deedsOfUse(name: string, evidence: string): readonly EffectDraft[] {
  return SWITCHED.filter(([cmdlets, sign]) => cmdlets.test(name) && sign.test(evidence)).map(
    ([, , recorded]) => recorded,
  )
}

/** Ways to call a cmdlet in which it does less than its name says; what it does instead. Undefined: its own deeds. */
export function milderUse(name: string, about: Doing): readonly EffectDraft[] | undefined {
  const { named } = about.bound
  const said = (parameter: string): string => knownText(named.get(parameter)) ?? ''
  switch (name) {
    case 'set-executionpolicy':
      // As `powershell -ExecutionPolicy` does for one process: it ends with it.
      return /^process$/i.test(said('scope')) ? [] : undefined
    case 'set-psrepository':
      return /^psgallery$/i.test(said('name')) && !named.has('sourcelocation')
        ? [{ does: 'change-settings', of: 'package-manager', key: 'PSGallery', value: said('installationpolicy') }]
        : undefined
    case 'register-psrepository': {
      const source = firstText(named.get('sourcelocation'))
      if (named.has('default') && source === undefined) return []
      return source !== undefined && /^\.{1,2}[\\/]/.test(source)
        ? [{ does: 'change-settings', of: 'package-manager', key: 'repository', value: '' }]
        : undefined
    }
    case 'new-selfsignedcertificate':
      // A certificate that nothing trusts yet, in the user's own drawer.
      return /^cert:[\\/]currentuser[\\/]my[\\/]?$/i.test(said('certstorelocation')) &&
        !/codesigning/i.test(said('type'))
        ? []
        : undefined
    case 'get-clipboard':
      // What the call itself put there.
      return about.script.engine.actions.some(
        (action) => action.does === 'run-program' && action.program === 'set-clipboard',
      )
        ? []
        : undefined
    case 'repair-volume':
      return named.has('scan') && !named.has('offlinescanandfix') && !named.has('spotfix')
        ? [{ does: 'read-system', what: 'machine' }]
        : undefined
    case 'optimize-volume':
      return named.has('analyze') ? [{ does: 'read-system', what: 'machine' }] : undefined
    default:
      return undefined
  }
}

function firstText(value: Value | undefined): string | undefined {
  const [word] = value ? wordsOf(value) : []
  return word === undefined ? undefined : (textOf(word) ?? show(word))
}
