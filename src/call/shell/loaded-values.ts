import { isInside } from '../paths.ts'
import { TEMP_ROOTS } from '../place-kinds-table.ts'
import { literal } from '../word.ts'
import type { ProgramContext } from './programs/program.ts'

/** An absolute path where anybody may put a file: scratch space, downloads, the home of somebody else. */
export function isForeign(context: ProgramContext, text: string): boolean {
  if (!/^(?:[/~]|\.\.\/)/.test(text) || /^\/(?:dev\/(?:null|tty|stdin|stdout|stderr|fd)\b|\/)/.test(text)) return false
  const place = context.place(literal(text))
  if (place.kind !== 'path') return false
  const { workspace, additional, home } = context.surroundings
  if ([workspace, ...additional].some((root) => isInside(place.real, root))) return false
  if (TEMP_ROOTS.some((root) => isInside(place.real, root)) || isInside(place.real, '/dev/shm')) return true
  if (isInside(place.real, `${home}/Downloads`)) return true
  return /^\/(?:home|Users)\/[^/]+\//.test(place.real) && !isInside(place.real, home)
}

/** Names of options and variables that say where something goes. */
export function isOutputName(name: string): boolean {
  return OUTPUT.test(name)
}

const OUTPUT =
  /CACHE|TMP|TEMP|OUTPUT|COVERAGE|REPORT|RESULTS?|JUNIT|ARTIFACT|PROFILE|TRACE|LOG|(?:^|[_-])(?:OUT|O|OUT-?DIR|OUT-?FILE|DEST|DESTDIR|DESTINATION|TARGET|TARGET-DIR|PREFIX|BUILD|DUMP|PID|STATE|RUNTIME|HISTFILE|SAVE|INSTALL|SARIF|SNAPSHOTS?|OUTFILE|OUTDIR|WRITE|STATS|TIMINGS|D)(?:[_-]|$)/i

/** Options among options: which of them load or start something. */
const LOADING =
  /^--?(?:toolexec|exec|modfile|overlay|javaagent|agentlib|agentpath|fplugin|wrapper|specs|eval|e|require|r|import|loader|experimental-loader|plugins?|load\w*|init\w*|preload|bind|run_under|to-command|checkpoint-action)(?=$|[=:])/i

/** Text that is options of some program, as in `MAVEN_OPTS`: one of them loads or starts something. */
export function loadsCode(context: ProgramContext, text: string): boolean {
  const words = text.split(/\s+/).filter((word) => word !== '')
  return words.some((word, at) => {
    if (
      LOADING.test(word) ||
      /[=:](?:\/private)?\/(?:tmp|var\/tmp|dev\/shm)\//.test(word.replace(/^--?[\w.-]+[=:]/, ''))
    )
      return true
    if (word === '-p') return isPlugin(words[at + 1] ?? '')
    const value = /^@(.+)$|^-{1,2}[\w.-]*?[=:]?((?:[/~]|\.\.\/).*)$|=(.+)$/.exec(word)
    const path = value?.[1] ?? value?.[2] ?? value?.[3] ?? (word.startsWith('-') ? '' : word)
    const option = word.startsWith('-') ? word : (words[at - 1] ?? '')
    return isForeign(context, path) && !isOutputName(/^-*([\w.-]*)/.exec(option)![1]!)
  })
}

/** A plug-in that is not one of the well-known ones, and not one that is switched off. */
export function isPlugin(name: string): boolean {
  return name !== '' && !/^(?:no:|pytest_|xdist|cov|asyncio|randomly|timeout|mock|benchmark|\d|-)/.test(name)
}
