import type { Program } from '../../shell/programs/program.ts'
import type { Entries } from '../entry.ts'
import { family } from '../walk.ts'

/** Programs that say who is here, and make passwords. */
const entries: Entries = {
  whoami: {
    effects: ['look users'],
    examples: {
      whoami: ['look users'],
      'whoami --unheard-of': ['unknown option --unheard-of of whoami', 'look users'],
    },
  },
  id: {
    operands: 'text',
    effects: ['look users'],
    flags: '--context --group --groups --name --real --user --zero -A -F -G -M -P -Z -a -g -n -p -r -u -z -R',
    examples: {
      'id -un': ['look users'],
      'id --unheard-of -un': ['unknown option --unheard-of of id', 'look users'],
    },
  },
  groups: {
    operands: 'text',
    effects: ['look users'],
    examples: {
      'groups me': ['look users'],
      'groups --unheard-of me': ['unknown option --unheard-of of groups', 'look users'],
    },
  },
  'users logname': {
    operands: 'text',
    effects: ['look users'],
    examples: {
      users: ['look users'],
      'users --unheard-of': ['unknown option --unheard-of of users', 'look users'],
    },
  },
  who: {
    operands: 'names',
    effects: ['look users'],
    flags:
      '--all --boot --count --dead --heading --ips --login --lookup --mesg --message --process --runlevel --short --time --users --writable -H -T -a -b -d -l -m -p -q -r -s -t -u -w',
    examples: {
      'who -b': ['look users'],
      'who /var/log/wtmp': ['look users', 'names /var/log/wtmp'],
      'who --unheard-of -b': ['unknown option --unheard-of of who', 'look users'],
    },
  },
  w: {
    operands: 'text',
    effects: ['look users'],
    flags: '--from --ip-addr --no-current --no-header --old-style --short -V -f -h -i -o -s -u -n',
    examples: {
      'w -h': ['look users'],
      'w --unheard-of -h': ['unknown option --unheard-of of w', 'look users'],
    },
  },
  'last lastb': {
    operands: 'text',
    effects: ['look users'],
    options: {
      '-f, --file': 'read',
      '-#, --limit, --present, --since, --time-format, --until, -n, -p, -s, -t': 'text',
    },
    flags: '--dns --fullnames --fulltimes --hostlast --ip --nohostname --system -F -R -V -a -d -h -i -w -x',
    examples: {
      'last -n 5': ['look users'],
      'last --file=in.txt -n 5': ['read in.txt', 'look users'],
      'last --unheard-of -n 5': ['unknown option --unheard-of of last', 'look users'],
    },
  },
  lslogins: {
    operands: 'text',
    effects: ['look users'],
    options: {
      '--btmp-file, --lastlog, --wtmp-file': 'read',
      '--groups, --logins, --time-format, -g, -l': 'text',
      '--output, -o': 'text?',
    },
    flags:
      '--acc-expiration --colon-separate --context --export --failed --last --newline --noheadings --notruncate --output-all --print0 --pwd --raw --shell --supp-groups --system-accs --user-accs -G -L -V -Z -a -c -e -f -h -n -p -r -s -u -y -z',
    examples: {
      'lslogins -u': ['look users'],
      'lslogins --btmp-file=in.txt --lastlog=in.txt --wtmp-file=in.txt -u': [
        'read in.txt',
        'read in.txt',
        'read in.txt',
        'look users',
      ],
      'lslogins --unheard-of -u': ['unknown option --unheard-of of lslogins', 'look users'],
    },
  },
  klist: {
    operands: 'names',
    effects: ['look users'],
    options: {
      '-K': 'opaque',
      '--cache, -c, -k': 'text',
    },
    flags: '--hidden --json --list-all --test --tokens --v5 --verbose -5 -C -T -V -a -d -e -f -i -n -s -t -v -A -l',
    examples: {
      'klist cache': ['look users', 'names cache'],
      'klist -e': ['look users'],
      'klist -K x -e': ['unknown option -K of klist', 'look users'],
    },
  },
  getcap: {
    operands: 'names',
    effects: ['look security'],
    flags: '-r -v -n -h',
    examples: {
      'getcap -r bin': ['look security', 'names bin'],
      'getcap --unheard-of -r bin': ['unknown option --unheard-of of getcap', 'look security', 'names bin'],
    },
  },
  getfacl: {
    operands: 'names',
    effects: ['look security'],
    flags:
      '-a --access -d --default -c --omit-header -e --all-effective -E --no-effective -s --skip-base -R --recursive -L --logical -P --physical -t --tabular -p --absolute-names -n --numeric -h -v',
    examples: {
      'getfacl -R src': ['look security', 'names src'],
      'getfacl --unheard-of -R src': ['unknown option --unheard-of of getfacl', 'look security', 'names src'],
    },
  },
  pwgen: {
    operands: 'text',
    options: {
      '-H, --sha1': 'read',
      '--num-passwords, --remove-chars, -N, -r': 'text',
    },
    flags:
      '-c --capitalize -A --no-capitalize -n --numerals -0 --no-numerals -B --ambiguous -y --symbols -s --secure -v --no-vowels -1 -C -h',
    examples: {
      'pwgen -s 24 1': [],
      'pwgen --sha1=in.txt -s 24 1': ['read in.txt'],
      'pwgen --unheard-of -s 24 1': ['unknown option --unheard-of of pwgen'],
    },
  },
  uuidgen: {
    options: {
      '-f, --file': 'read',
      '--name, --namespace, -N, -n': 'text',
    },
    flags: '-r --random -t --time -m --md5 -s --sha1 -x --hex -6 -7 --time-v6 --time-v7 -hdr -v',
    examples: {
      'uuidgen -r': [],
      'uuidgen --file=in.txt -r': ['read in.txt'],
      'uuidgen --unheard-of -r': ['unknown option --unheard-of of uuidgen'],
    },
  },
}

export const userInfo: readonly Program[] = family(entries)
