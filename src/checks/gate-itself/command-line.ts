import { baseName } from '../../call/paths.ts'
import { onlyLooks } from '../../call/shell/programs/gate-commands.ts'
import { knownText, literal, show, textOf, type Word } from '../../call/word.ts'
import type { Subject } from '../subject.ts'
import { type Finding, here, isInsideAny } from './finding.ts'

/** The gate's own command line, under whatever name and path it is started, except for what neither changes nor discloses. */
export function operatesGate(subject: Subject): Finding | undefined {
  const told = (evidence: string): Finding => ({
    code: 'itself.command',
    what: `\`${evidence}\` operates the gate`,
    instead:
      'agents may only ask it about itself (`portcullis check`, `explain`, `rules list`): a person does the rest outside the agent',
  })
  for (const action of here(subject, 'change-settings')) if (action.of === 'gate') return told(action.evidence)
  for (const run of here(subject, 'run-program')) {
    const words =
      run.program === '' && /\bportcullis\b/.test(show(run.typed)) ? run.args : gateWords(run.program, run.args)
    if (words !== undefined && !onlyLooks(words)) return told(run.evidence)
    const at = INTERPRETERS.test(run.program) ? run.args.findIndex((word) => isEntry(textOf(word) ?? '', subject)) : -1
    if (at >= 0 && !onlyLooks(run.args.slice(at + 1))) return told(run.evidence)
    // Code for an interpreter that is started by a path of its own.
    if (at < 0 && INTERPRETERS.test(run.program) && run.args.some((word) => namesEntry(knownText(word), subject)))
      return told(run.evidence)
  }
  for (const code of here(subject, 'run-code')) {
    if (code.place?.kind !== 'path' || !isEntry(code.place.real, subject)) continue
    const [run] = here(subject, 'run-program').filter(({ evidence }) => evidence === code.evidence)
    if (HOOK.test(code.place.real) || run === undefined || !onlyLooks(wordsAfterScript(run.program, run.args)))
      return told(code.evidence)
  }
  for (const code of here(subject, 'run-code')) {
    if (code.origin === 'inline' && namesEntry(code.evidence, subject)) return told(code.evidence)
    if (!code.seenThrough && code.origin !== 'file' && startsInCode(code.evidence)) return told(code.evidence)
  }
  return undefined
}

const OUR_NAME = /^portcullis(?:\.(?:c?js|mjs|exe|cmd|ps1))?$/

/** The words that our command line gets, when this program is it or a runner that starts it by name. */
function gateWords(program: string, args: readonly Word[]): readonly Word[] | undefined {
  if (OUR_NAME.test(program)) return args
  if (!RUNNERS.has(program)) return undefined
  const at = args.findIndex((word) => /^(?:npm:)?portcullis(?:@[\w.^~-]+)?$/.test(textOf(word) ?? ''))
  const before = args.slice(0, at < 0 ? 0 : at).map((word) => textOf(word) ?? '')
  if (at < 0 || !before.some((word) => STARTS.test(word))) return undefined
  const after = args.slice(at + 1)
  return textOf(after[0] ?? literal('')) === '--' ? after.slice(1) : after
}

/** Package managers that start scripts and packages by name. */
const RUNNERS: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun', 'deno', 'corepack'])
const STARTS = /^(?:run|run-script|exec|x|dlx|rum|urn)$/

/** What our hook, our launcher and our command line are started by. */
const ENTRIES = /(?:^|\/)(?:portcullis(?:\.\w+)?|(?:cli\/)?main\.[cm]?[jt]s|cli\.[cm]?js)$|\/hooks?\/[^/]+$/
/** Whoever runs a hook speaks as the agent's client: `the user said yes`. */
const HOOK = /\/hooks?\/[^/]+$/

function isEntry(path: string, subject: Subject): boolean {
  return ENTRIES.test(path) && isInsideAny(path, subject.world.gate.fixed)
}

/** `node [options] script words…`, or the script itself as the program. */
function wordsAfterScript(program: string, args: readonly Word[]): readonly Word[] {
  if (!/^(?:node|bun|deno|tsx|sh|bash|dash|zsh)/.test(program)) return args
  const at = args.findIndex((word) => ENTRIES.test(textOf(word) ?? '') || baseName(textOf(word) ?? '').includes('.'))
  return at < 0 ? args : args.slice(at + 1)
}

const INTERPRETERS = /^(?:node|nodejs|bun|deno|tsx|ts-node|sh|bash|dash|zsh)$/
/** Our subcommands that change or disclose something, behind our name, as code in any language would write them. */
const STARTED =
  /(?:^|[\s"'`;({[/,])portcullis["'`]?[\s,]{0,4}[[(]?[\s,]{0,4}["'`]?(?:uninstall|approve|serve|init|update|console|pending|replay|channels|log)\b/

function startsInCode(text: string): boolean {
  return STARTED.test(text)
}

/** Code that imports or starts an entry by its path. */
function namesEntry(text: string, { world }: Subject): boolean {
  return world.gate.fixed.some((directory) => {
    for (let at = text.indexOf(directory); at >= 0; at = text.indexOf(directory, at + 1)) {
      const path = /^[\w./@+-]+/.exec(text.slice(at))?.[0] ?? ''
      if (ENTRIES.test(path)) return true
    }
    return false
  })
}
