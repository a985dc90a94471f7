import { homedir, userInfo } from 'node:os'
import { resolve } from 'node:path'
import { visible } from '../../call/visible.ts'
import { realWorld } from '../../call/world.node.ts'
import { AuditLogger, type AuditEvent } from '../../journal/audit-logger.ts'
import { openSqliteJournal } from '../../journal/stores/sqlite.ts'
import { timeText } from '../../journal/records.ts'
import { MOST_BUNDLE_BYTES } from '../../policy/read-settings.ts'
import { MANAGED_DIRECTORY } from '../../policy/load.ts'
import { policyBundleShape, type PolicyBundleSetting } from '../../policy/managed-settings.ts'
import { settingsIssues } from '../../policy/settings.ts'
import { type Activating, activate, termsOf } from '../bundles/activate.ts'
import { examine } from '../bundles/choose.ts'
import { EXPIRED, failureEvent, lookOnce } from '../bundles/follow.ts'
import { knownHost } from '../bundles/host-id.ts'
import { bundlePlaces } from '../bundles/places.ts'
import { BundleReader } from '../bundles/source.ts'
import { type BundleStatus, lastLook, statusOf } from '../bundles/status.ts'
import { alone, forgetBundle, replaceFile, textIn } from '../bundles/store.ts'
import { journalFor } from '../journal-places.ts'
import { Policies } from '../policies.ts'
import { stateDirectory } from '../state-directory.ts'
import { UsageError } from './usage-error.ts'

interface Options {
  readonly state?: string
  readonly json?: boolean
}

type Machine = Omit<Activating, 'audit' | 'user'> & { readonly state: string }

/** The bundle of this machine, as the files are now. */
export function policyMachine(options: Options): Machine {
  const state = stateDirectory(options.state)
  const home = homedir()
  const policies = new Policies({ world: realWorld(), state, onChange: () => undefined })
  return {
    state,
    files: bundlePlaces(state),
    home,
    managedDirectory: MANAGED_DIRECTORY,
    policy: () => policies.policyNow(home),
    now: Date.now,
  }
}

export async function showStatus(options: Options): Promise<void> {
  const { files, policy } = policyMachine(options)
  const now = policy()
  const status = statusOf(now, knownHost(now, files), lastLook(files), files.active)
  process.stdout.write(options.json === true ? `${JSON.stringify(status, undefined, 2)}\n` : statusText(status))
  if (isWrong(status)) process.exitCode = 1
}

export function isWrong({ state, lastLook: look }: BundleStatus): boolean {
  return state === 'broken' || state === 'expired' || state === 'none' || (look?.failures.length ?? 0) > 0
}

const STATES: Readonly<Record<BundleStatus['state'], string>> = {
  'not followed': 'this machine follows no policy bundle',
  none: 'no policy bundle is in force yet',
  valid: 'in force',
  expired: 'EXPIRED',
  broken: 'BROKEN: nothing is allowed',
}

export function statusText({
  state,
  inForce,
  source,
  keys,
  host,
  locked,
  problems,
  lastLook: look,
}: BundleStatus): string {
  const lines: (readonly [string, string])[] = [
    [
      'bundle',
      inForce === undefined
        ? STATES[state]
        : `${inForce.name} ${inForce.version}, ${STATES[state]}${state === 'expired' ? `: ${EXPIRED[inForce.whenExpired]}` : ''}`,
    ],
    ...(inForce === undefined ? [] : [['until', timeText(inForce.expires)] as const]),
    ...problems.map((problem) => ['problem', problem] as const),
    ['source', source ?? (keys === 0 ? '-' : 'none: `portcullis policy activate` brings one')],
    ['keys', `${keys} trusted`],
    ['host', host],
    ...(locked.length === 0 ? [] : [['locked', locked.join(', ')] as const]),
    ...(look === undefined
      ? []
      : [
          ['looked', timeText(look.at)] as const,
          ...look.considered.map(({ from, name, version, share, refused }): readonly [string, string] => [
            'offer',
            `${from}: ${name === undefined ? '' : `${name} ${version}: `}${refused?.message ?? share?.because ?? ''}`,
          ]),
          ...look.failures.map(({ from, code, message }): readonly [string, string] => [
            'FAILED',
            `${from}: ${code}: ${message}`,
          ]),
        ]),
  ]
  return lines.map(([what, text]) => `${what.padEnd(10)} ${visible(text)}\n`).join('')
}

export async function trustKeys(
  keys: readonly string[],
  options: Options & { readonly source?: string; readonly poll?: string; readonly whenExpired?: string },
): Promise<void> {
  const place = policyMachine(options)
  refuseManaged(place)
  const { source } = options
  const setting = policyBundleShape().safeParse({
    keys,
    ...(source === undefined ? {} : { source: /^https?:/.test(source) ? source : resolve(source) }),
    ...(options.poll === undefined ? {} : { pollSeconds: Number(options.poll) }),
    ...(options.whenExpired === undefined ? {} : { whenExpired: options.whenExpired }),
  })
  if (!setting.success)
    throw new UsageError(
      settingsIssues(setting.error)
        .map(({ path, message }) => `${path.join('.')}: ${message}`)
        .join('\n'),
    )
  await recorded(place.state, async (audit) => {
    const details = { keys: [...keys], ...(setting.data.source === undefined ? {} : { source: setting.data.source }) }
    await audit.logBefore(event('bundle.trusted', details))
    alone(place.files, () => replaceFile(place.files.trust, `${JSON.stringify(setting.data, undefined, 2)}\n`))
  })
  process.stdout.write(
    `${keys.length === 1 ? 'one key is' : `${keys.length} keys are`} trusted now\n${source === undefined ? 'next: portcullis policy activate <bundle>' : 'next: portcullis policy fetch, or wait for the daemon'}\n`,
  )
}

/** Whoever has root decides for this machine; a person of it decides only where root is silent. */
function refuseManaged({ policy, managedDirectory }: Machine): void {
  const { policyBundle, problems } = policy()
  if (policyBundle?.by === 'managed')
    throw new UsageError(`the settings in ${managedDirectory} say which bundle this machine follows: change them there`)
  if (problems.some(({ file }) => file.startsWith(`${managedDirectory}/`)))
    throw new UsageError(`the settings in ${managedDirectory} cannot be read: fix them first`)
}

export async function fetchNow(options: Options): Promise<void> {
  const machine = policyMachine(options)
  const setting = followed(machine)
  const { source } = setting
  if (source === undefined) throw new UsageError('no source is named: `portcullis policy trust <key> --source <where>`')
  await recorded(machine.state, async (audit) => {
    const place: Activating = { ...machine, audit, user: userInfo().username }
    const { look, activated } = await lookOnce({ ...setting, source }, new BundleReader(source), place)
    if (look !== 'same') for (const failure of look.failures) await audit.note(failureEvent(failure, place.user))
    if (activated !== undefined) process.stdout.write(`${activated.name} ${activated.version} is in force now\n`)
  })
  await showStatus(options)
}

export async function activateFile(file: string, options: Options): Promise<void> {
  const machine = policyMachine(options)
  const setting = followed(machine)
  const text = textIn(file, MOST_BUNDLE_BYTES)
  if (text === undefined) throw new UsageError(`there is no file ${visible(file)}`)
  await recorded(machine.state, async (audit) => {
    const place: Activating = { ...machine, audit, user: userInfo().username }
    const { bundle, refused } = examine(text, termsOf(setting, place))
    const why = refused ?? (bundle === undefined ? undefined : await activate(bundle, setting, place))
    if (why !== undefined || bundle === undefined) {
      if (why !== undefined) await audit.note(failureEvent({ from: resolve(file), ...why }, place.user))
      throw new Error(`not taken: ${why?.message ?? 'it cannot be read'}; what was in force stays in force`)
    }
    process.stdout.write(
      `${bundle.contents.name} ${bundle.contents.version} is in force now, until ${bundle.contents.expires}\n`,
    )
  })
}

export async function leave(options: Options & { readonly yes?: boolean }): Promise<void> {
  const place = policyMachine(options)
  refuseManaged(place)
  const { bundle } = place.policy()
  const what =
    bundle === undefined ? 'no bundle that verifies is in force' : `${bundle.name} ${bundle.version} is in force`
  if (options.yes !== true) {
    process.stdout.write(`${what}; with --yes it is forgotten, and only the settings of this machine hold\n`)
    return
  }
  await recorded(place.state, async (audit) => {
    await audit.logBefore(
      event('bundle.left', bundle === undefined ? {} : { name: bundle.name, version: bundle.version }),
    )
    alone(place.files, () => forgetBundle(place.files))
  })
  process.stdout.write('this machine follows no policy bundle any more\n')
}

function followed({ policy }: Machine): PolicyBundleSetting {
  const { policyBundle } = policy()
  if (policyBundle !== undefined) return policyBundle
  throw new UsageError('no key is trusted here: `portcullis policy trust <key>`, or `policyBundle` in managed settings')
}

function event(code: 'bundle.trusted' | 'bundle.left', details: AuditEvent['details'] & object): AuditEvent {
  return { type: 'policy_bundle', severity: 'warn', code, user: userInfo().username, details }
}

/** What changes the policy is in the log first, and is not done when it cannot be written. */
async function recorded(state: string, act: (audit: AuditLogger) => Promise<void>): Promise<void> {
  const journal = openSqliteJournal({ ...journalFor(state), thread: 'caller' })
  try {
    await act(new AuditLogger(journal))
  } finally {
    await journal.close()
  }
}
