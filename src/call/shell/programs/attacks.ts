import { show, textOf, type Word } from '../../word.ts'
import { readOptions } from './read-options.ts'
import { always, onlyAsks, shown, system, valued } from './facts.ts'
import type { Program } from './program.ts'

/** Tools whose only use is breaking in, guessing, or finding the way to do it. */
const SCANNERS =
  'masscan zmap rustscan naabu nikto gobuster dirb dirbuster dirsearch feroxbuster ffuf wfuzz wpscan nuclei sublist3r subfinder amass theharvester recon-ng dnsrecon dnsenum fierce whatweb wafw00f enum4linux enum4linux-ng nbtscan onesixtyone snmpwalk snmpcheck smbmap ldapdomaindump kerbrute bloodhound bloodhound-python sharphound linpeas linpeas.sh winpeas winpeas.bat lse.sh linenum.sh linux-exploit-suggester.sh les.sh pspy pspy64 unix-privesc-check sslscan testssl.sh testssl sslyze arachni zaproxy zap-cli burpsuite skipfish wapiti xsstrike commix katana httpx-toolkit arp-scan netdiscover nmapautomator autorecon'
const BREAKERS =
  'john hashcat hydra medusa ncrack patator crowbar cewl crunch aircrack-ng airodump-ng aireplay-ng airmon-ng airbase-ng wifite reaver bully hcxdumptool cowpatty pyrit fcrackzip pdfcrack rarcrack ophcrack thc-hydra brutespray hash-identifier hashid chntpw samdump2 unshadow ssh2john ssh2john.py zip2john crackmapexec cme netexec nxc evil-winrm impacket-secretsdump secretsdump.py impacket-psexec psexec.py wmiexec.py impacket-wmiexec smbexec.py getuserspns.py getnpusers.py ticketer.py certipy rubeus mimikatz mimipenguin lazagne lazagne.py pypykatz gosecretsdump procdump nanodump laudanum msfconsole msfvenom msfdb msfrpcd meterpreter sliver sliver-client empire powershell-empire cobaltstrike teamserver havoc merlin villain searchsploit sqlmap sqlninja beef beef-xss setoolkit evilginx gophish weevely metasploit veil shellter routersploit exploitdb xerosploit slowloris slowhttptest goldeneye loic hoic t50 mdk4 mdk3 yersinia macof dhcpig'

export const attacks: readonly Program[] = [
  {
    names: ['nmap'],
    means: (context) => {
      const { args } = context.invocation
      const read = readOptions(context, args, {
        arity: valued(
          '-p -oN -oX -oG -oA -oS -iL -e -S -D --script --script-args --script-args-file --datadir --excludefile --exclude --top-ports --min-rate --max-rate --stylesheet --resume --dns-servers -g --source-port --data --data-string --max-retries --host-timeout --scan-delay -m',
        ),
        style: 'single-dash',
      })
      if (onlyAsks(args)) return
      if (read.has('--interactive')) context.opaque('interactive', 'nmap --interactive')
      for (const script of read.values('--script'))
        if (word(script)) context.opaque('unreadable-code', `nmap --script ${show(script)}`)
      if (read.has('--datadir', '--servicedb', '--script-args-file'))
        context.opaque('unknown-option', 'nmap with its own data')
      for (const file of read.values('-oN', '-oX', '-oG', '-oA', '-oS'))
        if (textOf(file) !== '-') context.writes(file, 'overwrite')
      for (const file of read.values('-iL', '--excludefile')) context.reads(file)
      for (const host of read.operands) context.contacts(host, 'probe')
      if (!read.has('-sL', '--iflist')) context.record(system('scan', shown(read.operands)))
    },
  },
  {
    names: SCANNERS.split(' '),
    means: (context) =>
      onlyAsks(context.invocation.args)
        ? undefined
        : context.record(system('scan', `${context.invocation.program} ${shown(context.invocation.args)}`)),
  },
  {
    names: BREAKERS.split(' '),
    means: (context) =>
      onlyAsks(context.invocation.args)
        ? undefined
        : context.record(system('crack', `${context.invocation.program} ${shown(context.invocation.args)}`)),
  },
  always(
    system('mine', 'crypto currency'),
    'xmrig xmr-stak cgminer bfgminer minerd cpuminer ethminer nbminer t-rex lolminer phoenixminer nicehash claymore ccminer',
  ),
  always(system('capture-input', 'keys'), 'logkeys xspy lkl showkey'),
  always(system('dump-memory', 'process memory'), 'gcore avml memdump fmem volatility volatility3 vol.py'),
]

/** A script of nmap's own library is known by name; a path or an unknown word is code. */
function word(script: Word): boolean {
  return script.kind !== 'literal' || /[/.]/.test(script.text)
}
