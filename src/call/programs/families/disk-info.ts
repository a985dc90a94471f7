import type { Program } from '../../shell/programs/program.ts'
import type { Entries } from '../entry.ts'
import { family } from '../walk.ts'

/** Programs that look at disks and mounts. */
const entries: Entries = {
  'df gdf': {
    operands: 'names',
    effects: ['look hardware'],
    options: {
      '--block-size, --exclude-type, --type, -B, -t, -x': 'text',
      '--output': 'text?',
    },
    flags:
      '--all --human-readable --inodes --local --no-sync --portability --print-type --si --sync --total -H -P -a -b -g -h -i -k -l -m -n -v -T -c -I -Y',
    examples: {
      'df -h .': ['look hardware', 'names .'],
      'df --unheard-of -h .': ['unknown option --unheard-of of df', 'look hardware', 'names .'],
    },
  },
  lsblk: {
    operands: 'names',
    effects: ['look hardware'],
    options: {
      '--sysroot': 'names',
      '--dedup, --exclude, --include, --output, --sort, --width, -E, -I, -e, -o, -w, -x': 'text',
      '--tree, -T': 'text?',
    },
    flags:
      '--all --ascii --bytes --discard --fs --inverse --json --list --merge --nodeps --noempty --noheadings --output-all --pairs --paths --perms --raw --scsi --shell --topology --zoned -A -D -J -M -O -P -S -V -a -b -d -f -h -i -l -m -n -p -r -s -t -y -z',
    examples: {
      'lsblk /dev/sda': ['look hardware', 'names /dev/sda'],
      'lsblk -f': ['look hardware'],
      'lsblk --sysroot=path -f': ['names path', 'look hardware'],
      'lsblk --unheard-of -f': ['unknown option --unheard-of of lsblk', 'look hardware'],
    },
  },
  findmnt: {
    operands: 'names',
    effects: ['look hardware'],
    options: {
      '-F, --tab-file': 'read',
      '-T, --target': 'names',
      '-M, --mountpoint': 'names',
      '--direction, --options, --output, --source, --task, --timeout, --types, -N, -O, -S, -d, -o, -t, -w': 'text',
      '--poll, -p': 'text?',
    },
    flags:
      '--all --ascii --bytes --canonicalize --deleted --df --evaluate --first-only --fstab --invert --json --kernel --list --mtab --nocanonicalize --nofsroot --noheadings --notruncate --output-all --pairs --pseudo --raw --real --shadow --shadowed --shell --submounts --tree --uniq --verbose --verify --vfs-all -A -C -D -J -P -R -U -V -a -b -c -e -f -h -i -k -l -m -n -r -s -u -v -x -y',
    examples: {
      'findmnt -J /': ['look hardware', 'names /'],
      'findmnt --tab-file=in.txt --target=path --mountpoint=path -J /': [
        'read in.txt',
        'names path',
        'names path',
        'look hardware',
        'names /',
      ],
      'findmnt --unheard-of -J /': ['unknown option --unheard-of of findmnt', 'look hardware', 'names /'],
    },
  },
  mountpoint: {
    operands: 'names',
    flags: '--devno --fs-devno --nofollow --quiet -V -d -h -q -x',
    examples: {
      'mountpoint -q /mnt': ['names /mnt'],
      'mountpoint --unheard-of -q /mnt': ['unknown option --unheard-of of mountpoint', 'names /mnt'],
    },
  },
  blkid: {
    operands: 'names',
    effects: ['look hardware'],
    options: {
      '-c, --cache-file': 'read',
      '-w': 'opaque',
      '--hint, --label, --match-tag, --match-token, --match-types, --offset, --output, --size, --usages, --uuid, -H, -L, -O, -S, -U, -n, -o, -s, -t, -u':
        'text',
    },
    flags:
      '--garbage-collect --info --list-filesystems --list-one --no-encoding --no-part-details --probe -D -V -d -g -h -i -k -l -p',
    examples: {
      'blkid /dev/sda1': ['look hardware', 'names /dev/sda1'],
      'blkid --cache-file=in.txt -w x /dev/sda1': [
        'read in.txt',
        'unknown option -w of blkid',
        'look hardware',
        'names /dev/sda1',
      ],
    },
  },
  iostat: {
    operands: 'text',
    effects: ['look hardware'],
    options: {
      '-f, +f': 'names',
      '--dec, -g, -j, -n, -o, -p, -w': 'text',
    },
    flags: '--compact --human --pretty -H -N -V -d -h -k -m -s -t -x -y -z -c',
    examples: {
      'iostat -x 1 3': ['look hardware'],
      'iostat -f path +f path -x 1 3': ['names path', 'names path', 'look hardware'],
      'iostat --unheard-of -x 1 3': ['unknown option --unheard-of of iostat', 'look hardware'],
    },
  },
  iotop: {
    effects: ['look processes'],
    options: {
      '--delay, --iter, --pid, --user, -d, -n, -p, -u': 'text',
    },
    flags: '-o --only -b --batch -P --processes -a --accumulated -k --kilobytes -t --time -q --quiet',
    examples: {
      'iotop -bon1': ['look processes'],
      'iotop --unheard-of -bon1': ['unknown option --unheard-of of iotop', 'look processes'],
    },
  },
  duf: {
    operands: 'names',
    effects: ['look hardware'],
    options: {
      '--avail-threshold, --hide, --hide-fs, --hide-mp, --only, --only-fs, --only-mp, --output, --sort, --style, --theme, --usage-threshold, --width':
        'text',
    },
    flags: '--all --inodes --json --warnings',
    examples: {
      'duf .': ['look hardware', 'names .'],
      'duf --json': ['look hardware'],
      'duf --unheard-of --json': ['unknown option --unheard-of of duf', 'look hardware'],
    },
  },
  filefrag: {
    operands: 'names',
    effects: ['look hardware'],
    options: {
      '-o': 'text',
    },
    flags: '-h -b -f -x -e -k -s -v -V -t -p -X',
    examples: {
      'filefrag -v a.bin': ['look hardware', 'names a.bin'],
      'filefrag --unheard-of -v a.bin': ['unknown option --unheard-of of filefrag', 'look hardware', 'names a.bin'],
    },
  },
  // One program with six names.
  'pvs vgs lvs pvdisplay vgdisplay lvdisplay': {
    operands: 'text',
    effects: ['look hardware'],
    options: {
      '--options, --reportformat, --select, --separator, --sort, --units, -O, -S, -o': 'text',
    },
    flags:
      '-a --all -v --verbose -c --colon -C --columns --noheadings --nosuffix -s -m --maps --nameprefixes --aligned --unbuffered --rows',
    examples: {
      'lvs -a': ['look hardware'],
      'lvs --unheard-of -a': ['unknown option --unheard-of of lvs', 'look hardware'],
    },
  },
  quota: {
    operands: 'text',
    effects: ['look hardware'],
    flags: '-a -g -u -s -v -q -l -p -w -Q -n -t -C',
    examples: {
      'quota -s': ['look hardware'],
      'quota --unheard-of -s': ['unknown option --unheard-of of quota', 'look hardware'],
    },
  },
}

export const diskInfo: readonly Program[] = family(entries)
