import type { Command } from 'commander'
import { visible } from '../../call/visible.ts'
import { examine } from '../doctor/examine.ts'
import type { Finding } from '../doctor/finding.ts'
import { examineSystem } from '../system/examine-system.ts'
import { systemPlaces } from '../system/places.ts'
import { namedRecipes, thisPlace } from './init.ts'
import { type Paint, paintFor } from './paint.ts'

interface DoctorOptions {
  readonly json?: boolean
  readonly live?: boolean
  readonly system?: boolean
  readonly root: string
}

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description(
      'does the gate hold? every agent, its hook, the daemon, the store, the policy, the model; exit 1 when anything is red',
    )
    .argument('[agents...]', 'which agents (default: every one that is found)')
    .option('--live', 'also run each agent itself, offline, with a model that asks for a marked call')
    .option('--json', 'print the findings as JSON')
    .option('--system', 'only the gate of the whole machine: owners and modes of everything it rests on')
    .option('--root <directory>', 'with --system: below another root than /', '/')
    .action(async (names: readonly string[], options: DoctorOptions) => {
      namedRecipes(names)
      const findings = options.system
        ? await systemFindings(options.root)
        : await examine(thisPlace(), names, options.live ? 'the agent too' : 'the hook alone')
      const paint = paintFor(process.stdout)
      process.stdout.write(
        options.json
          ? `${JSON.stringify(findings, undefined, 2)}\n`
          : `${findings.map((finding) => showFinding(finding, paint)).join('\n')}\n`,
      )
      process.exitCode = findings.some(({ state }) => state === 'red') ? 1 : 0
    })
}

async function systemFindings(root: string): Promise<readonly Finding[]> {
  const found = await examineSystem(systemPlaces(root))
  if (found.length > 0) return found
  return [
    { about: 'system gate', state: 'red', says: 'none is installed here', fix: 'as root: portcullis install --system' },
  ]
}

function showFinding({ about, state, says, fix }: Finding, paint: Paint): string {
  const mark = paint[state](state.padEnd(6))
  return `${mark} ${paint.bold(about)}: ${visible(says)}${fix === undefined ? '' : `\n       → ${visible(fix)}`}`
}
