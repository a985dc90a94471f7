/**
 * Characters that are taken for others. Letters are listed by script: a word made only of these could be a Latin word to
 * whoever reads it. Scripts without a list consist of such letters altogether.
 */
export const LATIN_LOOKING: Readonly<Record<string, string>> = {
  Cyrillic: 'аԁеһіјӏорԛѕѵԝхусүгпкмтвнАВЕЅІЈКМНОРСТХУҮԌԚԜӀѴ',
  Greek: 'αγικνορτυχωϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϺ',
  Armenian: 'օոսցհյզքԼՕՍՏ',
}

/** Scripts whose letters have no business in a word with Latin ones. */
export const OTHER_SCRIPTS: readonly string[] = (
  'Cyrillic Greek Armenian Cherokee Lisu Coptic Deseret Osage Old_Italic Gothic Carian Lycian Lydian Elbasan ' +
  'Caucasian_Albanian Tifinagh Runic Glagolitic Georgian Warang_Citi Medefaidrin Vithkuqi Canadian_Aboriginal Vai ' +
  'Bamum Miao'
).split(' ')

/** Always written out: signs that are read as one of the shell's, or of a path's, and are none. */
export const SIGNS: ReadonlySet<string> = new Set([
  // hyphen
  ...'‐‑‒−⁃➖˗‾¯',
  // slash and backslash
  ...'⁄∕⧸⟋╱〳⼃∖⧵⧹⟍╲',
  // colon, semicolon, full stop, comma
  ...'։׃꞉∶ː˸܃܄፡᛬⁏؛⸵․܁܂᎐⸱‚٫¸⹁،',
  // bar, exclamation mark, asterisk, tilde, equals, plus
  ...'∣❘ǀ׀⎪⏐ǃ⁎∗٭∼˜⁓꞊᐀⹀➕᛭⧺',
  // quotation marks and accents that are read as such
  ...'‵‶′″‴´ʹʺʻʼʽˈˋˊ՝՛′❛❜❝❞〝〞',
  // brackets
  ...'‹›❮❯˂˃ᐸᐳ❨❩❪❫﴾﴿❲❳❴❵⟨⟩⦗⦘',
  // dollar, ampersand, number sign, at, percent, caret, grave
  ...'⅋٪⁒ˆ‸˂⋕',
  // clicks and letters of phonetic alphabets that are the image of a Latin letter
  ...'ǁǂſ',
  // empty or standing for something else
  ...'\u2800\ufffc\u{1d159}\u{16fe4}',
])

/** Honest signs with a plain reading: nobody takes them for the letters they are made of. */
export const PLAINLY_THEMSELVES = /[…‥™℠№¹²³ªº½¼¾⅓⅔①-⑳]/u

/** Strokes of Chinese, Japanese and Korean writing that are read as a sign when they stand among Latin letters. */
export const STROKES: ReadonlySet<string> = new Set('一丨丿丶ノヽーㅡㅣ〇ロ口エ工ニ二ハ八へヘトㅇ')
