import type { Program } from './program.ts'
import { are, rows, type Row } from './table.ts'

/** Reads what it is given and prints; writes only where it is told. */
const SHOWS: Omit<Row, 'names'> = {
  operands: 'read-tree',
  options: { ...are('write', '-o --output --out --html --json --markdown --text'), ...are('text', '-f --format') },
}

/** Small programs for one purpose each: they show, check, convert or generate. */
export const smallTools: readonly Program[] = rows({
  'htmltest htmlproofer iwyu_tool iwyu_tool.py fix_includes.py flawfinder splint lizard licensee scancode solhint jing trang hjson json2yaml dhall-to-json csvstack csvclean sql2csv dsq trdsql textql octosql runiq grex pngcheck tiffinfo webpinfo blc xcbeautify xcpretty periphery benchstat llvm-symbolizer llvm-config fselect fastqc inferno-flamegraph lowdown gh-md-toc erdtree zipdetails zdump tuptime vivid jshon recsel rdap wikit tailspin tspin chroma cfn-guard helm-docs sha3sum cfssljson ug monodis':
    {
      ...SHOWS,
      filter: true,
    },
  diffoscope: { ...SHOWS, options: { ...SHOWS.options, ...are('directory', '--html-dir') } },
  'pastel cbonsai': { operands: 'text' },
  'wait-on wait-for-it wait-for-it.sh wait-port dockerize-wait': {
    operands: 'text',
    options: are('text', '-t --timeout -i --interval -d --delay -w --window -s --simultaneous -l --log'),
  },
  starship: {
    subcommands: {
      explain: {},
      timings: {},
      'print-config': {},
      preset: { options: are('write', '-o --output') },
      init: {},
      module: {},
      prompt: {},
    },
  },
  hurl: {
    operands: 'read',
    options: {
      ...are('write', '-o --output --report-html --report-json --report-junit --report-tap'),
      ...are('read', '--variables-file --file-root'),
      ...are('text', '--variable --retry --connect-timeout -m --max-time'),
    },
  },
  'eyed3 id3tag mp3gain convmv rnr sad': {
    operands: 'read',
    inPlace:
      '-a, --artist, -A, --album, -t, --title, -n, --track, -G, --genre, -Y, --release-year, --add-image, --remove-all, -s, -y, -r, -c, --notest, -f, --force, --commit, -k',
    options: {
      ...are('text', '-a --artist -A --album -t --title -n --track -G --genre -Y --release-year --song --year'),
      ...are('text', '--add-image --from --to'),
    },
  },
  sd: {
    operands: ['text', 'text', 'edit'],
    options: are('text', '-n --max-replacements -f --flags'),
  },
  'lychee linkchecker muffet markdown-link-check': {
    operands: 'source',
    options: {
      ...are(
        'text',
        '--exclude --include --max-concurrency --timeout -t --format -f --user-agent --accept -a -r --retry --max-redirects --scheme --base --exclude-path --remap -q -p',
      ),
      ...are('write', '-o --output'),
      ...are('read', '-c --config'),
      ...are('opaque', '-X --header --github-token --basic-auth'),
    },
  },
  xidel: {
    operands: 'source',
    options: {
      ...are('text', '-e --extract --xpath --css --output-format --input-format --printed-node-format'),
      ...are('opaque', '-d --post --method --form -H --header --extract-file'),
      ...are('write', '--download'),
    },
  },
  'nghttp httpstat': {
    operands: 'fetch',
    options: {
      ...are('opaque', '-d --data -H --header -X --request -F --form -T --upload-file -o --output -K --config'),
    },
  },
  cfssl: {
    subcommands: {
      certinfo: {
        options: { ...are('names', '-cert'), ...are('read', '-csr'), ...are('fetch', '-domain') },
        style: 'single-dash',
      },
      'print-defaults': {},
      version: {},
      help: {},
    },
  },
  'stringer enumer moq counterfeiter gotests mockgen mockery wire controller-gen gqlgen go-enum easyjson msgp': {
    operands: 'text',
    options: {
      ...are(
        'text',
        '-type -linecomment -package -mock_names -source_package -imports -build_flags -trimprefix -transform -pkg -only -skip-ensure -name --name --dir --case --outpkg',
      ),
      ...are('read', '-source -copyright_file'),
      ...are('write', '-destination -output -out -o'),
      ...are('directory', '--output'),
      ...are('program', '-exec_only -exec'),
    },
    style: 'single-dash',
    project: [],
  },
  'swag go-swagger': {
    operands: 'text',
    options: { ...are('names', '-g --generalInfo -d --dir'), ...are('directory', '-o --output') },
    project: [],
  },
  'tiff2pdf dvisvgm dvipdf textutil zopflipng bsdiff xdelta webpmux drawio unp als mat2 funzip': {
    operands: 'read',
    options: { ...are('write', '-o --output -output'), ...are('text', '-p --pages -convert -format') },
    lastOperand: 'write',
  },
  'gdal_translate gdalwarp gpsbabel': {
    operands: 'read',
    options: are(
      'text',
      '-of -ot -b -outsize -projwin -a_srs -co -t_srs -s_srs -te -tr -r -dstnodata -srcnodata -i -scale',
    ),
    lastOperand: 'write',
    style: 'single-dash',
  },
  'bwa bowtie2 minimap2 blastn blastp muscle mafft seqkit': {
    operands: 'read',
    options: {
      ...are('text', '-t -p -x -k -evalue -outfmt -num_threads --threads -j'),
      ...are('read', '-U -1 -2 -query -db -in'),
      ...are('write', '-o -S -out --out-file'),
    },
    style: 'single-dash',
  },
  visidata: { operands: 'source', options: { ...are('write', '-o --output'), ...are('text', '-f --filetype -d') } },
  jadx: { operands: 'read', options: { ...are('directory', '-d --output-dir -ds'), ...are('text', '-j') } },
  'py-spy': {
    stopAtOperand: true,
    subcommands: {
      top: { options: are('text', '-p --pid -r --rate'), operands: 'command' },
      dump: { options: are('text', '-p --pid') },
      record: {
        stopAtOperand: true,
        options: { ...are('text', '-p --pid -r --rate -d --duration -f --format'), ...are('write', '-o --output') },
        operands: 'command',
      },
    },
  },
})
