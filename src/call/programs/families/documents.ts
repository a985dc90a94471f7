import type { Program } from '../../shell/programs/program.ts'
import type { Entries } from '../entry.ts'
import { family } from '../walk.ts'

/** Documents. Filters, extensions, templates and settings of many of them are code. */
const entries: Entries = {
  pandoc: {
    operands: 'source',
    subcommands: {
      lua: { operands: ['run-file', 'text…'], language: 'lua' },
      server: { effects: ['open listener'] },
    },
    options: {
      '-o, --output': 'write',
      '--log': 'write',
      '--extract-media': 'directory',
      '-F, --filter': 'loads-code',
      '-L, --lua-filter': 'loads-code',
      // A reader or a writer may be a script.
      '-f, --from, -r, --read': 'loads-code',
      '-t, --to, -w, --write': 'loads-code',
      '--pdf-engine': 'loads-code',
      '-d, --defaults': 'loads-code',
      '--data-dir': 'project-directory',
      '--metadata-file, --template, -H, --include-in-header, -B, --include-before-body, -A, --include-after-body, --reference-doc, --bibliography, --csl, --citation-abbreviations, --syntax-definition, --abbreviations, --epub-cover-image, --epub-metadata, --epub-embed-font':
        'read',
      '-c, --css': 'source',
      '--resource-path': 'names',
      '-M, --metadata, -V, --variable, --variable-json, --toc-depth, --highlight-style, --wrap, --columns, --dpi, --shift-heading-level-by, --base-header-level, --tab-stop, --eol, --track-changes, --top-level-division, --number-offset, --slide-level, --email-obfuscation, --id-prefix, -T, --title-prefix, --indented-code-classes, --default-image-extension, --reference-location, --markdown-headings, --epub-subdirectory, --split-level, --chunk-template, --ipynb-output, --request-header, --figure-caption-position, --table-caption-position':
        'text',
      '--mathjax, --mathml, --katex, --webtex, --gladtex, --list-extensions, -D': 'text?',
    },
    flags:
      '-s --standalone --toc --table-of-contents -N --number-sections --no-highlight --self-contained --embed-resources --link-images --section-divs --ascii --atx-headers --html-q-tags -i --incremental --list-tables --reference-links --preserve-tabs -p --strip-comments --file-scope --sandbox --citeproc -C --natbib --biblatex --listings --verbose --quiet --fail-if-warnings --trace --dump-args --ignore-args --list-input-formats --list-output-formats --list-highlight-languages --list-highlight-styles --lof --lot -h -v',
    examples: {
      'pandoc a.in': ['read a.in'],
      'pandoc -o o.out --log log.out a.in': ['write o.out', 'write log.out', 'read a.in'],
      'pandoc --extract-media extrac-dir a.in': ['directory extrac-dir', 'read a.in'],
      'pandoc -F /tmp/x -L /tmp/x a.in': ['code other file /tmp/x', 'code other file /tmp/x', 'read a.in'],
      'pandoc --from /tmp/x --read /tmp/x a.in': ['code other file /tmp/x', 'code other file /tmp/x', 'read a.in'],
      'pandoc --to /tmp/x --write /tmp/x a.in': ['code other file /tmp/x', 'code other file /tmp/x', 'read a.in'],
      'pandoc --pdf-engine /tmp/x -d /tmp/x a.in': ['code other file /tmp/x', 'code other file /tmp/x', 'read a.in'],
      'pandoc --data-dir /tmp/x a.in': ['code other file /tmp/x', 'read a.in'],
      'pandoc --metadata-file metada.in --template templa.in a.in': ['read metada.in', 'read templa.in', 'read a.in'],
      'pandoc --include-in-header includ.in a.in': ['read includ.in', 'read a.in'],
      'pandoc --include-before-body includ.in a.in': ['read includ.in', 'read a.in'],
      'pandoc --include-after-body includ.in a.in': ['read includ.in', 'read a.in'],
      'pandoc --reference-doc refere.in a.in': ['read refere.in', 'read a.in'],
      'pandoc --bibliography biblio.in --csl csl.in a.in': ['read biblio.in', 'read csl.in', 'read a.in'],
      'pandoc --citation-abbreviations citati.in a.in': ['read citati.in', 'read a.in'],
      'pandoc --syntax-definition syntax.in a.in': ['read syntax.in', 'read a.in'],
      'pandoc --abbreviations abbrev.in a.in': ['read abbrev.in', 'read a.in'],
      'pandoc --epub-cover-image epub.in --epub-metadata epub.in a.in': ['read epub.in', 'read epub.in', 'read a.in'],
      'pandoc --epub-embed-font epub.in -c c.in a.in': ['read epub.in', 'read c.in', 'read a.in'],
      'pandoc --resource-path dir a.in': ['names dir', 'read a.in'],
      'pandoc --unheard-of a.in': ['unknown option --unheard-of of pandoc', 'read a.in'],
      'pandoc lua /tmp/x.lua a': ['code lua file /tmp/x.lua'],
      'pandoc server': ['open listener'],
    },
  },
  'sphinx-build sphinx-autobuild': {
    operands: ['project-directory', 'directory', 'text…'],
    language: 'python',
    project: ['conf.py', 'docs/conf.py', 'docs/source/conf.py'],
    options: {
      '-c, --conf-dir': 'project-directory',
      '-d, --doctree-dir': 'directory',
      '-w, --warning-file': 'write',
      '-b, --builder, -M, -j, --jobs, -D, --define, -A, --html-define, -t, --tag, --host, --port, --ignore, --watch, --re-ignore, --delay':
        'text',
      '--pre-build, --post-build': 'run-command',
    },
    flags:
      '-a --write-all -E --fresh-env -n --nitpicky -v --verbose -q --quiet -Q --silent -W --fail-on-warning --keep-going -T --show-traceback -P --pdb -C --isolated --color --no-color -N --exception-on-warning --open-browser -h',
    examples: {
      'sphinx-build tests b-dir x': ['directory b-dir'],
      'sphinx-build -c /tmp/x tests b-dir x': ['code python file /tmp/x', 'directory b-dir'],
      'sphinx-build -d d-dir -w w.out tests b-dir x': ['directory d-dir', 'write w.out', 'directory b-dir'],
      "sphinx-build --pre-build 'touch a' tests b-dir x": ['run touch', 'append a', 'directory b-dir'],
      "sphinx-build --post-build 'touch a' tests b-dir x": ['run touch', 'append a', 'directory b-dir'],
      'cd /tmp/x && sphinx-build tests b-dir x': [
        'names /tmp/x',
        'run sphinx-build',
        'code python file /tmp/x',
        'code python file /tmp/x/tests',
        'directory /tmp/x/b-dir',
      ],
      'sphinx-build --unheard-of tests b-dir x': ['unknown option --unheard-of of sphinx-build', 'directory b-dir'],
    },
  },
  mkdocs: {
    flags: '-q --quiet -v --verbose --color --no-color -h -V',
    language: 'python',
    subcommands: {
      'build, serve': {
        project: ['mkdocs.yml'],
        options: {
          '-f, --config-file': 'loads-code',
          '-d, --site-dir': 'directory',
          '-a, --dev-addr': { words: 'localhost:8000 127.0.0.1:8000', else: 'listen' },
          '-t, --theme, -w, --watch': 'text',
        },
        flags:
          '-c --clean --dirty -s --strict --no-strict --livereload --no-livereload --dirtyreload --watch-theme -o --open --use-directory-urls --no-directory-urls',
      },
      'gh-deploy': {
        project: ['mkdocs.yml'],
        options: {
          '-f, --config-file': 'loads-code',
          '-d, --site-dir': 'directory',
          '-m, --message, -b, --remote-branch, -r, --remote-name, -t, --theme': 'text',
        },
        flags: '-c --clean --dirty --force --no-history --ignore-version --shell -s --strict',
        effects: ['git force-push', 'service github deploy'],
      },
      new: { operands: ['directory'] },
      'get-deps, help': { operands: 'text' },
    },
    examples: {
      'mkdocs build': [],
      'mkdocs build -f /tmp/x -d d-dir -a :8080': ['code python file /tmp/x', 'directory d-dir', 'open listener :8080'],
      'cd /tmp/x && mkdocs build': ['names /tmp/x', 'run mkdocs', 'code python file /tmp/x'],
      'mkdocs gh-deploy -f /tmp/x': ['code python file /tmp/x', 'git force-push', 'service github deploy'],
      'mkdocs gh-deploy -d d-dir': ['directory d-dir', 'git force-push', 'service github deploy'],
      'cd /tmp/x && mkdocs gh-deploy': [
        'names /tmp/x',
        'run mkdocs',
        'git force-push',
        'service github deploy',
        'code python file /tmp/x',
      ],
      'mkdocs new a-dir': ['directory a-dir'],
      'mkdocs build --unheard-of': ['unknown option --unheard-of of mkdocs build'],
    },
  },
  doxygen: {
    operands: 'loads-code',
    project: ['Doxyfile'],
    options: {
      '-d': 'text',
    },
    flags: '-s -q -b -v -V -h -x_noenv -Q',
    forms: {
      '-g': { operands: 'write', default: 'Doxyfile' },
      '-u': { operands: 'edit', default: 'Doxyfile' },
    },
    examples: {
      'doxygen /tmp/x': ['code other file /tmp/x'],
      'cd /tmp/x && doxygen /tmp/x': [
        'names /tmp/x',
        'run doxygen',
        'code other file /tmp/x',
        'code other file /tmp/x',
      ],
      'doxygen -g a.out': ['write a.out'],
      'doxygen -g': ['write Doxyfile'],
      'doxygen -u a.file': ['edit a.file'],
      'doxygen -u': ['edit Doxyfile'],
      'doxygen --unheard-of /tmp/x': ['unknown option --unheard-of of doxygen', 'code other file /tmp/x'],
    },
  },
  'asciidoctor asciidoctor-pdf': {
    operands: 'read',
    language: 'ruby',
    options: {
      '-r, --require': 'loads-code',
      '-I, --load-path': 'project-directory',
      '-T, --template-dir': 'loads-code',
      '-o, --out-file': 'write',
      '-D, --destination-dir': 'directory',
      '-B, --base-dir, -R, --source-dir': 'names',
      '--theme': 'read',
      '-b, --backend, -d, --doctype, -a, --attribute, -S, --safe-mode, -E, --template-engine, -e, --eruby, --failure-level, --log-level':
        'text',
    },
    flags:
      '-s --no-header-footer --embedded -n --section-numbers --sectnums -q --quiet -v --verbose -w --warnings -t --timings --trace -h -V',
    examples: {
      'asciidoctor a.in': ['read a.in'],
      'asciidoctor -r /tmp/x -I /tmp/x a.in': ['code ruby file /tmp/x', 'code ruby file /tmp/x', 'read a.in'],
      'asciidoctor -T /tmp/x -o o.out a.in': ['code ruby file /tmp/x', 'write o.out', 'read a.in'],
      'asciidoctor -D d-dir --base-dir dir a.in': ['directory d-dir', 'names dir', 'read a.in'],
      'asciidoctor --source-dir dir --theme theme.in a.in': ['names dir', 'read theme.in', 'read a.in'],
      'asciidoctor --unheard-of a.in': ['unknown option --unheard-of of asciidoctor', 'read a.in'],
    },
  },
  'groff troff nroff': {
    operands: 'read',
    options: {
      '-F, -I, -M': 'names',
      '-T, -m, -d, -D, -f, -K, -n, -o, -r, -w, -W, -P, -L': 'text',
      '-m*, -T*, -K*, -r*, -d*, -w*, -W*': 'text',
    },
    flags: '-a -b -c -C -e -E -g -G -i -j -J -k -l -N -p -R -s -S -t -X -z -Z -v -h',
    examples: {
      'groff a.in': ['read a.in'],
      'groff -F dir -I dir -M dir a.in': ['names dir', 'names dir', 'names dir', 'read a.in'],
      'groff --unheard-of a.in': ['unknown option --unheard-of of groff', 'read a.in'],
    },
  },
  wkhtmltopdf: {
    operands: 'source',
    last: 'write',
    options: {
      '--header-html, --footer-html, --cover, --user-style-sheet, --xsl-style-sheet': 'source',
      '--cookie-jar': 'edit',
      '--proxy': 'send',
      '-O, --orientation, -s, --page-size, -T, --margin-top, -B, --margin-bottom, -L, --margin-left, -R, --margin-right, --page-width, --page-height, -d, --dpi, --image-dpi, --image-quality, --title, --encoding, --javascript-delay, --zoom, --viewport-size, --header-center, --header-left, --header-right, --footer-center, --footer-left, --footer-right, --footer-font-size, --header-font-size, --footer-spacing, --header-spacing, --page-offset, --minimum-font-size, --log-level, --window-status, --copies':
        'text',
    },
    flags:
      '-q --quiet -g --grayscale -l --lowquality --no-background --background --images --no-images --enable-javascript --disable-javascript -n --no-stop-slow-scripts --print-media-type --no-print-media-type --disable-smart-shrinking --enable-smart-shrinking --no-outline --outline --footer-line --header-line --disable-local-file-access --disable-external-links --no-pdf-compression --disable-plugins --enable-forms -h -H -V',
    examples: {
      'wkhtmltopdf a.in z.out': ['read a.in', 'write z.out'],
      'wkhtmltopdf --header-html header.in a.in z.out': ['read header.in', 'read a.in', 'write z.out'],
      'wkhtmltopdf --footer-html footer.in a.in z.out': ['read footer.in', 'read a.in', 'write z.out'],
      'wkhtmltopdf --cover cover.in a.in z.out': ['read cover.in', 'read a.in', 'write z.out'],
      'wkhtmltopdf --user-style-sheet user.in a.in z.out': ['read user.in', 'read a.in', 'write z.out'],
      'wkhtmltopdf --xsl-style-sheet xsl.in a.in z.out': ['read xsl.in', 'read a.in', 'write z.out'],
      'wkhtmltopdf --cookie-jar cookie.file a.in z.out': ['edit cookie.file', 'read a.in', 'write z.out'],
      'wkhtmltopdf --proxy https://b.example a.in z.out': ['contact b.example upload data', 'read a.in', 'write z.out'],
      'wkhtmltopdf --unheard-of a.in z.out': ['unknown option --unheard-of of wkhtmltopdf', 'read a.in', 'write z.out'],
    },
  },
  'soffice libreoffice': {
    operands: 'source',
    options: {
      '--convert-to, --infilter, --language': 'text',
      '--outdir': 'directory',
      '-env:UserInstallation=*': 'opaque',
    },
    flags:
      '--headless --invisible --nologo --norestore --nodefault --nofirststartwizard --nolockcheck --quickstart --cat --safe-mode --minimized --calc --writer --impress --draw -h',
    examples: {
      'soffice a.in': ['read a.in'],
      'soffice --outdir outdir-dir a.in': ['directory outdir-dir', 'read a.in'],
      'soffice -env:UserInstallation=x a.in': ['unknown option -env:UserInstallation=* of soffice', 'read a.in'],
    },
  },
  unoconv: {
    operands: 'read',
    options: {
      '-o, --output': 'write',
      '-f, --format, -d, --doctype, -e, --export, -i, --import, -T, --timeout, -F, --field, -M, --meta': 'text',
      '-t, --template': 'read',
    },
    flags: '--stdout --stdin -v -vv --verbose --preserve --no-launch --show -h',
    examples: {
      'unoconv a.in': ['read a.in'],
      'unoconv -o o.out -t t.in a.in': ['write o.out', 'read t.in', 'read a.in'],
      'unoconv --unheard-of a.in': ['unknown option --unheard-of of unoconv', 'read a.in'],
    },
  },
  latexmk: {
    operands: 'read',
    style: 'single-dash',
    project: ['latexmkrc', '.latexmkrc'],
    language: 'perl',
    options: {
      '-outdir, -output-directory, -auxdir, -aux-directory, -out2dir': 'directory',
      '-jobname, -interaction, -synctex, -bibtex-cond': 'text',
    },
    flags:
      '-pdf -pdflua -pdfxe -pdfdvi -pdfps -dvi -ps -xelatex -lualatex -c -C -CA -gg -g -f -F -quiet -silent -verbose -v -V -halt-on-error -file-line-error -bibtex -nobibtex -cd -pvc -pv -view=none -no-shell-escape -norc -nointeraction -recorder -deps -time -use-make -h',
    examples: {
      'latexmk a.in': ['read a.in'],
      'latexmk -outdir outdir-dir a.in': ['directory outdir-dir', 'read a.in'],
      'latexmk -output-directory output-dir a.in': ['directory output-dir', 'read a.in'],
      'latexmk -auxdir auxdir-dir a.in': ['directory auxdir-dir', 'read a.in'],
      'latexmk -aux-directory aux-dir a.in': ['directory aux-dir', 'read a.in'],
      'latexmk -out2dir out2di-dir a.in': ['directory out2di-dir', 'read a.in'],
      'cd /tmp/x && latexmk a.in': ['names /tmp/x', 'run latexmk', 'code perl file /tmp/x', 'read /tmp/x/a.in'],
      'latexmk -unheard-of a.in': ['unknown option -unheard-of of latexmk', 'read a.in'],
    },
  },
  'bibtex biber makeindex makeglossaries texcount chktex lacheck': {
    operands: 'read',
    options: {
      '-o, --output-file, --output, -O': 'write',
      '-t, --logfile': 'write',
      '-s, --style': 'read',
      '--output-directory, --output_directory, --input-directory, --input_directory, -d': 'directory',
      '-n, -e, -w, --format, --encoding, --input-encoding, --output-encoding': 'text',
    },
    flags:
      '-q -i -c -g -l -p -r -L -T -terse --terse --quiet --debug --trace --validate-datamodel --tool -v -inc -total -brief -sum -1 -merge -h',
    examples: {
      'bibtex a.in': ['read a.in'],
      'bibtex --output-file output.out --output output.out a.in': ['write output.out', 'write output.out', 'read a.in'],
      'bibtex -t t.out -s s.in a.in': ['write t.out', 'read s.in', 'read a.in'],
      'bibtex --output-directory output-dir a.in': ['directory output-dir', 'read a.in'],
      'bibtex --output_directory output-dir a.in': ['directory output-dir', 'read a.in'],
      'bibtex --input-directory input-dir a.in': ['directory input-dir', 'read a.in'],
      'bibtex --input_directory input-dir a.in': ['directory input-dir', 'read a.in'],
      'bibtex --unheard-of a.in': ['unknown option --unheard-of of bibtex', 'read a.in'],
    },
  },
  'dvipdfmx xdvipdfmx dvipdfm': {
    operands: 'read',
    options: { '-o': 'write', '-f': 'read', '-p, -s, -m, -r, -x, -y, -V, -z, -C, -O, -P, -d': 'text' },
    flags: '-c -e -l -q -S -v -vv -E -M -i',
    examples: {
      'dvipdfmx a.in': ['read a.in'],
      'dvipdfmx -o o.out -f f.in a.in': ['write o.out', 'read f.in', 'read a.in'],
      'dvipdfmx --unheard-of a.in': ['unknown option --unheard-of of dvipdfmx', 'read a.in'],
    },
  },
  dvips: {
    operands: 'read',
    options: {
      '-o': 'write | pipe-to-shell',
      '-h': 'read',
      '-P, -p, -l, -n, -D, -t, -x, -y, -T, -O, -c, -C, -X, -Y, -mode, -pp': 'text',
    },
    flags: '-q -f -E -e -i -S -r -A -B -K -M -N -U -Z -R2 -R1 -z -m -a -k -V',
    examples: {
      'dvips a.in': ['read a.in'],
      "dvips -o o.out -o '|sh' a.in": ['write o.out', 'run sh', 'code shell standard-input', 'read a.in'],
      'dvips -h h.in a.in': ['read h.in', 'read a.in'],
      'dvips --unheard-of a.in': ['unknown option --unheard-of of dvips', 'read a.in'],
    },
  },
  tectonic: {
    operands: 'read',
    options: {
      '-o, --outdir': 'directory',
      '-b, --bundle': 'source',
      '-w, --web-bundle': 'fetch',
      '--makefile-rules': 'write',
      '--hide': 'text',
      '--outfmt, --format, -p, --pass, -r, --reruns, -c, --chatter, --color': 'text',
    },
    flags: '-k --keep-intermediates --keep-logs --synctex -C --only-cached --print --untrusted -X -h -V',
    examples: {
      'tectonic a.in': ['read a.in'],
      'tectonic -o o-dir -b b.in a.in': ['directory o-dir', 'read b.in', 'read a.in'],
      'tectonic -w https://a.example a.in': ['contact a.example fetch', 'read a.in'],
      'tectonic --makefile-rules makefi.out a.in': ['write makefi.out', 'read a.in'],
      'tectonic --unheard-of a.in': ['unknown option --unheard-of of tectonic', 'read a.in'],
    },
  },
  typst: {
    options: {
      '--root, --font-path, --package-path, --package-cache-path': 'names',
      '--make-deps, --timings, --deps': 'write?',
      '--cert': 'read',
      '-f, --format, --input, --ppi, --pages, --pdf-standard, --diagnostic-format, -j, --jobs, --creation-timestamp, --color, --field, --features, --port':
        'text',
    },
    flags: '--open --one --pretty --no-serve --no-reload --ignore-system-fonts --ignore-embedded-fonts -h -V',
    subcommands: {
      'compile, c, watch, w': { operands: ['read', 'write'] },
      query: { operands: ['read', 'text'] },
      'fonts, help, info': { operands: 'text', flags: '--variants' },
    },
    examples: {
      'typst compile a.in b.out': ['read a.in', 'write b.out'],
      'typst compile --root dir --font-path dir a.in b.out': ['names dir', 'names dir', 'read a.in', 'write b.out'],
      'typst compile --package-path dir a.in b.out': ['names dir', 'read a.in', 'write b.out'],
      'typst compile --package-cache-path dir a.in b.out': ['names dir', 'read a.in', 'write b.out'],
      'typst compile --make-deps=make.out a.in b.out': ['write make.out', 'read a.in', 'write b.out'],
      'typst compile --timings=timing.out a.in b.out': ['write timing.out', 'read a.in', 'write b.out'],
      'typst compile --deps=deps.out a.in b.out': ['write deps.out', 'read a.in', 'write b.out'],
      'typst compile --cert cert.in a.in b.out': ['read cert.in', 'read a.in', 'write b.out'],
      'typst query a.in x': ['read a.in'],
      'typst compile --unheard-of': ['unknown option --unheard-of of typst compile'],
    },
  },
  'dot neato fdp sfdp circo twopi osage': {
    operands: 'read',
    options: {
      '-o': 'write',
      '-l': 'read',
      '-T, -K, -G, -N, -E, -q, -s, -n': 'text',
      '-T*, -K*, -G*, -N*, -E*, -s*, -q*, -n*': 'text',
    },
    // It writes beside what it reads.
    inPlace: '-O',
    flags: '-v -V -x -y -P -c -?',
    examples: {
      'dot a.in': ['read a.in'],
      'dot -o o.out -l l.in a.in': ['write o.out', 'read l.in', 'read a.in'],
      'dot -O a.in': ['read a.in', 'edit a.in'],
      'dot --unheard-of a.in': ['unknown option --unheard-of of dot', 'read a.in'],
    },
  },
  plantuml: {
    operands: 'read-tree',
    style: 'single-dash',
    options: {
      '-o, -output': 'directory',
      '-graphvizdot': 'loads-code',
      '-config': 'read',
      '-t*, -D*, -S*, -P*, -charset, -x, -exclude, -theme, -nbthread, -timeout, -pipedelimitor, -I*': 'text',
    },
    flags:
      '-p -pipe -v -verbose -version -quiet -help -h -checkonly -syntax -failfast -failfast2 -nometadata -metadata -encodesprite -duration -progress -noerror -stdrpt -testdot -language -printfonts -darkmode -overwrite',
    examples: {
      'plantuml src': ['read-tree src'],
      'plantuml -o o-dir -output output-dir src': ['directory o-dir', 'directory output-dir', 'read-tree src'],
      'plantuml -graphvizdot /tmp/x src': ['code other file /tmp/x', 'read-tree src'],
      'plantuml -config config.in src': ['read config.in', 'read-tree src'],
      'plantuml -unheard-of src': ['unknown option -unheard-of of plantuml', 'read-tree src'],
    },
  },
}

export const documents: readonly Program[] = family(entries)
