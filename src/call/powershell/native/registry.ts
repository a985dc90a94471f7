import type { ActionOf, SystemDeed } from '../../action.ts'
import type { EffectDraft } from '../../shell/programs/program.ts'

/** What a change of a registry key or value amounts to. Keys are lower case with `\` and a short hive name. */
interface Meaning {
  readonly key: RegExp
  readonly value?: RegExp
  readonly deed: SystemDeed
}

const CHANGES: readonly Meaning[] = [
  {
    key: /\\currentversion\\(?:policies\\explorer\\)?run(?:once|onceex|services|servicesonce)?(?:\\|$)/,
    deed: 'persist',
  },
  {
    key: /\\windows nt\\currentversion\\winlogon(?:\\|$)/,
    value: /^(?:shell|userinit|notify|taskman|vmapplet|system|appsetup)$/,
    deed: 'persist',
  },
  { key: /\\winlogon\\notify/, deed: 'persist' },
  { key: /winlogon/, value: /autoadminlogon|default(?:user|password|domain)/, deed: 'disable-security' },
  { key: /image file execution options|silentprocessexit/, deed: 'persist' },
  { key: /\\windows nt\\currentversion\\windows$/, value: /appinit_dlls|load|run/, deed: 'persist' },
  { key: /\\windows$/, value: /appinit_dlls|loadappinit/, deed: 'persist' },
  { key: /session manager/, value: /bootexecute|appcertdlls|pendingfilerename|excludefromknowndlls/, deed: 'persist' },
  {
    key: /appcertdlls|active setup\\installed components|shellserviceobjectdelayload|sharedtaskscheduler|browser helper objects/,
    deed: 'persist',
  },
  { key: /\\environment$/, value: /userinitmprlogonscript|cor_|path|comspec/, deed: 'persist' },
  {
    key: /\\(?:shell\\open|shell\\runas|exefile|mscfile|ms-settings|folder)\\.*command|\\shell\\open\\command|delegateexecute/,
    deed: 'become-administrator',
  },
  { key: /ms-settings|mscfile|exefile/, deed: 'become-administrator' },
  { key: /inprocserver32|localserver32|treatas|scriptleturl|\\typelib\\/, deed: 'persist' },
  { key: /\\services\\[^\\]+\\(?:parameters)?/, value: /servicedll|imagepath|failurecommand/, deed: 'persist' },
  {
    key: /\\services\\(?:windefend|sense|wdnissvc|wdfilter|wdboot|eventlog|sysmon|mpssvc|wscsvc|securityhealth|msmpsvc|sharedaccess|termservice)/,
    deed: 'disable-security',
  },
  { key: /\\services\\/, value: /^(?:start|imagepath|servicedll)$/, deed: 'persist' },
  {
    key: /windows defender|microsoft antimalware|\\amsi|security center|wintrust|deviceguard|credentialguard|safeboot/,
    deed: 'disable-security',
  },
  { key: /smartscreen|\\system\\smartscreen/, deed: 'disable-security' },
  {
    value:
      /^(?:disableantispyware|disableantivirus|disablerealtimemonitoring|enablelua|consentpromptbehavioradmin|consentpromptbehavioruser|promptonsecuredesktop|localaccounttokenfilterpolicy|filteradministratortoken|runasppl|runasppLboot|lsacfgflags|uselogoncredential|disablerestrictedadmin|enableScriptBlockLogging|enablesmartscreen|vulnerabledriverblocklistenable|smartscreenenabled|disabletaskmgr|disableregistrytools|disablecmd|nolmhash|allowdevelopmentwithoutdevlicense|alwaysinstallelevated|hidefileext|fdenytsconnections|allowremoterpc|disablednsoverhttps|executionpolicy|amsienable|vbawarnings|accessvbom|disableattachmentsinpv|disableinternetfilesinpv|disableunsafelocationsinpv|disableprivacyexperience|donotallowexceptions|enablefirewall|disablenotifications)$/i,
    key: /./,
    deed: 'disable-security',
  },
  {
    key: /control\\lsa(?:\\|$)/,
    value:
      /notification packages|security packages|authentication packages|limitblankpassworduse|restrictanonymous|everyoneincludesanonymous/,
    deed: 'disable-security',
  },
  {
    key: /networkprovider|control\\print\\(?:monitors|environments)|time ?providers|\\netsh$|winsock2|credential providers|security\\trusted documents/,
    deed: 'persist',
  },
  { key: /terminal server/, deed: 'disable-security' },
  {
    key: /winevt\\channels|\\eventlog\\|wmi\\autologger|\\policies\\system\\audit|transcription|scriptblocklogging|modulelogging/,
    deed: 'stop-logging',
  },
  {
    key: /./,
    value: /etwenabled|enablescriptblocklogging|enablemodulelogging|enabletranscripting|processcreationincludecmdline/,
    deed: 'stop-logging',
  },
  { key: /systemcertificates\\.*(?:root|trustedpublisher|ca)\b/, deed: 'trust-certificate' },
  { key: /firewallpolicy|windowsfirewall/, deed: 'change-firewall' },
  { key: /internet settings/, value: /proxy|autoconfigurl/, deed: 'change-network' },
  {
    key: /internet settings\\zones|zonemap|office\\.*\\security|protectedview|trusted locations/,
    deed: 'disable-security',
  },
  {
    key: /office\\.*(?:addins|\\options)|office test|outlook\\(?:webview|today)/,
    value: /open|url|load|manifest|^$/,
    deed: 'persist',
  },
  {
    key: /officetest|office test\\special\\perf|command processor|\\htmlhelp author|\\screensave|control panel\\desktop$/,
    deed: 'persist',
  },
  { key: /explorer\\(?:recentdocs|runmru|typedpaths)|typedurls|userassist|\\shellbags?/, deed: 'erase-history' },
  { key: /explorer\\advanced/, value: /hidden|showsuperhidden|hidefileext/, deed: 'hide' },
  { key: /specialaccounts\\userlist/, deed: 'hide' },
  { key: /policies\\(?:explorer|system|microsoft)/, deed: 'disable-security' },
  { key: /\\(?:policies|currentversion\\policies)\\/, deed: 'disable-security' },
  { key: /currentcontrolset\\control\\(?:lsa|securityproviders|ci|crashcontrol|hypervis)/, deed: 'disable-security' },
]

const SECRETS =
  /^hklm\\(?:sam|security)(?:\\|$)|\\lsa\\secrets|policy\\secrets|winlogon|simontatham\\putty|\\tightvnc|\\realvnc|\\orl\\winvnc|winscp 2\\sessions|\\snmp\\parameters|openssh\\agent|\\intelliforms|identitycrl/

export function registryKey(key: string): string {
  return key
    .trim()
    .replaceAll('/', '\\')
    .replace(/^(?:Microsoft\.PowerShell\.Core\\)?Registry::/i, '')
    .replace(/^\\\\[^\\]+\\(?=hk)/i, '')
    .toLowerCase()
    .replace(/^hkey_local_machine/, 'hklm')
    .replace(/^hkey_current_user/, 'hkcu')
    .replace(/^hkey_classes_root/, 'hkcr')
    .replace(/^hkey_users/, 'hku')
    .replace(/^hkey_current_config/, 'hkcc')
    .replace(/^(hk\w+):\\?/, '$1\\')
    .replace(/\\+/g, '\\')
    .replace(/\\$/, '')
}

/** The deed of writing (or removing) a value under a key. Total: a key without a special meaning is change-registry. */
export function registryChange(key: string, value: string): EffectDraft<'change-system'> {
  const path = registryKey(key)
  const name = value.toLowerCase()
  const found = CHANGES.find((row) => row.key.test(path) && (row.value === undefined || row.value.test(name)))
  return {
    does: 'change-system',
    deed: found?.deed ?? 'change-registry',
    target: value === '' ? path : `${path}\\${value}`,
  }
}

/** Reading a key: a secret, or ordinary settings. */
export function registryRead(key: string): EffectDraft<'read-secret'> | EffectDraft<'read-system'> {
  const path = registryKey(key)
  return SECRETS.test(path)
    ? { does: 'read-secret', store: 'other', target: path }
    : { does: 'read-system', what: 'machine' }
}

export type RegistryDeed = ActionOf<'change-system'>['deed']
