import { literal, textOf, type Word } from '../word.ts'

/** Variables whose words a program reads before its arguments, as if they were typed there. */
const OPTION_VARIABLES: Readonly<Record<string, string>> = {
  PYTEST_ADDOPTS: 'pytest py.test',
  SPEC_OPTS: 'rspec',
  MAVEN_ARGS: 'mvn mvnw',
  TAR_OPTIONS: 'tar gtar',
  XZ_OPT: 'xz unxz xzcat',
  XZ_DEFAULTS: 'xz unxz xzcat',
  ZIPOPT: 'zip',
  BAT_OPTS: 'bat batcat',
  SHELLCHECK_OPTS: 'shellcheck',
}

const PROGRAMS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(OPTION_VARIABLES).map(([name, programs]) => [name, new Set(programs.split(' '))]),
)

/** The arguments as the program reads them: with the options that its environment holds. */
export function withOptionVariables(
  program: string,
  environment: ReadonlyMap<string, Word>,
  args: readonly Word[],
): readonly Word[] {
  let all = args
  for (const [name, value] of environment) {
    const text = textOf(value)
    if (text === undefined || PROGRAMS.get(name)?.has(program) !== true) continue
    all = [...wordsIn(text).map((word) => literal(word)), ...all]
  }
  return all
}

function wordsIn(text: string): readonly string[] {
  return (text.match(/(?:"[^"]*"|'[^']*'|\S)+/g) ?? []).map((word) => word.replaceAll(/["']/g, ''))
}
