import type { Program } from '../../shell/programs/program.ts'
import type { Entries } from '../entry.ts'
import { family } from '../walk.ts'

/** Programs that show, convert and pick text, beside those of coreutils. */
const entries: Entries = {
  'hexdump hd': {
    operands: 'read',
    prints: 'input',
    options: { '-f, --format-file': 'read', '-e, --format, -n, --length, -s, --skip': 'text', '-L, --color': 'text?' },
    flags:
      '-b --one-byte-octal -c --one-byte-char -C --canonical -d --two-bytes-decimal -o --two-bytes-octal -x --two-bytes-hex -X --one-byte-hex -v --no-squeezing -h -V',
    examples: {
      'hexdump -C -n 64 a.bin': ['read a.bin'],
      'hexdump -f format.txt a.bin': ['read format.txt', 'read a.bin'],
      'hexdump -z a.bin': ['unknown option -z of hexdump', 'read a.bin'],
    },
  },
  hexyl: {
    operands: ['read'],
    prints: 'input',
    options: {
      '-n, --length, -c, --bytes, -s, --skip, --block-size, --border, --color, -o, --display-offset, --panels, -g, --group-size, --endianness, -b, --base, --terminal-width, --character-table':
        'text',
    },
    flags: '-v --no-squeezing -C --characters --no-characters -P --no-position -p --plain -h -V',
    examples: {
      'hexyl -n 64 a.bin': ['read a.bin'],
      'hexyl --unheard-of -n 64 a.bin': ['unknown option --unheard-of of hexyl', 'read a.bin'],
    },
  },
  column: {
    operands: 'read',
    prints: 'input',
    options: {
      '-s, --separator, -c, --output-width, --columns, -o, --output-separator, -N, --table-columns, -C, --table-column, -R, --table-right, -H, --table-hide, -O, --table-order, -n, --table-name, -l, --table-columns-limit, -T, --table-truncate, -E, --table-noextreme, -W, --table-wrap, -r, --tree, -i, --tree-id, -p, --tree-parent, --wrap-separator':
        'text',
    },
    flags:
      '-t --table -x --fillrows -e --table-header-repeat -d --table-noheadings -J --json -L --keep-empty-lines -m --table-maxout -K --table-colorscheme -h -V',
    examples: {
      'column -t -s, a.csv': ['read a.csv'],
      'column --unheard-of -t -s, a.csv': ['unknown option --unheard-of of column', 'read a.csv'],
    },
  },
  col: {
    options: { '-l, --lines': 'text' },
    flags: '-b --no-backspaces -f --fine -p --pass -h --tabs -x --spaces -H -V',
    prints: 'input',
    examples: {
      'col -bx': [],
      'col --unheard-of -bx': ['unknown option --unheard-of of col'],
    },
  },
  colrm: {
    operands: ['text', 'text'],
    prints: 'input',
    flags: '-h -V',
    examples: {
      'colrm 5 9': [],
      'colrm --unheard-of 5 9': ['unknown option --unheard-of of colrm'],
    },
  },
  ul: {
    operands: 'read',
    prints: 'input',
    options: { '-t, -T, --terminal': 'text' },
    flags: '-i --indicated -h -V',
    examples: {
      'ul -i a.txt': ['read a.txt'],
      'ul --unheard-of -i a.txt': ['unknown option --unheard-of of ul', 'read a.txt'],
    },
  },
  asa: {
    operands: 'read',
    prints: 'input',
    examples: {
      'asa a.txt': ['read a.txt'],
      'asa --unheard-of a.txt': ['unknown option --unheard-of of asa', 'read a.txt'],
    },
  },
  look: {
    operands: ['text', 'read'],
    options: { '-t, --terminate': 'text' },
    flags: '-a --alternative -b -d --alphanum -f --ignore-case -h -V',
    examples: {
      'look -f word words.txt': ['read words.txt'],
      'look --unheard-of -f word words.txt': ['unknown option --unheard-of of look', 'read words.txt'],
    },
  },
  'strings gstrings': {
    operands: 'read',
    prints: 'input',
    options: {
      '-n, --bytes, -t, --radix, -e, --encoding, -T, --target, -s, --output-separator, -U, --unicode, -#': 'text',
    },
    flags: '-a --all -d --data -f --print-file-name -o -w --include-all-whitespace -h -v -V',
    responseFiles: true,
    examples: {
      'strings -n 8 a.bin': ['read a.bin'],
      'strings @arguments.txt a.bin': ['read arguments.txt', 'read from-file.txt', 'read a.bin'],
      'strings --unheard-of -n 8 a.bin': ['unknown option --unheard-of of strings', 'read a.bin'],
    },
  },
  'bat batcat': {
    operands: 'read',
    prints: 'input',
    options: {
      '--pager': 'pager',
      '-l, --language, -H, --highlight-line, --file-name, --diff-context, --tabs, --wrap, --terminal-width, --color, --italic-text, --decorations, --paging, -m, --map-syntax, --ignored-suffix, --theme, --theme-light, --theme-dark, --squeeze-limit, --strip-ansi, --style, -r, --line-range, --nonprintable-notation, --binary, --completion':
        'text',
    },
    flags:
      '-A --show-all -p --plain -d --diff -S --chop-long-lines -n --number -f --force-colorization -P --no-paging --list-themes -s --squeeze-blank -L --list-languages -u --unbuffered --diagnostic --acknowledgements --no-config --no-custom-assets --no-lessopen --config-file --config-dir --cache-dir --set-terminal-title -h -V',
    examples: {
      'bat -pp -r 1:20 a.ts': ['read a.ts'],
      "bat --pager='rm y' a.ts": ['run rm', 'delete y', 'read a.ts'],
      'bat --lessopen a.ts': ['unknown option --lessopen of bat', 'read a.ts'],
    },
  },
  glow: {
    operands: ['source'],
    options: { '-s, --style, -w, --width': 'text' },
    flags: '-a --all -l --local -n --line-numbers -p --pager -t --tui --preserve-new-lines -h -v',
    examples: {
      'glow -w 80 README.md': ['read README.md'],
      'glow https://example.com/a.md': ['contact example.com fetch'],
      'glow --unheard-of -w 80 README.md': ['unknown option --unheard-of of glow', 'read README.md'],
    },
  },
  'iconv giconv': {
    operands: 'read',
    prints: 'input',
    options: {
      '-o, --output': 'write',
      '-f, --from-code, -t, --to-code, --byte-subst, --unicode-subst, --widechar-subst': 'text',
    },
    flags: '-c -l --list -s --silent --verbose -?',
    abbreviations: true,
    examples: {
      'iconv -f latin1 -t utf-8 a.txt': ['read a.txt'],
      'iconv --output=out.txt -f latin1 -t utf-8 a.txt': ['write out.txt', 'read a.txt'],
      'iconv --unheard-of -f latin1 -t utf-8 a.txt': ['unknown option --unheard-of of iconv', 'read a.txt'],
    },
  },
  'dos2unix unix2dos mac2unix unix2mac': {
    operands: 'edit',
    options: { '-c, --convmode, -D, --display-enc': 'text' },
    forms: {
      '-n, --newfile': { operands: ['read', 'write'] },
      '-O, --to-stdout': { operands: 'read' },
      '-i, --info': { operands: 'read' },
    },
    flags:
      '-1252 -437 -7 -850 -860 -863 -865 -ascii -iso -b --keep-bom -e --add-eol --no-add-eol -f --force -gb --gb18030 -k --keepdate -l --newline -m --add-bom -o --oldfile -q --quiet -r --remove-bom -s --safe -u --keep-utf16 -ul --assume-utf16le -ub --assume-utf16be -v --verbose -F --follow-symlink -R --replace-symlink -S --skip-symlink --allow-chown --no-allow-chown -h -L -V',
    examples: {
      'dos2unix -k a.txt': ['edit a.txt'],
      'unix2dos -n a.txt out.txt': ['read a.txt', 'write out.txt'],
      'dos2unix -O a.txt': ['read a.txt'],
      'dos2unix -i a.txt': ['read a.txt'],
      'dos2unix --unheard-of -k a.txt': ['unknown option --unheard-of of dos2unix', 'edit a.txt'],
    },
  },
  uuencode: {
    operands: ['read', 'text'],
    options: { '-o': 'write' },
    flags: '-m --base64 -e --encode-file-name -r',
    examples: {
      'uuencode a.bin name': ['read a.bin'],
      'uuencode -o out.txt a.bin name': ['write out.txt', 'read a.bin'],
      'uuencode --unheard-of a.bin name': ['unknown option --unheard-of of uuencode', 'read a.bin'],
    },
  },
  uudecode: {
    operands: 'read',
    options: { '-o, --output-file': 'write' },
    // Without `-o` the text itself says which file it becomes.
    effects: ['opaque other'],
    flags: '-c --ignore-chmod -i -m -p -r -s',
    examples: {
      'uudecode --version': [],
      'uudecode -o out.bin a.uu': ['write out.bin', 'opaque other', 'read a.uu'],
      'uudecode --unheard-of --version': ['unknown option --unheard-of of uudecode', 'opaque other'],
    },
  },
  envsubst: {
    operands: ['text'],
    flags: '-v --variables -h -V',
    prints: 'input',
    examples: {
      "envsubst '$A'": [],
      "envsubst --unheard-of '$A'": ['unknown option --unheard-of of envsubst'],
    },
  },
  uuid: {
    operands: 'text',
    options: { '-o': 'write', '-v, -n, -F': 'text' },
    flags: '-1 -m -r -d',
    examples: {
      'uuid -v4': [],
      'uuid -o out.txt': ['write out.txt'],
      'uuid --unheard-of -v4': ['unknown option --unheard-of of uuid'],
    },
  },
  ts: {
    operands: ['text'],
    prints: 'input',
    flags: '-r -i -s -m',
    examples: {
      "ts '%H:%M:%S'": [],
      "ts --unheard-of '%H:%M:%S'": ['unknown option --unheard-of of ts'],
    },
  },
  antiword: {
    operands: 'read',
    options: { '-m': 'read', '-a, -i, -p, -w, -x': 'text' },
    flags: '-f -h -L -r -s -t',
    examples: {
      'antiword -t a.doc': ['read a.doc'],
      'antiword -m map.txt a.doc': ['read map.txt', 'read a.doc'],
      'antiword --unheard-of -t a.doc': ['unknown option --unheard-of of antiword', 'read a.doc'],
    },
  },
  html2text: {
    operands: 'source',
    style: 'single-dash',
    options: {
      '-o': 'write',
      '-rcfile': 'read',
      '-width, -style, -from_encoding, -to_encoding, -b, --body-width': 'text',
    },
    flags:
      '-ascii -utf8 -nobs -links -nometa -unparse -check -debug-scanner -debug-parser -h -ignore-links -ignore-images',
    examples: {
      'html2text -nobs -o out.txt a.html': ['write out.txt', 'read a.html'],
      'html2text -rcfile rc.txt a.html': ['read rc.txt', 'read a.html'],
      'html2text -unheard-of -nobs -o out.txt a.html': [
        'unknown option -unheard-of of html2text',
        'write out.txt',
        'read a.html',
      ],
    },
  },
  pv: {
    operands: 'read',
    prints: 'input',
    options: {
      '-o, --output': 'write',
      '-P, --pidfile': 'write',
      '-d, --watchfd, -R, --remote': 'text',
      '-s, --size, -L, --rate-limit, -N, --name, -i, --interval, -w, --width, -H, --height, -D, --delay-start, -F, --format, -B, --buffer-size, -m, --average-rate-window, -x, --extra-display':
        'text',
    },
    flags:
      '-p --progress -t --timer -e --eta -I --fineta -r --rate -a --average-rate -b --bytes -T --buffer-percent -A -n --numeric -q --quiet -W --wait -f --force -c --cursor -l --line-mode -0 --null -8 --bits -k --si -C --no-splice -E --skip-errors -Z -S --stop-at-size -Y --sync -K --direct-io -O -X --discard -U -v --stats -g --gauge -u -h -V',
    examples: {
      'pv -pterb a.bin': ['read a.bin'],
      'pv --output=out.txt --pidfile=out.txt -pterb a.bin': ['write out.txt', 'write out.txt', 'read a.bin'],
      'pv --unheard-of -pterb a.bin': ['unknown option --unheard-of of pv', 'read a.bin'],
    },
  },
  fzf: {
    options: {
      '--preview': 'run-command',
      '--info-command': 'run-command',
      // Keys can be bound to commands; `--listen` takes such actions from the network.
      '--bind': 'opaque',
      '--with-shell': 'opaque',
      '--listen': 'opaque?',
      '--listen-unsafe': 'opaque?',
      '--walker-root': 'names',
      '--history': 'edit',
      '-q, --query, -f, --filter, -d, --delimiter, -n, --nth, --with-nth, --accept-nth, --scheme, --tiebreak, --height, --min-height, --layout, --border-label, --border-label-pos, --margin, --padding, --separator, --scrollbar, --prompt, --pointer, --marker, --marker-multi-line, --ellipsis, --header, --header-lines, --preview-window, --preview-label, --preview-label-pos, --color, --history-size, --expect, --tabstop, --jump-labels, --gap-line, --walker, --walker-skip, --ghost, --algo, --hscroll-off, --scroll-off, --wrap-sign, --gutter, --style':
        'text',
      '-m, --multi, --border, --info, --tmux, --gap': 'text?',
    },
    flags:
      '-i -x --extended -e --exact --no-extended +x +i +s +m --no-sort --literal --tail --disabled --phony --tac --track --no-multi --no-mouse --cycle --keep-right --no-hscroll --no-input --no-clear --read0 --print0 --print-query -1 --select-1 -0 --exit-0 --ansi --sync --filepath-word --reverse --no-info --no-separator --no-scrollbar --no-preview --no-color --no-bold --black --no-unicode --highlight-line --header-first --wrap --no-height --bash --zsh --fish --man',
    prints: 'input',
    variables: { FZF_DEFAULT_OPTS: 'opaque', FZF_DEFAULT_OPTS_FILE: 'opaque' },
    examples: {
      'fzf -q x --height=40%': [],
      "fzf --preview 'rm y'": ['run rm', 'delete y'],
      'FZF_DEFAULT_OPTS=--tac fzf': ['opaque unknown-option'],
      'FZF_DEFAULT_OPTS_FILE=a fzf': ['opaque unknown-option'],
      'fzf --bind=x --with-shell=x --listen=x -q x --height=40%': [
        'unknown option --bind of fzf',
        'unknown option --with-shell of fzf',
        'unknown option --listen of fzf',
      ],
      'fzf --listen-unsafe=x --walker-root=path --history=state.txt -q x --height=40%': [
        'unknown option --listen-unsafe of fzf',
        'names path',
        'edit state.txt',
      ],
      "fzf --info-command='rm y' -q x --height=40%": ['run rm', 'delete y'],
    },
  },
}

export const textTools: readonly Program[] = family(entries)
