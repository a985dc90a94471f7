import type { Action } from '../call/action.ts'
import { baseName } from '../call/paths.ts'

/** Tools made for breaking in, by names that nothing else has. */
const TOOLS =
  /^(?:(?:invoke-)?(?:mimikatz|memekatz)|mimipenguin|sharpkatz|pypykatz|lazagne|peass-ng|lin(?:ux)?peas|winpeas|linenum|linux-(?:smart-enumeration|exploit-suggester\w*|kernel-exploits)|windows-(?:exploit-suggester|kernel-exploits)|unix-privesc-check|sudo_killer|powersploit|powerview|powerup|powercat|sharphound|bloodhound|sharpup|rubeus|seatbelt|kekeo|inveigh|nishang|impacket|secretsdump|crackmapexec|netexec|evil-winrm|kerbrute|responder\.py|metasploit(?:-framework)?|empire|koadic|pupy|quasarrat|asyncrat|merlin-agent|xmrig|xmr-stak|pspy(?:32|64)?|gsocket|ligolo-ng|weevely3?|wso-webshell|pacu|peirates|deepce|kubeletctl|botb|dirtycow|dirtypipe|dirty-pipe|pwnkit|reptile|diamorphine|adore-ng|jynx2?|azazel|logkeys|keylogger|swaks-spray|mailsniper|msolspray|trevorspray|o365spray|sprayhound|sprayingtoolkit|hydra|medusa|ncrack|hashcat|john|johntheripper|sqlmap|beef-xss|setoolkit|social-engineer-toolkit|gophish|evilginx2?|masscan|nuclei-templates|invoke-(?:kerberoast|bloodhound|psinject|shellcode|reflectivepeinjection|dcsync|tokenmanipulation|wmicommand|smbexec|thehash|inveigh|obfuscation|phant0m|webclient-spray|passwordspray\w*))$/i

/** Words in the name of a repository or script that say what it is for. */
const PURPOSES =
  /(?:^|[-_. ])(?:spray(?:er|ing)?|brute-?force(?:r)?|keylogger|rootkit|ransomware|infostealer|stealer|backdoor|revshell|reverse-?shell|webshell|exploits?|privesc|shellcode|botnet|ddos|phish(?:ing|er)?|cracker|c2|malware|payloads?|persistence|mimikatz|cve-\d{4}-\d+)(?:$|[-_. ])/i

/** The name of a tool for breaking in that a name is or speaks of. Words are found in `GoConsoleSpray` too. */
function attackTool(name: string, how: 'exact' | 'by purpose'): string | undefined {
  const stem = name.replace(/\.(?:git|py|sh|ps1|psm1|exe|bat|rb|pl|go|jar|zip|tgz|tar\.gz|elf|bin)$/i, '')
  if (TOOLS.test(stem)) return stem
  const spaced = stem.replace(/([a-z\d])([A-Z])/g, '$1-$2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
  return how === 'by purpose' && PURPOSES.test(spaced) ? stem : undefined
}

/** The tool for breaking in that this action fetches, installs or runs, by name. */
export function fetchedAttackTool(action: Action): string | undefined {
  switch (action.does) {
    case 'change-repository': {
      if (action.deed !== 'clone') return undefined
      const url = action.url ?? action.remote ?? ''
      return attackTool(baseName(url.replace(/\/+$/, '')), 'by purpose')
    }
    case 'install-package':
      return action.packages.map((name) => attackTool(baseName(name), 'exact')).find(Boolean)
    case 'run-code':
      return action.place?.kind === 'path' ? attackTool(baseName(action.place.path), 'exact') : undefined
    case 'contact-host': {
      if (action.purpose !== 'fetch') return undefined
      const words = action.evidence.split(/[\s"'/?#&=]+/)
      return words.map((word) => attackTool(word, 'exact')).find((name) => name !== undefined && name.length > 5)
    }
    default:
      return undefined
  }
}
