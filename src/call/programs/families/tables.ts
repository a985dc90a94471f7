import type { Program } from '../../shell/programs/program.ts'
import type { Entries } from '../entry.ts'
import { family } from '../walk.ts'

/** Programs that query and convert CSV, XML and HTML. */
const entries: Entries = {
  csvlook: {
    operands: 'read',
    prints: 'input',
    options: {
      '-d, --delimiter, -q, --quotechar, -u, --quoting, -p, --escapechar, -z, --maxfieldsize, -e, --encoding, -L, --locale, -K, --skip-lines, -y, --snifflimit, --max-rows, --max-columns, --max-column-width, --max-precision, --date-format, --datetime-format, --null-value':
        'text',
    },
    flags:
      '-t --tabs -b --no-doublequote -S --skipinitialspace --blanks -H --no-header-row -v --verbose -l --linenumbers --add-bom --zero -I --no-inference --no-number-ellipsis -h -V',
    examples: {
      'csvlook -d , a.csv': ['read a.csv'],
      'csvlook --unheard-of -d , a.csv': ['unknown option --unheard-of of csvlook', 'read a.csv'],
    },
  },
  'csvcut csvsort csvformat csvclean csvstack': {
    like: 'csvlook',
    operands: 'read',
    options: {
      '-c, --columns, -C, --not-columns, -D, --out-delimiter, -Q, --out-quotechar, -U, --out-quoting, -P, --out-escapechar, -M, --out-lineterminator, -g, --groups, --fill-value':
        'text',
    },
    flags:
      '-n --names -x --delete-empty-rows -r --reverse -i --ignore-case -E --skip-header -T --out-tabs -A --out-asv -B --out-no-doublequote --filenames --omit-error-rows --header-normalize-space --join-short-rows --fill-short-rows --empty-columns -a --enable-all-checks --label',
    examples: {
      'csvcut -c 1,3 a.csv': ['read a.csv'],
      'csvsort -r -c 2 a.csv': ['read a.csv'],
      'csvcut --unheard-of -c 1,3 a.csv': ['unknown option --unheard-of of csvcut', 'read a.csv'],
    },
  },
  csvgrep: {
    like: 'csvlook',
    operands: 'read',
    options: { '-f, --file': 'read', '-c, --columns, -m, --match, -r, --regex': 'text' },
    flags: '-n --names -i --invert-match -a --any-match',
    examples: {
      'csvgrep -c 1 -m x a.csv': ['read a.csv'],
      'csvgrep -c 1 -f values.txt a.csv': ['read values.txt', 'read a.csv'],
      'csvgrep --unheard-of -c 1 -m x a.csv': ['unknown option --unheard-of of csvgrep', 'read a.csv'],
    },
  },
  csvjoin: {
    like: 'csvlook',
    operands: 'read',
    options: { '-c, --columns': 'text' },
    flags: '--outer --left --right',
    examples: {
      'csvjoin -c id a.csv b.csv': ['read a.csv', 'read b.csv'],
      'csvjoin --unheard-of -c id a.csv b.csv': ['unknown option --unheard-of of csvjoin', 'read a.csv', 'read b.csv'],
    },
  },
  csvstat: {
    like: 'csvlook',
    operands: 'read',
    options: { '-c, --columns, --freq-count, --decimal-format': 'text' },
    flags:
      '--csv --json -i --indent -n --names --type --nulls --non-nulls --unique --min --max --sum --mean --median --stdev --len --freq --count -G --no-grouping-separator',
    examples: {
      'csvstat --mean -c 2 a.csv': ['read a.csv'],
      'csvstat --unheard-of --mean -c 2 a.csv': ['unknown option --unheard-of of csvstat', 'read a.csv'],
    },
  },
  csvjson: {
    like: 'csvlook',
    operands: 'read',
    options: { '-i, --indent, -k, --key, --lat, --lon, --type, --geometry, --crs': 'text' },
    flags: '--no-bbox --stream',
    examples: {
      'csvjson -i 2 a.csv': ['read a.csv'],
      'csvjson --unheard-of -i 2 a.csv': ['unknown option --unheard-of of csvjson', 'read a.csv'],
    },
  },
  in2csv: {
    like: 'csvlook',
    operands: 'read',
    options: {
      '-s, --schema': 'read',
      '-f, --format, -k, --key, --sheet, --encoding-xls': 'text',
      '--write-sheets': 'opaque',
      '--use-sheet-names': 'flag',
    },
    flags: '-n --names --reset-dimensions',
    examples: {
      'in2csv --sheet x a.xlsx': ['read a.xlsx'],
      'in2csv --schema=in.txt --write-sheets=x --sheet x a.xlsx': [
        'read in.txt',
        'unknown option --write-sheets of in2csv',
        'read a.xlsx',
      ],
    },
  },
  csvsql: {
    like: 'csvlook',
    operands: 'read',
    // With a database the statements run there.
    options: {
      '--db': 'send',
      '--query': 'text',
      '-i, --dialect, --tables, --prefix, --unique-constraint, --before-insert, --after-insert, --sql-delimiter, --db-schema, --chunk-size, --min-col-len, --col-len-multiplier, --engine-option':
        'text',
    },
    flags: '--insert --no-constraints --overwrite --create-if-not-exists --no-create',
    examples: {
      "csvsql --query 'select 1' a.csv": ['read a.csv'],
      'csvsql --db postgres://db.example.com/x a.csv': ['contact db.example.com upload data', 'read a.csv'],
      "csvsql --unheard-of --query 'select 1' a.csv": ['unknown option --unheard-of of csvsql', 'read a.csv'],
    },
  },
  mlr: {
    options: {
      // Commands that files are read through, files that are loaded, and files that are written anew.
      '--prepipe, --prepipex, --load, --mload, --from, -I': 'opaque?',
      '--ifs, --ofs, --fs, --irs, --ors, --rs, --ips, --ops, --ps, --nr-progress-mod, --ofmt, --fflatsep, --io, -i, -o, --tz, --records-per-batch':
        'text',
    },
    flags:
      '-n --icsv --ocsv --csv -c --c2j --c2t --c2d --c2n --c2p --c2b --c2x --c2m --c2l --itsv --otsv --tsv -t --t2c --t2j --t2p --ijson --ojson --json -j --j2c --j2t --j2p --ijsonl --ojsonl --jsonl --inidx --onidx --ixtab --oxtab --xtab --ipprint --opprint --pprint --barred --right --omd --implicit-csv-header --headerless-csv-output --allow-ragged-csv-input --quote-all --no-auto-flatten --no-auto-unflatten -S -A -O --no-color -M --colors --jvstack --no-jvstack',
    subcommands: {
      'cat, head, tail, cut, sort, uniq, count, count-distinct, count-similar, stats1, stats2, top, tac, nest, reorder, rename, regularize, unsparsify, label, having-fields, nothing, sec2gmt, summary, group-by, group-like, flatten, unflatten, fill-down, fill-empty, sample, shuffle, decimate, template, most-frequent, least-frequent':
        {
          operands: 'read',
          options: {
            // The next verb of a chain may run code.
            'then*': 'opaque?',
            '-f, -r, -n, -g, -a, -nr, -nf, -c, -cr, -t, -tr, -o, -v, -k, -d': 'text',
          },
          flags: '-u -N -x -s -i',
        },
    },
    examples: {
      'mlr --icsv --ojson cat a.csv': ['read a.csv'],
      "mlr --csv head -n 1 then put 'x' a.csv": [
        'unknown option then* of mlr head',
        'read put',
        'read x',
        'read a.csv',
      ],
      "mlr put 'system(1)'": ['unknown subcommand put of mlr'],
      'mlr --prepipe=x --prepipex=x --load=x cat': [
        'unknown option --prepipe of mlr',
        'unknown option --prepipex of mlr',
        'unknown option --load of mlr',
      ],
      'mlr --mload=x --from=x -I cat': [
        'unknown option --mload of mlr',
        'unknown option --from of mlr',
        'unknown option -I of mlr',
      ],
    },
  },
  xmllint: {
    style: 'single-dash',
    operands: 'source',
    options: {
      '-o, -output': 'write',
      '-schema': 'source',
      '-relaxng': 'source',
      '-schematron': 'source',
      '-dtdvalid': 'source',
      '-path': 'names',
      // It reads commands, which write files.
      '-shell': 'opaque?',
      '-xpath, -encode, -maxmem, -pattern, -pretty, -dtdvalidfpi, -max-ampl': 'text',
    },
    flags:
      '-auto -c14n -c14n11 -exc-c14n -catalogs -nocatalogs -compress -copy -debug -debugent -dropdtd -dtdattr -format -html -htmlout -huge -insert -loaddtd -load-trace -memory -nocdata -nocompact -nodefdtd -nodict -noblanks -noenc -noent -nofixup-base-uris -nonet -noout -nowarning -nowrap -nsclean -oldxml10 -postvalid -push -pushsmall -quiet -recover -repeat -sax -sax1 -stream -strict-namespace -testIO -timing -valid -version -walker -xinclude -noxinclude -noxincludenode -xmlout',
    examples: {
      'xmllint --noout --format a.xml': ['read a.xml'],
      "xmllint --xpath '//a' https://example.com/a.xml": ['contact example.com fetch'],
      'xmllint --shell a.xml': ['unknown option -shell of xmllint', 'read a.xml'],
      'xmllint -o out.txt -output out.txt -schema in.txt --noout --format a.xml': [
        'write out.txt',
        'write out.txt',
        'read in.txt',
        'read a.xml',
      ],
      'xmllint -relaxng in.txt -schematron in.txt -dtdvalid in.txt --noout --format a.xml': [
        'read in.txt',
        'read in.txt',
        'read in.txt',
        'read a.xml',
      ],
      'xmllint -path path --noout --format a.xml': ['names path', 'read a.xml'],
    },
  },
  xsltproc: {
    style: 'single-dash',
    // A stylesheet can write other files.
    operands: ['config', 'source…'],
    options: {
      '-o, -output': 'sink',
      '-writesubtree': 'directory',
      '-path': 'names',
      '-param, -stringparam': 'text text',
      '-encoding, -maxdepth, -maxvars': 'text',
    },
    flags:
      '-catalogs -debug -dumpextensions -html -load-trace -nodict -nodtdattr -nomkdir -nonet -noout -novalid -nowrite -profile -norman -repeat -timing -v -verbose -V -version -xinclude -xincludestyle',
    examples: {
      'xsltproc --stringparam a b style.xsl a.xml': ['read style.xsl', 'read a.xml'],
      'xsltproc -o out.html style.xsl https://example.com/a.xml': [
        'write out.html',
        'read style.xsl',
        'contact example.com fetch',
      ],
      'xsltproc /tmp/x.xsl a.xml': ['code other file /tmp/x.xsl', 'read a.xml'],
      'xsltproc -output out.txt -writesubtree outdir -path path --stringparam a b style.xsl a.xml': [
        'write out.txt',
        'directory outdir',
        'names path',
        'read style.xsl',
        'read a.xml',
      ],
      'xsltproc -unheard-of --stringparam a b style.xsl a.xml': [
        'unknown option -unheard-of of xsltproc',
        'read style.xsl',
        'read a.xml',
      ],
    },
  },
  'xmlstarlet xml': {
    options: { '-q, --quiet': 'flag' },
    subcommands: {
      'sel, select': {
        operands: 'source',
        options: {
          '-t, --template': 'flag',
          '-c, --copy-of, -v, --value-of, -o, --output, -m, --match, -i, --if, -e, --elem, -a, --attr, --var, -N, --elif, -s, --sort':
            'text',
        },
        flags:
          '-B --noblanks -C -R --root -T --text -I --indent -D --xml-decl --net -n --nl -f --inp-name -b --break --else',
      },
      'ed, edit': {
        operands: 'read',
        inPlace: '-L, --inplace',
        options: {
          '-d, --delete, -u, --update, -x, --expr, -v, --value, -s, --subnode, -i, --insert, -a, --append, -t, --type, -n, --name, -r, --rename, -N, --var':
            'text',
          '-m, --move': 'text text',
        },
        flags: '-P --pf -S --ps -O --omit-decl',
      },
      'fo, format': {
        operands: 'source',
        options: { '-s, --indent-spaces, -e, --encode': 'text' },
        flags:
          '-n --noindent -t --indent-tab -o --omit-decl --net -R --recover -D --dropdtd -C --nocdata -N --nsclean -Q --quiet -H --html',
      },
      'val, validate': {
        operands: 'source',
        options: { '-d, --dtd': 'source', '-s, --xsd': 'source', '-r, --relaxng': 'source' },
        flags: '-w --well-formed -e --err -S --stop -b --list-bad -g --list-good -q --quiet --net --embed',
      },
      'el, elements': { operands: 'source', options: { '-d*': 'text' }, flags: '-a -v -u' },
      'esc, escape, unesc, unescape': { operands: 'text' },
    },
    examples: {
      "xmlstarlet sel -t -v '//a' a.xml": ['read a.xml'],
      'xml ed -L -d //x a.xml': ['read a.xml', 'edit a.xml'],
      'xml ed --inplace -d //x a.xml': ['read a.xml', 'edit a.xml'],
      'xml fo a.xml': ['read a.xml'],
      'xml val -e a.xml': ['read a.xml'],
      'xml el a.xml': ['read a.xml'],
      'xml ed a.xml': ['read a.xml'],
      'xml unheard-of a.xml': ['unknown subcommand unheard-of of xml'],
      'xmlstarlet val --dtd=in.txt --xsd=in.txt --relaxng=in.txt': ['read in.txt', 'read in.txt', 'read in.txt'],
    },
  },
  tidy: {
    style: 'single-dash',
    operands: 'read',
    inPlace: '-m, -modify',
    options: {
      '-o, -output, -output-file': 'write',
      '-f, -file, -error-file': 'write',
      '-config': 'read',
      '-w, -wrap, -access, -language, -lang, -indent-spaces, -show-body-only, -doctype, -tidy-mark, -show-warnings, -show-info, -force-output, -drop-empty-elements, -new-blocklevel-tags, -new-inline-tags, -new-empty-tags, -char-encoding, -input-xml, -output-xml, -output-xhtml, -vertical-space, -sort-attributes, -quote-marks, -break-before-br, -show-errors, -custom-tags, -mute':
        'text',
      '-write-back': { words: 'no 0 false' },
    },
    flags:
      '-i -indent -u -upper -c -clean -b -bare -g -gdoc -n -numeric -e -errors -q -quiet -omit -xml -asxml -asxhtml -ashtml -raw -ascii -latin0 -latin1 -iso2022 -utf8 -mac -win1252 -ibm858 -utf16 -utf16le -utf16be -big5 -shiftjis -h -help-config -show-config -v -qe -eq -iq -qi',
    examples: {
      'tidy -q -e a.html': ['read a.html'],
      'tidy -m a.html': ['read a.html', 'edit a.html'],
      'tidy -modify a.html': ['read a.html', 'edit a.html'],
      'tidy --write-back yes a.html': ['unknown value yes for -write-back of tidy', 'read a.html'],
      'tidy -o out.txt -output out.txt -output-file out.txt -q -e a.html': [
        'write out.txt',
        'write out.txt',
        'write out.txt',
        'read a.html',
      ],
      'tidy -f out.txt -file out.txt -error-file out.txt -q -e a.html': [
        'write out.txt',
        'write out.txt',
        'write out.txt',
        'read a.html',
      ],
      'tidy -config in.txt -q -e a.html': ['read in.txt', 'read a.html'],
    },
  },
}

export const tables: readonly Program[] = family(entries)
