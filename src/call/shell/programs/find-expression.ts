import { allOf, ALWAYS, anyOf, type Condition, not, UNDECIDED } from '../../place-condition.ts'
import { show, textOf, type Word } from '../../word.ts'

/** Primaries that take one word and choose by something that is not looked at here, or choose nothing. */
export const TAKES_TEXT: ReadonlySet<string> = new Set(
  (
    '-name -iname -path -ipath -wholename -iwholename -regex -iregex -lname -ilname -type -xtype -size -mtime -atime ' +
    '-ctime -mmin -amin -cmin -perm -user -group -uid -gid -maxdepth -mindepth -regextype -printf -fstype -inum -links ' +
    '-newermt -newerct -newerat -context -used -D -O -mount-depth -flags -Bmin -Btime -depth-n'
  ).split(' '),
)
export const TAKES_NAME: ReadonlySet<string> = new Set(
  '-newer -anewer -cnewer -samefile -newermm -neweram -newercm -newerBm -mnewer'.split(' '),
)
export const RUNS: ReadonlySet<string> = new Set(['-exec', '-execdir', '-ok', '-okdir'])

/** They hold for every path. */
const HOLDS = new Set(
  '-print -print0 -true -depth -d -xdev -mount -follow -noleaf -daystart -ignore_readdir_race -warn -nowarn -ls -prune -quit'.split(
    ' ',
  ),
)
const NO_TEST = new Set(['-maxdepth', '-mindepth', '-regextype', '-printf', '-fprint', '-fprint0', '-fls'])

/** When each action of a find expression is reached: by the index of its primary. `otherwise` is for one without any. */
export interface Reached {
  readonly at: ReadonlyMap<number, Condition | undefined>
  readonly otherwise: Condition | undefined
}

/**
 * Reads the expression of a `find` that starts at the absolute directory `base`, typed as `shown`. What cannot be decided
 * from the path alone is `unknown`; where the expression cannot be read, everything is.
 */
export function conditionsOf(expression: readonly Word[], base: string, shown: string): Reached {
  return new Reading(expression, base, shown).reached()
}

class Reading {
  readonly #words: readonly Word[]
  readonly #base: string
  readonly #shown: string
  readonly #acts = new Map<number, Condition | undefined>()
  readonly #prunes: Condition[] = []
  #least = 0
  #most = Number.MAX_SAFE_INTEGER
  #depthFirst = false
  #at = 0

  constructor(words: readonly Word[], base: string, shown: string) {
    this.#words = words
    this.#base = base
    this.#shown = shown
  }

  reached(): Reached {
    const truth = this.#list(undefined)
    // Something is left over, so what was read is not the whole truth.
    if (this.#at < this.#words.length) return { at: new Map(), otherwise: undefined }
    const everywhere = [
      this.#least > 0 || this.#most < Number.MAX_SAFE_INTEGER
        ? ({ is: 'depth', base: this.#base, least: this.#least, most: this.#most } as const)
        : undefined,
      // With -depth (or -delete, which implies it) a directory is visited after what it holds, and nothing is pruned.
      ...(this.#depthFirst ? [] : this.#prunes.map((of): Condition => ({ is: 'not-below', base: this.#base, of }))),
    ]
    return {
      at: new Map([...this.#acts].map(([at, when]) => [at, allOf(when, ...everywhere)])),
      otherwise: allOf(truth === ALWAYS ? undefined : truth, ...everywhere),
    }
  }

  #peek(): string | undefined {
    const word = this.#words[this.#at]
    return word === undefined ? undefined : (textOf(word) ?? show(word))
  }

  #list(when: Condition | undefined): Condition {
    let truth = this.#or(when)
    while (this.#peek() === ',') {
      this.#at++
      truth = this.#or(when)
    }
    return truth
  }

  #or(when: Condition | undefined): Condition {
    const truths = [this.#and(when)]
    while (/^-(?:o|or)$/.test(this.#peek() ?? '')) {
      this.#at++
      truths.push(this.#and(allOf(when, ...truths.map(not))))
    }
    return anyOf(truths)
  }

  #and(when: Condition | undefined): Condition {
    const truths: Condition[] = []
    for (let next = this.#peek(); next !== undefined && !/^(?:\)|\\\)|,|-o|-or)$/.test(next); next = this.#peek()) {
      if (/^-(?:a|and)$/.test(next)) this.#at++
      else truths.push(this.#term(allOf(when, ...truths)))
    }
    return allOf(...truths.filter((truth) => truth !== ALWAYS)) ?? ALWAYS
  }

  #term(when: Condition | undefined): Condition {
    const text = this.#peek()!
    if (/^(?:!|\\!|-not)$/.test(text)) {
      this.#at++
      return this.#peek() === undefined ? UNDECIDED : not(this.#term(when))
    }
    if (text === '(' || text === '\\(') {
      this.#at++
      const inner = this.#list(when)
      if (/^\\?\)$/.test(this.#peek() ?? '')) this.#at++
      return inner
    }
    return this.#primary(text, when)
  }

  #primary(text: string, when: Condition | undefined): Condition {
    const at = this.#at++
    if (RUNS.has(text)) {
      this.#acts.set(at, when)
      while (this.#at < this.#words.length) {
        const word = textOf(this.#words[this.#at++])
        if (word === ';' || word === '\\;') break
        if (word === '+' && textOf(this.#words[this.#at - 2]) === '{}') break
      }
      return UNDECIDED
    }
    if (text === '-delete') {
      this.#depthFirst = true
      this.#acts.set(at, when)
      return UNDECIDED
    }
    if (text === '-print' || text === '-print0' || text === '-fprint' || text === '-fprint0') this.#acts.set(at, when)
    if (text === '-prune') this.#prunes.push(when ?? ALWAYS)
    if (text === '-depth' || text === '-d') this.#depthFirst = true
    if (text === '-fprintf') this.#at++
    if (HOLDS.has(text)) return ALWAYS
    const takes =
      TAKES_TEXT.has(text) || TAKES_NAME.has(text) || NO_TEST.has(text) || /^-newer|^-f(?:print|ls)/.test(text)
    if (!takes) return UNDECIDED
    const word = this.#words[this.#at++]
    return word === undefined ? UNDECIDED : this.#test(text, word)
  }

  #test(primary: string, word: Word): Condition {
    if (word.kind === 'dynamic') return UNDECIDED
    const text = show(word)
    const letters = primary.startsWith('-i') ? 'any case' : 'exact'
    switch (primary) {
      case '-name':
      case '-iname':
        return { is: 'name', pattern: text, letters }
      case '-path':
      case '-ipath':
      case '-wholename':
      case '-iwholename':
        return { is: 'path', pattern: text, letters, base: this.#base, shown: this.#shown }
      case '-type':
        return text === 'f'
          ? { is: 'type', type: 'file' }
          : text === 'd'
            ? { is: 'type', type: 'directory' }
            : UNDECIDED
      case '-maxdepth':
        if (/^\d+$/.test(text)) this.#most = Number(text)
        return ALWAYS
      case '-mindepth':
        if (/^\d+$/.test(text)) this.#least = Number(text)
        return ALWAYS
      default:
        return NO_TEST.has(primary) ? ALWAYS : UNDECIDED
    }
  }
}
