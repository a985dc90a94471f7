import type { Program } from '../../shell/programs/program.ts'
import type { Entries } from '../entry.ts'
import { family } from '../walk.ts'

/** Programs that take binaries apart, solve, and convert pictures of the machine's own formats. */
const entries: Entries = {
  binwalk: {
    operands: 'read',
    options: {
      '-C, --directory': 'directory',
      '-f, --log': 'write',
      '-m, --magic': 'read',
      // A rule for extraction can name a command.
      '-D, --dd': 'opaque',
      '--run-as': 'opaque',
      '-K, --block, -O, --base, -d, --depth, -g, --swap, -j, --size, -l, --length, -n, --count, -o, --offset, -s, --status, -H, --high, -L, --low, -R, --raw, -a, --finclude, -p, --fexclude, -x, --exclude, -y, --include':
        'text',
    },
    flags:
      '-A --opcodes -B --signature -b -c --csv -e --extract -E --entropy -F -h -I --invalid -i -J --save -M --matryoshka -N --nplot -q --quiet -Q --nlegend -r --rm -S -t --term -U --similar -v --verbose -V -w --terse -W --hexdump -X --deflate -z --carve -Z --lzma',
    examples: {
      'binwalk -e a.bin': ['read a.bin'],
      'binwalk --directory=outdir --log=out.txt --magic=in.txt -e a.bin': [
        'directory outdir',
        'write out.txt',
        'read in.txt',
        'read a.bin',
      ],
      'binwalk --dd=x --run-as=x -e a.bin': [
        'unknown option --dd of binwalk',
        'unknown option --run-as of binwalk',
        'read a.bin',
      ],
    },
  },
  z3: {
    operands: 'read',
    style: 'single-dash',
    options: { '-T:*, -t:*, -memory:*, -v:*, -pm:*, -pp:*': 'text', '-log*': 'opaque', '-tr:*': 'opaque' },
    flags: '-smt2 -dimacs -dl -wcnf -lp -opb -in -st -nw -model -h -? -version -p -pd -pmd -file',
    examples: {
      'z3 -smt2 a.smt2': ['read a.smt2'],
      'z3 -T:10 a.smt2': ['read a.smt2'],
      'z3 -log x a.smt2': ['unknown option -log* of z3', 'read x', 'read a.smt2'],
      'z3 -tr:x a.smt2': ['unknown option -tr:* of z3', 'read a.smt2'],
    },
  },
  // What it is to read the output of may be a command of its own.
  jc: {
    rest: 'command',
    flags:
      '-a --about -C --force-color -d --debug -h -m --monochrome -M --meta-out -p --pretty -q --quiet -r --raw -s --slurp -u --unbuffer -v -y --yaml-out -B --bash-comp -Z --zsh-comp --csv --df --dig --du --env --file --free --git-log --hosts --id --ifconfig --ini --ip-address --iptables --jobs --kv --last --ls --lsblk --lsmod --lsof --mount --netstat --ping --ps --route --ss --stat --sysctl --systemctl --toml --traceroute --uname --uptime --url --w --wc --who --xml --yaml',
    examples: {
      'jc --ps': [],
      'jc rm x': ['run rm', 'delete x'],
      'jc --unheard-of': ['unknown option --unheard-of of jc'],
    },
  },
  'pngtopnm jpegtopnm giftopnm bmptopnm tifftopnm anytopnm pnmtopng pnmtojpeg pnmtotiff ppmtogif pnmscale pamscale pnmcrop pnmcut pnmflip pnmrotate pnmquant':
    {
      style: 'single-dash',
      operands: ['read | number', 'read | number', 'read…'],
      prints: 'input',
      options: {
        '-width, -height, -xsize, -ysize, -xscale, -yscale, -left, -right, -top, -bottom, -quality, -compression, -background, -gamma':
          'text',
      },
      flags:
        '-alpha -mix -verbose -plain -quiet -interlace -force -leftright -lr -topbottom -tb -transpose -rotate90 -r90 -rotate180 -r180 -rotate270 -r270 -progressive -optimize -greyscale',
      examples: {
        'pngtopnm a.png': ['read a.png'],
        'pnmscale 0.5 a.pnm': ['read a.pnm'],
        'pnmcut 0 0 a.pnm': ['read a.pnm'],
        'pngtopnm -unheard-of a.png': ['unknown option -unheard-of of pngtopnm', 'read a.png'],
      },
    },
}

export const inspection: readonly Program[] = family(entries)
