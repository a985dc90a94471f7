import type { SystemDeed } from '../../action.ts'
import type { Program } from '../../shell/programs/program.ts'
import { system } from './verbs.ts'

/** Tools that exist to attack: what each is for. Their presence is the deed. */
const TOOLS: readonly (readonly [string, SystemDeed])[] = [
  [
    'mimikatz pypykatz safetykatz sharpkatz nanodump lsassy dumpert procdump procdump64 rdrleakdiag sqldumper dumpminitool createdump adplus tttracer handlekatz outflank-dumpert minidump xordump physmem2profit',
    'dump-memory',
  ],
  [
    'lazagne sharpchrome sharpweb webbrowserpassview sharpdpapi seatbelt gsecdump pwdump fgdump quarkspwdump creddump secretsdump kekeo snaffler sharpsecdump mailpassview netpass',
    'dump-memory',
  ],
  ['hashcat john hydra medusa ncrack crackmapexec nxc netexec kerbrute rubeus sharproast', 'crack'],
  [
    'sharphound bloodhound adrecon pingcastle nmap masscan advanced_ip_scanner softperfect netscan psloglist winpeas winpeasany winpeasx64 powerup sharpup watson',
    'scan',
  ],
  ['xmrig minerd cpuminer nbminer t-rex phoenixminer ethminer lolminer cgminer', 'mine'],
  ['mavinject injectproc ysoserial pe2shc donut scarecrow inject', 'inject-process'],
  [
    'juicypotato roguepotato printspoofer godpotato sweetpotato hotpotato potato uacme akagi64 akagi32 incognito tokenvator sharptoken',
    'become-administrator',
  ],
  ['sdelete sdelete64 eraser', 'destroy-disk'],
  [
    'defendercontrol dcontrol backstab edrsandblast terminator gmer pchunter processhacker aswarpot',
    'disable-security',
  ],
]

export const offensive: readonly Program[] = TOOLS.map(([names, deed]) => ({
  names: names.split(' '),
  means: (context) => {
    context.record(system(deed, context.invocation.evidence.slice(0, 200)))
    if (deed === 'dump-memory')
      context.record({ does: 'read-secret', store: 'memory', target: context.invocation.program })
  },
}))
