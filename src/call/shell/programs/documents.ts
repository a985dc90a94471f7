import { show } from '../../word.ts'
import type { Kit, Program } from './program.ts'
import { alsoRecording } from './recording.ts'
import { are, INTERACTIVE, rows, walk } from './table.ts'

/** Documents, pictures, sound and video. */
export const documents: readonly Program[] = alsoRecording([
  {
    names: [
      'latex',
      'pdflatex',
      'xelatex',
      'lualatex',
      'luatex',
      'tex',
      'pdftex',
      'xetex',
      'etex',
      'platex',
      'uplatex',
      'context',
      'dvilualatex',
    ],
    means: typeset,
  },
  {
    names: [
      'convert',
      'magick',
      'mogrify',
      'composite',
      'montage',
      'gm',
      'compare',
      'conjure',
      'animate',
      'display',
      'import',
      'stream',
    ],
    means: imageMagick,
  },
  ...rows({
    latexmk: {
      operands: 'read',
      options: {
        ...are('code', '-e'),
        ...are('opaque', '-pdflatex -latex -r -shell-escape --shell-escape'),
        ...are('directory', '-outdir -output-directory -auxdir'),
      },
      style: 'single-dash',
      project: ['latexmkrc', '.latexmkrc'],
      language: 'perl',
    },
    'bibtex biber makeindex makeglossaries dvipdfm dvipdfmx texcount chktex lacheck latexindent kpsewhich texdoc mktexlsr xdvipdfmx':
      { operands: 'read', options: are('write', '-o --output') },
    dvips: { operands: 'read', options: { ...are('write', '-o'), ...are('opaque', '-R') } },
    jhead: {
      operands: 'read',
      style: 'single-dash',
      inPlace:
        '-de, -di, -du, -dt, -dc, -purejpg, -ft, -te, -st, -rt, -autorot, -norot, -mkexif, -n, -nf, -ta, -da, -ts, -ds, -cl, -ci, -ce',
      options: {
        ...are('shell', '-cmd'),
        ...are('text', '-model -exonly -cl -ta -da -ts -ds'),
        ...are('read', '-ci -te'),
        ...are('write', '-st -co'),
      },
    },
    'identify exiftool exiv2 mediainfo': {
      operands: 'read',
      style: 'single-dash',
      inPlace: '-overwrite_original, -delete_original',
      options: { ...are('write', '-o'), ...are('opaque', '-execute -config -if -stay_open -@') },
    },
    tectonic: { operands: 'read', options: { ...are('directory', '-o --outdir'), ...are('opaque', '-Z') } },
    typst: { operands: ['text', 'read', 'write'], options: are('names', '--root --font-path') },
    pandoc: {
      operands: 'source',
      options: {
        ...are(
          'text',
          '-f --from -r --read -t --to -w --write -M --metadata -V --variable --toc-depth --highlight-style --wrap --columns --pdf-engine-opt --dpi --shift-heading-level-by',
        ),
        ...are('write', '-o --output --log'),
        ...are(
          'read',
          '--metadata-file --template -H --include-in-header -B --include-before-body -A --include-after-body --reference-doc --bibliography --csl --syntax-definition --resource-path -c --css',
        ),
        ...are('config', '-L --lua-filter'),
        ...are('program', '-F --filter --pdf-engine'),
        ...are('directory', '--extract-media --data-dir'),
        ...are('config', '-d --defaults'),
      },
    },
    'sphinx-build sphinx-quickstart sphinx-apidoc sphinx-autobuild mkdocs mike doxygen pdoc pdoc3 pydoc pydoc3 pdocs rdoc yard yardoc ri jsdoc2md documentation esdoc docsify docsify-cli docfx antora gitbook honkit godoc pkgsite pydoctor ford naturaldocs breathe-apidoc jazzy docc dokka javasphinx asciidoctor asciidoc a2x asciidoctor-pdf rst2html rst2html.py rst2man rst2latex docutils nbsphinx quarto jupyter-book jb bookdown rmarkdown help2man ronn go-md2man txt2man mandoc groff troff nroff eqn tbl pic soelim grotty groffer man2html makeinfo texi2pdf texi2dvi info2man multimarkdown markdown marked cmark showdown md2html grip mdpdf md-to-pdf wkhtmltopdf wkhtmltoimage weasyprint prince puppeteer-pdf vivliostyle calibre ebook-convert ebook-meta epubcheck unoconv soffice libreoffice lowriter localc abiword a2ps paps cupsfilter':
      {
        operands: 'source',
        options: {
          ...are(
            'text',
            '-b -t -D -A --backend --attribute -a --convert-to --dev-addr -f --theme -m --format -M -P --port --to --infilter -T',
          ),
          ...are('write', '-o --output --out-file --output-file'),
          ...are('directory', '-d --outdir --site-dir --out --destination-dir --out-dir --doctree'),
          ...are('config', '-c --config --config-file -r --require --conf'),
          ...are('opaque', '-U --unsafe --pic-unsafe --macro'),
        },
        project: ['conf.py', 'mkdocs.yml'],
        language: 'other',
      },
    enscript: {
      operands: 'read',
      options: { ...are('shell', '-I --filter'), ...are('write', '-o -p --output'), ...are('text', '-M -f -F -E') },
    },
    'jupyter jupyter-lab jupyter-notebook jupyter-nbconvert papermill nbconvert nbdime nbmerge nbdiff jupytext marimo':
      {
        operands: 'text',
        options: {
          ...are('text', '--to --ip --port -p -r'),
          ...are('write', '--output'),
          ...are('directory', '--output-dir --notebook-dir'),
          ...are('config', '--config'),
        },
        project: [],
      },
    'ffprobe mp3info id3v2 id3info eyeD3 metaflac vorbiscomment pdfinfo pdffonts pdfimages pdftotext pdftohtml pdftoppm pdftocairo pdftops pdfgrep pdfdetach pdfsig djvutxt qpdf pdftk mutool cpdf pdfcpu pdfunite pdfseparate pdfjam pdfcrop ps2pdf pdf2ps ps2ascii ps2eps eps2eps epstopdf ocrmypdf tesseract gocr cuneiform img2pdf zbarimg qrencode barcode jpegoptim optipng pngquant pngcrush oxipng gifsicle cwebp dwebp gif2webp avifenc avifdec heif-convert cjpeg djpeg jpegtran mozjpeg svgcleaner rsvg-convert inkscape cairosvg vips vipsthumbnail potrace autotrace guetzli icotool iconutil sips png2icns ttx pyftsubset fonttools woff2_compress woff2_decompress exrinfo':
      {
        operands: ['read', 'write'],
        options: {
          ...are(
            'text',
            '-f -l -r -g -s -q --quality -w -h --pages -layout -x -y -resize -b --format -select_streams -show_entries -of -v -print_format',
          ),
          ...are('write', '-o --output -out --out --export-filename'),
          ...are('opaque', '-execute -config --actions --shell -if --batch'),
        },
        inPlace: '-overwrite_original',
      },
    'dot neato fdp sfdp circo twopi osage graph-easy mmdc plantuml ditaa d2 blockdiag seqdiag nomnoml erd schemaspy vl2png vl2svg':
      {
        operands: 'read',
        options: {
          ...are('text', '-T -K -G -N -E -t --theme -w -H -b'),
          ...are('write', '-o --output'),
          ...are('read', '-i --input -c --configFile -C --cssFile -p --puppeteerConfigFile'),
        },
      },
    'ffmpeg avconv ffmpeg-normalize': {
      operands: 'sink',
      style: 'single-dash',
      options: {
        ...are('source', '-i'),
        ...are(
          'text',
          '-c -c:v -c:a -c:s -codec -vcodec -acodec -b -b:v -b:a -r -s -t -ss -to -f -vf -af -filter_complex -filter:v -filter:a -map -crf -preset -tune -pix_fmt -ar -ac -q -q:v -q:a -qscale -qscale:v -vframes -frames:v -frames -loop -stream_loop -metadata -threads -loglevel -v -hwaccel -aspect -movflags -profile:v -level -g -itsoffset -framerate -pattern_type -safe -bsf:v -bsf:a -strict -max_muxing_queue_size -hls_time -hls_list_size -start_number -protocol_whitelist -disposition:a',
        ),
        ...are('write', '-hls_segment_filename -passlogfile -progress -dump_attachment'),
      },
    },
    'sox soxi lame flac oggenc oggdec opusenc opusdec afconvert timidity fluidsynth festival HandBrakeCLI handbrakecli mkvmerge mkvextract mkvinfo mkvpropedit mp4box mencoder melt gst-launch-1.0 gst-inspect-1.0 abcde cdparanoia normalize audiowaveform aubio essentia whisper demucs spleeter':
      {
        operands: 'source',
        options: {
          ...are(
            'text',
            '-b -r -c -e -t -V -q -ss -f -ao -vo --start --length --volume --speed --model --language -a -s --subtitle',
          ),
          ...are('write', '-o --output --output-file -w'),
          ...are('opaque', '--script --scripts --input-ipc-server --lua --extraintf -I --intf'),
          ...are('directory', '--output_dir -O'),
        },
      },
    streamlink: {
      operands: 'fetch',
      options: {
        ...are(
          'text',
          '-f --format -S --format-sort --audio-format --audio-quality --sub-lang --sub-langs --playlist-items --playlist-start --playlist-end --merge-output-format --recode-video -r --limit-rate -R --retries --match-filter --date --datebefore --dateafter -u --username -p --password --remux-video --print --convert-thumbnails --download-sections --user-agent --referer --proxy',
        ),
        ...are('write', '-o --output --download-archive'),
        ...are('directory', '-P --paths --cache-dir -d'),
        ...are('read', '-a --batch-file --cookies --load-info-json'),
        ...are('shell', '--exec --exec-before-download --netrc-cmd'),
        ...are(
          'opaque',
          '--config-location --config-locations --plugin-dirs --downloader --external-downloader --postprocessor-args --ppa --ffmpeg-location --use-postprocessor',
        ),
      },
    },
    'gs ghostscript': {
      operands: 'read',
      style: 'single-dash',
      options: { ...are('write', '-o -sOutputFile'), ...are('code', '-c'), ...are('opaque', '-dNOSAFER') },
    },
    'blender gimp gimp-console krita openscad freecad freecadcmd godot godot4 unity unreal': {
      operands: 'read',
      options: {
        ...are('write', '-o --output'),
        ...are('text', '-f -s -e -D --camera --imgsize -F -a'),
        ...are('script', '-P --python --script'),
        ...are('code', '--python-expr -b --batch --batch-interpreter'),
      },
      project: [],
    },
    gpicview: {
      operands: 'read',
      does: [INTERACTIVE],
    },
    'asciinema termtosvg vhs svg-term terminalizer ttyrec': {
      operands: 'text',
      options: are('shell', '-c --command'),
      does: [INTERACTIVE],
    },
    'carbon-now silicon freeze code2img': {
      operands: 'read',
      options: { ...are('write', '-o --output'), ...are('shell', '-x --execute') },
    },
  }),
])

/** TeX runs commands when the escape is on, and reads inline TeX from its operands. */
function typeset(kit: Kit): void {
  const escape = kit.invocation.args.some((word) =>
    /^--?(shell-escape|enable-write18|enable-pipes|shell-restricted=f)/.test(show(word)),
  )
  if (escape) kit.opaque('unreadable-code', kit.invocation.evidence)
  walk(
    kit,
    {
      operands: 'read',
      style: 'single-dash',
      options: {
        ...are('text', '-interaction -jobname -fmt -format -output-format -synctex --interaction --jobname -progname'),
        ...are('directory', '-output-directory --output-directory -aux-directory'),
        ...are('opaque', '-lua --lua -luaonly --luaonly -ini -cnf-line --cnf-line'),
      },
    },
    kit.invocation.args.filter((word) => !show(word).startsWith('\\')),
  )
  if (kit.invocation.args.some((word) => /\\(write18|directlua|input\|)/.test(show(word))))
    kit.opaque('unreadable-code', kit.invocation.evidence)
}

/** ImageMagick's options take one or two values nobody needs to know; the first file is read, the last is written. */
function imageMagick(kit: Kit): void {
  const { program, args } = kit.invocation
  const files = args.filter((word, index) => {
    const text = show(word)
    return (
      !/^[-+(){]|^\\[()]$/.test(text) &&
      (/[./*]|\w:/.test(text) || index === args.length - 1) &&
      !/^\d+(\.\d+)?%?(x\d*%?)?([+-]\d+)*[!<>^%]?$/.test(text)
    )
  })
  if (args.some((word) => /^(msl|ephemeral|mvg|url|https?|ftp|inline|vid|x|text|pango):|^[@|]/i.test(show(word))))
    kit.opaque('unreadable-code', kit.invocation.evidence)
  if (args.some((word) => /^-(process|script)$/.test(show(word))))
    kit.opaque('unreadable-code', kit.invocation.evidence)
  if (program === 'mogrify') for (const word of files) kit.writes(word, 'edit')
  else if (program === 'import')
    for (const word of files.slice(-1)) {
      kit.tell({ does: 'read-system', what: 'screen' })
      kit.writes(word, 'overwrite')
    }
  else {
    for (const word of files.slice(0, -1)) kit.reads(word)
    const last = files.at(-1)
    if (last && files.length > 1) kit.writes(last, 'overwrite')
    else if (last) kit.reads(last)
  }
}
