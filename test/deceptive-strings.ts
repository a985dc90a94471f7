/** Text that would make a naive screen tell something else than what runs. */
export interface DeceptiveString {
  readonly name: string
  readonly kind: 'escape' | 'control' | 'direction' | 'invisible' | 'look-alike' | 'blank' | 'mark' | 'padding'
  /** As an agent sends it. */
  readonly text: string
  /** What a person must be able to read, each piece in plain ASCII, wherever the text is displayed whole. */
  readonly mustShow: readonly string[]
}

const ESC = '\u001b'
const CSI = `${ESC}[`
const ST = `${ESC}\\`
const BEL = '\u0007'

const row = (
  kind: DeceptiveString['kind'],
  name: string,
  text: string,
  ...mustShow: readonly string[]
): DeceptiveString => ({ kind, name, text, mustShow })

/** One character that passes for another, in the middle of a word. */
const swapped = (name: string, before: string, char: string, after: string): DeceptiveString =>
  row('look-alike', name, `${before}${char}${after}`, `${before}\\u{${char.codePointAt(0)!.toString(16)}}${after}`)

const inside = (kind: DeceptiveString['kind'], name: string, char: string): DeceptiveString => {
  const code = char.codePointAt(0)!
  const told = code <= 0xff ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`
  return row(kind, name, `echo safe${char} && rm -rf build`, `safe${told}`, 'rm -rf build')
}

const ESCAPES: readonly DeceptiveString[] = [
  row('escape', 'clears the screen', `rm -rf build${CSI}2J${CSI}H# harmless`, 'rm -rf build', '\\x1b[2J'),
  row('escape', 'erases the line', `rm -rf build${CSI}2K${CSI}1Gls`, 'rm -rf build', '\\x1b[2K'),
  row('escape', 'erases to the start', `rm -rf build${CSI}1Kls`, 'rm -rf build', '\\x1b[1K'),
  row('escape', 'moves up and overwrites', `rm -rf build\n${CSI}1Als           `, 'rm -rf build', '\\x1b[1A'),
  row('escape', 'moves left and overwrites', `rm -rf build${CSI}12Dls          `, 'rm -rf build', '\\x1b[12D'),
  row('escape', 'hides text', `ls ${CSI}8m; rm -rf build${CSI}28m`, '; rm -rf build', '\\x1b[8m'),
  row('escape', 'writes black on black', `ls ${CSI}30;40m; rm -rf build${CSI}0m`, '; rm -rf build', '\\x1b[30;40m'),
  row('escape', 'turns colours off and on', `${CSI}31mdenied${CSI}0m`, '\\x1b[31mdenied'),
  row('escape', 'switches to the other screen', `rm -rf build${CSI}?1049h`, 'rm -rf build', '\\x1b[?1049h'),
  row('escape', 'hides the cursor', `ls${CSI}?25l`, '\\x1b[?25l'),
  row('escape', 'scrolls', `rm -rf build${CSI}50S`, 'rm -rf build', '\\x1b[50S'),
  row('escape', 'sets the scrolling region', `ls${CSI}1;1r`, '\\x1b[1;1r'),
  row('escape', 'saves and restores the cursor', `${ESC}7rm -rf build${ESC}8ls`, 'rm -rf build', '\\x1b8ls'),
  row('escape', 'asks the terminal to answer', `ls${CSI}6n`, '\\x1b[6n'),
  row('escape', 'asks for the title to be typed', `ls${CSI}21t`, '\\x1b[21t'),
  row('escape', 'resets the terminal', `ls${ESC}c`, '\\x1bc'),
  row('escape', 'reads like bracketed paste', `${CSI}200~rm -rf build\n${CSI}201~`, '\\x1b[200~', 'rm -rf build'),
  row('escape', 'an eight-bit control sequence', 'rm -rf build\u009b2K\u009b1Gls', 'rm -rf build', '\\x9b2K'),
  row(
    'escape',
    'a link that says something else',
    `curl ${ESC}]8;;https://evil.example/x${ST}https://good.example${ESC}]8;;${ST}`,
    'https://evil.example/x',
    '\\x1b]8;;',
  ),
  row(
    'escape',
    'a link ended by a bell',
    `${ESC}]8;;https://evil.example${BEL}docs${ESC}]8;;${BEL}`,
    'https://evil.example',
    '\\x07',
  ),
  row('escape', 'writes to the clipboard', `ls${ESC}]52;c;cm0gLXJmIH4=${BEL}`, '\\x1b]52;c;cm0gLXJmIH4='),
  row('escape', 'reads the clipboard', `ls${ESC}]52;c;?${BEL}`, '\\x1b]52;c;?'),
  row('escape', 'sets the title', `ls${ESC}]0;approved${BEL}`, '\\x1b]0;approved'),
  row('escape', 'sends a notification', `ls${ESC}]9;approved${BEL}`, '\\x1b]9;approved'),
  row('escape', 'changes the palette', `ls${ESC}]4;1;rgb:00/00/00${BEL}`, '\\x1b]4;1;rgb'),
  row('escape', 'an eight-bit operating-system command', 'ls\u009d0;approved\u009c', '\\x9d0;approved\\x9c'),
  row('escape', 'a device control string', `ls${ESC}P+q544e${ST}`, '\\x1bP+q544e'),
  row('escape', 'an application program command', `ls${ESC}_Ga=T;AAAA${ST}`, '\\x1b_Ga=T'),
  row('escape', 'a privacy message', `ls${ESC}^; rm -rf build${ST}`, '; rm -rf build'),
  row('escape', 'a string that never ends', `ls${ESC}P; rm -rf build`, '\\x1bP; rm -rf build'),
  row('escape', 'draws lines instead of letters', `${ESC}(0rm -rf build${ESC}(B`, '\\x1b(0rm -rf build'),
  row('escape', 'makes letters double', `${ESC}#3rm`, '\\x1b#3rm'),
  row('escape', 'passes through tmux', `${ESC}Ptmux;${ESC}${ESC}]52;c;eA==${BEL}${ST}`, '\\x1bPtmux;'),
  row('escape', 'repeats a character', `r${CSI}20bm`, 'r\\x1b[20bm'),
]

const CONTROLS: readonly DeceptiveString[] = [
  row('control', 'returns to the start of the line', 'rm -rf build\rls -la      ', 'rm -rf build', '\\rls -la'),
  row('control', 'a carriage return before the line feed', 'ls\r\nrm -rf build', 'ls\\r', 'rm -rf build'),
  row('control', 'returns many times', `${'echo ok\r'.repeat(5)}rm -rf build`, '\\rrm -rf build'),
  row('control', 'deletes backwards', `rm -rf build${'\b'.repeat(12)}ls          `, 'rm -rf build\\x08'),
  row('control', 'a delete character', 'rm\u007f\u007fls', 'rm\\x7f\\x7fls'),
  row('control', 'a vertical tab', 'ls\u000brm -rf build', 'ls\\x0brm -rf build'),
  row('control', 'a form feed', 'ls\u000crm -rf build', 'ls\\x0crm -rf build'),
  inside('control', 'a null', '\u0000'),
  inside('control', 'a bell', BEL),
  inside('control', 'an end of transmission', '\u0004'),
  inside('control', 'a shift out', '\u000e'),
  inside('control', 'an eight-bit next line', '\u0085'),
  inside('control', 'an eight-bit reverse index', '\u008d'),
  inside('control', 'a single shift', '\u008e'),
  inside('control', 'a line separator', '\u2028'),
  inside('control', 'a paragraph separator', '\u2029'),
]

const DIRECTIONS: readonly DeceptiveString[] = [
  row('direction', 'a right-to-left override', 'cat \u202Etxt.hs', '\\u{202e}txt.hs'),
  row('direction', 'a left-to-right override', 'cat \u202Dsh.txt', '\\u{202d}sh.txt'),
  row('direction', 'an embedding', 'echo \u202Bsafe\u202C; rm -rf build', '\\u{202b}safe\\u{202c}; rm -rf build'),
  row('direction', 'a left-to-right embedding', 'echo \u202Asafe\u202C', '\\u{202a}safe\\u{202c}'),
  row('direction', 'an isolate', 'echo \u2067safe\u2069; rm -rf build', '\\u{2067}safe\\u{2069}; rm -rf build'),
  row('direction', 'a left-to-right isolate', 'echo \u2066safe\u2069', '\\u{2066}safe\\u{2069}'),
  row('direction', 'a first-strong isolate', 'echo \u2068safe\u2069', '\\u{2068}safe\\u{2069}'),
  row('direction', 'a right-to-left mark', 'echo \u200Fsafe', '\\u{200f}safe'),
  row('direction', 'a left-to-right mark', 'echo \u200Esafe', '\\u{200e}safe'),
  row('direction', 'an Arabic letter mark', 'echo \u061Csafe', '\\u{61c}safe'),
  row(
    'direction',
    'a comment that is none',
    'ls \u202E\u2066# done\u2069 \u2066; rm -rf build',
    '; rm -rf build',
    '\\u{202e}',
  ),
  row(
    'direction',
    'Hebrew letters between commands',
    'echo \u05d0; rm -rf /home/dev 1',
    '\\u{5d0}; rm -rf /home/dev 1',
  ),
  row('direction', 'Arabic letters around a slash', 'rm -rf \u0627/\u0628 x', '\\u{627}/\\u{628} x'),
  row('direction', 'Syriac letters', 'cp \u0710 b', '\\u{710} b'),
]

const INVISIBLE: readonly DeceptiveString[] = [
  inside('invisible', 'a zero-width space', '\u200b'),
  inside('invisible', 'a zero-width non-joiner', '\u200c'),
  inside('invisible', 'a zero-width joiner', '\u200d'),
  inside('invisible', 'a word joiner', '\u2060'),
  inside('invisible', 'an invisible times sign', '\u2062'),
  inside('invisible', 'an invisible separator', '\u2063'),
  inside('invisible', 'a byte order mark', '\ufeff'),
  inside('invisible', 'a soft hyphen', '\u00ad'),
  inside('invisible', 'a combining grapheme joiner', '\u034f'),
  inside('invisible', 'a Mongolian vowel separator', '\u180e'),
  inside('invisible', 'a Hangul filler', '\u3164'),
  inside('invisible', 'a half-width Hangul filler', '\uffa0'),
  inside('invisible', 'a Hangul choseong filler', '\u115f'),
  inside('invisible', 'a Khmer inherent vowel', '\u17b4'),
  inside('invisible', 'a variation selector', '\ufe0f'),
  inside('invisible', 'a rare variation selector', '\u{e0100}'),
  inside('invisible', 'an interlinear annotation', '\ufff9'),
  inside('invisible', 'a deprecated format character', '\u206a'),
  inside('invisible', 'a musical format character', '\u{1d173}'),
  inside('invisible', 'a shorthand format character', '\u{1bca0}'),
  inside('invisible', 'a private character', '\ue000'),
  inside('invisible', 'an unassigned character', '\u{1fffe}'),
  row(
    'invisible',
    'a message in tag characters',
    `ls${String.fromCodePoint(...Array.from('rm', (c) => 0xe0000 + c.charCodeAt(0)))}`,
    'ls\\u{e0072}\\u{e006d}',
  ),
  row('invisible', 'a zero-width space inside a name', 'git push origin ma\u200bin', 'ma\\u{200b}in'),
  row('invisible', 'a tag that ends a flag', 'ls\u{e007f}', 'ls\\u{e007f}'),
]

const LOOK_ALIKES: readonly DeceptiveString[] = [
  swapped('a Cyrillic a', 'git p', '\u0430', 'sh'),
  swapped('a Cyrillic o in a host', 'curl https://g', '\u043e', 'od.example'),
  swapped('a Cyrillic es', 'pip install reque', '\u0455', 'ts'),
  swapped('a Cyrillic er', 'np', '\u043c', ' test'),
  swapped('a Cyrillic palochka', 'npm run bui', '\u04cf', 'd'),
  swapped('a Cyrillic capital', 'cat READ', '\u041c', 'E.md'),
  row(
    'look-alike',
    'a host of Cyrillic letters',
    'curl https://\u0430\u0440\u0440\u04cf\u0435.example',
    '\\u{430}\\u{440}\\u{440}\\u{4cf}\\u{435}.example',
  ),
  row('look-alike', 'a command of Cyrillic letters', '\u0441\u0440 a b', '\\u{441}\\u{440} a b'),
  swapped('a Greek omicron', 'node t', '\u03bf', 'ol.js'),
  swapped('a Greek alpha', 'ec', '\u03b1', 'ho'),
  row('look-alike', 'a name of Greek letters', './\u03c1\u03bf\u03bf', './\\u{3c1}\\u{3bf}\\u{3bf}'),
  swapped('an Armenian letter', 'g', '\u0585', ' build'),
  swapped('a Cherokee letter', 'cat ', '\u13a1', 'EADME'),
  swapped('a Lisu letter', 'cat ', '\ua4e2', 'TATUS'),
  swapped('a Coptic letter', 'cat ', '\u2c9f', 'utput'),
  row('look-alike', 'full-width letters', '\uff52\uff4d -rf build', '\\u{ff52}\\u{ff4d} -rf build'),
  row('look-alike', 'full-width digits', 'kill \uff11', 'kill \\u{ff11}'),
  swapped('a full-width solidus', 'rm -rf ~', '\uff0f', 'build'),
  swapped('a full-width semicolon', 'echo a', '\uff1b', 'rm -rf build'),
  swapped('a full-width hyphen', 'rm ', '\uff0d', 'rf'),
  swapped('a mathematical bold letter', '', '\u{1d42b}', 'm -rf build'),
  swapped('a mathematical monospace letter', '', '\u{1d695}', 's'),
  swapped('a mathematical digit', 'kill ', '\u{1d7cf}', '23'),
  swapped('a circled letter', '', '\u24e1', 'm'),
  swapped('a ligature', 'cat ', '\ufb01', 'le.txt'),
  swapped('a Roman numeral', 'mv fi', '\u217c', 'e.txt b'),
  swapped('a script small l', '', '\u2113', 's'),
  swapped('a small capital', 'cat ', '\u0280', 'EADME'),
  swapped('a phonetic g', '', '\u0261', 'it push'),
  swapped('a click letter as a bar', 'ls ', '\u01c0', ' sh'),
  swapped('a click letter as an exclamation mark', 'echo hi', '\u01c3', ''),
  swapped('a division slash', 'cat src', '\u2215', 'main.ts'),
  swapped('a fraction slash', 'cat src', '\u2044', 'main.ts'),
  swapped('a set minus', 'type src', '\u2216', 'main.ts'),
  swapped('an en dash before an option', 'rm ', '\u2013', 'rf build'),
  swapped('a minus sign before an option', 'rm ', '\u2212', 'rf build'),
  swapped('a non-breaking hyphen', 'git push --force', '\u2011', 'with-lease'),
  swapped('a Greek question mark', 'echo a', '\u037e', ' ls'),
  swapped('a modifier colon', 'C', '\ua789', 'temp'),
  swapped('a one-dot leader', 'cat ', '\u2024', 'env'),
  swapped('an asterisk operator', 'ls ', '\u2217', '.ts'),
  swapped('a tilde operator', 'rm -rf ', '\u223c', '/x'),
  swapped('a Chinese one as a dash', 'rm ', '\u4e00', 'rf build'),
  row('look-alike', 'curly quotation marks', 'echo \u201chi; rm -rf build\u201d', '\\u{201c}hi; rm -rf build\\u{201d}'),
  row('look-alike', 'a prime as an apostrophe', 'echo \u2032$(ls)\u2032', '\\u{2032}$(ls)\\u{2032}'),
]

const BLANKS: readonly DeceptiveString[] = [
  swapped('a no-break space', 'rm -rf', '\u00a0', 'build'),
  swapped('a figure space', 'rm -rf', '\u2007', 'build'),
  swapped('a hair space', 'rm -rf', '\u200a', 'build'),
  swapped('a narrow no-break space', 'rm -rf', '\u202f', 'build'),
  swapped('a mathematical space', 'rm -rf', '\u205f', 'build'),
  swapped('an ideographic space', 'rm -rf', '\u3000', 'build'),
  swapped('an Ogham space', 'rm -rf', '\u1680', 'build'),
  swapped('an empty Braille pattern', 'rm -rf', '\u2800', 'build'),
]

const MARKS: readonly DeceptiveString[] = [
  row('mark', 'a stroke through a letter', 'cat l\u0338og', 'l\\u{338}og'),
  row('mark', 'an underline of combining marks', 'r\u0332m\u0332', 'r\\u{332}m\\u{332}'),
  row('mark', 'a pile of marks', `e${'\u0301\u0302\u0303\u0304'.repeat(4)} x`, '\\u{304}'),
  row('mark', 'an enclosing keycap', 'kill 1\u20e3', '1\\u{20e3}'),
  row('mark', 'a mark on a slash', 'rm -rf /\u0301build', '/\\u{301}build'),
]

const PADDINGS: readonly DeceptiveString[] = [
  row('padding', 'ten thousand blanks', `ls${' '.repeat(10_000)}; rm -rf build`, 'ls [10000 spaces] ; rm -rf build'),
  row('padding', 'three thousand tabs', `ls${'\t'.repeat(3000)}; rm -rf build`, '[3000 spaces]', '; rm -rf build'),
  row('padding', 'five hundred empty lines', `ls${'\n'.repeat(501)}rm -rf build`, '[500 empty lines]', 'rm -rf build'),
  row('padding', 'lines of blanks', `ls${'\n    '.repeat(200)}\nrm -rf build`, '[200 empty lines]', 'rm -rf build'),
]

/** At least one hundred and twenty of them, each named once. */
export const DECEPTIVE_STRINGS: readonly DeceptiveString[] = [
  ...ESCAPES,
  ...CONTROLS,
  ...DIRECTIONS,
  ...INVISIBLE,
  ...LOOK_ALIKES,
  ...BLANKS,
  ...MARKS,
  ...PADDINGS,
]

/** Long text whose end a short view leaves out of sight: no approval before the whole was there to be read. */
export const LONG_STRINGS: readonly DeceptiveString[] = [
  row(
    'padding',
    'ten kilobytes of comment',
    `ls # ${'all is well, '.repeat(800)}\nrm -rf build`,
    'ls #',
    'rm -rf build',
  ),
  row('padding', 'ten kilobytes in the middle', `ls ${'a'.repeat(10_000)} && rm -rf build`, 'ls a', 'rm -rf build'),
  row('padding', 'two thousand lines', `${'echo ok\n'.repeat(2000)}rm -rf build`, 'echo ok', 'rm -rf build'),
]

/** Honest text that must stay as it is. */
export const HONEST_STRINGS: readonly string[] = [
  'npm test -- --reporter=dot',
  'printf \'%s\\n\' "$HOME" | sort -u > names.txt',
  'echo 你好，世界！（测试）',
  'git commit -m "修复：登录失败（#12）"',
  'git commit -m "ログインの不具合を修正。テスト：はい"',
  'cat 「設定」.txt',
  '日本語　全角の空白',
  '커밋 메시지: 로그인 오류 수정',
  'git commit -m "исправить ошибку входа с паролем"',
  'cd "Мои документы" && ls',
  '№ 5 и Ё',
  'ελληνικό κείμενο και λόγια',
  'Größe, naïve, café, cafe\u0301, İstanbul, Việt Nam, Łódź',
  'it’s done – really, 3 × 4 = 12 … ok',
  'हिन्दी पाठ',
  'ภาษาไทย',
  'שלום עולם',
  'مرحبا بالعالم',
  '🎉 done ✅ 🚀',
  '│ table │ of │ boxes │',
  '   indented\n\twith tabs\n\nand an empty line',
]
