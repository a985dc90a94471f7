import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { visible } from '../../call/visible.ts'
import { contentsIn, openBundle, signBundle } from '../../policy/bundle/bundle.ts'
import { shareOf } from '../../policy/bundle/canary.ts'
import { publicKeyOf, publicKeyText } from '../../policy/bundle/keys.ts'
import { bundleProblems } from '../../policy/bundle/layer.ts'
import type { BundleContents } from '../../policy/bundle/shapes.ts'
import { MANAGED_DIRECTORY } from '../../policy/load.ts'
import { MOST_BUNDLE_BYTES, MOST_SETTINGS_CHARACTERS, readSettings, showProblem } from '../../policy/read-settings.ts'
import { termsOf } from '../bundles/activate.ts'
import { examine } from '../bundles/choose.ts'
import { hostId } from '../bundles/host-id.ts'
import { textIn } from '../bundles/store.ts'
import { policyMachine } from './policy-machine.ts'
import { UsageError } from './usage-error.ts'

/** The private key is PEM for its owner alone; the public one stands beside it, and is printed. */
export function keygen(file: string): void {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const text = publicKeyText(publicKey)!
  writeFileSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' })
  writeFileSync(`${file}.pub`, `${text}\n`, { mode: 0o644, flag: 'wx' })
  process.stdout.write(
    `${text}\nThis is the public key: machines trust it with \`policyBundle.keys\` in their managed settings, or \`portcullis policy trust\`.\nThe private key is in ${visible(file)}: whoever has it makes policy. Keep it off the machines that agents work on.\n`,
  )
}

interface SignOptions {
  readonly key: string
  readonly name: string
  readonly number: string
  readonly expires: string
  readonly minimumVersion?: string
  readonly whenExpired?: string
  readonly canary?: string
  readonly salt?: string
  readonly out?: string
}

export function signSettings(file: string, options: SignOptions): void {
  const key = privateKeyIn(options.key)
  const text = textIn(file, MOST_SETTINGS_CHARACTERS)
  if (text === undefined) throw new UsageError(`there is no file ${visible(file)}`)
  const { read, problems } = readSettings(text, file)
  if (read === undefined) throw new UsageError(problems.map(showProblem).join('\n'))
  const now = Date.now()
  const payload = JSON.stringify(
    {
      name: options.name,
      version: wholeNumber('--number', options.number),
      issued: second(now),
      expires: second(readExpiry(options.expires, now)),
      ...(options.minimumVersion === undefined ? {} : { minimumVersion: options.minimumVersion }),
      ...(options.whenExpired === undefined ? {} : { whenExpired: options.whenExpired }),
      ...(options.canary === undefined
        ? {}
        : { canary: { percent: Number(options.canary), salt: options.salt ?? options.name } }),
      settings: read.settings,
    },
    undefined,
    2,
  )
  const made = contentsIn(payload)
  if ('refused' in made) throw new UsageError(made.refused.message)
  const [problem] = bundleProblems(made, { owner: 'managed', base: MANAGED_DIRECTORY, home: '/' })
  if (problem !== undefined) throw new UsageError(showProblem(problem))
  const bundle = signBundle(payload, key)
  if (options.out === undefined) process.stdout.write(bundle)
  else {
    writeFileSync(options.out, bundle, { mode: 0o644 })
    const { name, version, expires } = made.contents
    process.stdout.write(`${visible(options.out)}: ${name} ${version}, signed, until ${expires}\n`)
  }
}

/** Refuses a key that others can read: it would not be the signer's alone. */
function privateKeyIn(file: string): KeyObject {
  const stat = statSync(file, { throwIfNoEntry: false })
  if (stat === undefined) throw new UsageError(`there is no key ${visible(file)}`)
  if (process.platform !== 'win32' && (stat.mode & 0o077) !== 0)
    throw new UsageError(`others can read the private key: chmod 600 ${visible(file)}`)
  try {
    const key = createPrivateKey(readFileSync(file))
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // Said below.
  }
  throw new UsageError(`${visible(file)} is no private Ed25519 key: \`portcullis policy keygen\` makes one`)
}

function wholeNumber(option: string, text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw new UsageError(`${option} takes a whole number from 1 on`)
}

const DAY = 86_400_000

/** `90d`, or a date. */
function readExpiry(text: string, now: number): number {
  const days = /^(\d{1,4})d$/.exec(text)?.[1]
  const time = days === undefined ? Date.parse(text) : now + Number(days) * DAY
  if (Number.isNaN(time) || time <= now) throw new UsageError(`--expires takes days (90d) or a date to come`)
  return time
}

function second(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, 'Z')
}

export interface MachineOptions {
  readonly state?: string
  readonly json?: boolean
}

export async function verifyFile(
  file: string,
  options: MachineOptions & { readonly key?: readonly string[] },
): Promise<void> {
  const place = policyMachine(options)
  const keys = options.key ?? place.policy().policyBundle?.keys
  if (keys === undefined)
    throw new UsageError('no key is trusted here: name one with --key, or `portcullis policy trust` it')
  for (const key of keys)
    if (publicKeyOf(key) === undefined) throw new UsageError(`not a public key: \`${visible(key)}\``)
  const text = textIn(file, MOST_BUNDLE_BYTES)
  if (text === undefined) throw new UsageError(`there is no file ${visible(file)}`)
  const { bundle, refused } = examine(text, termsOf({ ...place.policy().policyBundle, keys: [...keys] }, place))
  const share = bundle === undefined ? undefined : shareOf(bundle.contents, hostId(place.files))
  if (options.json === true)
    process.stdout.write(
      `${JSON.stringify({ sound: refused === undefined, ...(refused === undefined ? {} : { refused }), ...(bundle === undefined ? {} : { contents: bundle.contents, key: bundle.key, share }) }, undefined, 2)}\n`,
    )
  else if (refused !== undefined) process.stdout.write(`${refused.code}: ${visible(refused.message)}\n`)
  else if (bundle !== undefined)
    process.stdout.write(
      `${bundle.contents.name} ${bundle.contents.version} is sound: signed by ${bundle.key}, until ${bundle.contents.expires}; ${share!.because}\n`,
    )
  if (refused !== undefined) process.exitCode = 1
}

export async function show(
  file: string | undefined,
  options: MachineOptions & { readonly settings?: boolean },
): Promise<void> {
  const place = policyMachine(options)
  const keys = place.policy().policyBundle?.keys ?? []
  const path = file ?? place.files.active
  const text = textIn(path, MOST_BUNDLE_BYTES)
  if (text === undefined)
    throw new UsageError(file === undefined ? 'no policy bundle is in force here' : `there is no file ${visible(path)}`)
  const { contents, signed } = shown(text, keys)
  if (options.settings !== true) process.stderr.write(`${signed}\n`)
  process.stdout.write(`${JSON.stringify(options.settings === true ? contents.settings : contents, undefined, 2)}\n`)
}

/** Whoever looks at a bundle that does not verify sees it, too, and is told. */
function shown(text: string, keys: readonly string[]): { contents: BundleContents; signed: string } {
  const opened = openBundle(text, keys)
  if ('bundle' in opened)
    return { contents: opened.bundle.contents, signed: `signed by ${opened.bundle.key}, which is trusted here` }
  const payload: unknown = (() => {
    try {
      return (JSON.parse(text) as { payload?: unknown }).payload
    } catch {
      return undefined
    }
  })()
  const found = typeof payload === 'string' ? contentsIn(payload) : undefined
  if (found === undefined || 'refused' in found) throw new UsageError(opened.refused.message)
  return { contents: found.contents, signed: `NOT VERIFIED: ${opened.refused.message}` }
}
