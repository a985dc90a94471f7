import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { bundlePlaces } from '../../src/surfaces/bundles/places.ts'
import {
  type BundleServer,
  bundleServer,
  denying,
  managed,
  newSigner,
  second,
  type Serve,
  serving,
  signed,
} from '../bundles/ground.ts'
import { type DaemonProduct, freshPlace, run, type Running } from '../daemon/client.ts'
import type { Failures } from '../product.ts'
import { until } from '../until.ts'

export const LIMITS = { bytes: 100_000, milliseconds: 700 } as const
export const signer = newSigner()

export interface Verdict {
  readonly decision: string
  readonly code: string
}

export interface Status {
  readonly state: string
  readonly inForce?: { readonly version: number }
  readonly lastLook?: { readonly failures: readonly { readonly code: string }[] }
}

export type Place = ReturnType<typeof freshPlace>

/** A daemon that follows a bundle, and its source. */
export class Following {
  readonly #product: DaemonProduct
  running: Running | undefined
  readonly server: BundleServer
  readonly place: Place

  constructor(product: DaemonProduct, server: BundleServer, place: Place = freshPlace()) {
    this.#product = product
    this.server = server
    this.place = place
  }

  static async begin(product: DaemonProduct, first: Serve, more: object = {}): Promise<Following> {
    const following = new Following(product, await bundleServer(first))
    await following.start(more)
    return following
  }

  async start(more: object = {}): Promise<void> {
    const { state, home } = this.place
    const managedDirectory = this.settle(more)
    this.running = await run(this.#product, {
      stateDirectory: state,
      home,
      managedDirectory,
      bundleLimits: LIMITS,
      bundlePollMs: 60,
    })
  }

  /** What the managed settings of the machine say. */
  settle(more: object): string {
    return managed(this.place.directory, { policyBundle: { keys: [signer.text], source: this.server.url, ...more } })
  }

  async decide(command: string): Promise<Verdict> {
    const { running } = this
    const { decision, because } = JSON.parse((await running!.post('/v1/judge', running!.call(command))).body) as {
      decision: string
      because: readonly { code: string }[]
    }
    return { decision, code: because[0]?.code ?? '' }
  }

  async status(): Promise<Status> {
    return (JSON.parse((await this.running!.get('/v1/policy/bundle')).body) as { bundle: Status }).bundle
  }

  /** The codes of what the sealed log says about bundles. */
  async events(): Promise<readonly string[]> {
    const { records } = JSON.parse((await this.running!.get('/v1/audit?limit=1000')).body) as {
      records: readonly { event: string; code: string }[]
    }
    return records.filter(({ event }) => event === 'policy_bundle').map(({ code }) => code)
  }

  async inForce(version: number): Promise<void> {
    await until(`version ${version}`, async () => (await this.status()).inForce?.version === version)
  }

  /** What became of an offer that is not version 3: the code of its refusal, or that it was taken. */
  async outcome(): Promise<string | undefined> {
    const { inForce, lastLook } = await this.status()
    return inForce?.version === 3 ? lastLook?.failures[0]?.code : 'that another one is in force'
  }

  async end(): Promise<void> {
    await this.running?.end()
    rmSync(this.place.directory, { recursive: true, force: true })
    await this.server.close()
  }
}

export const THREE: string = signed(signer, { version: 3, settings: denying('make three') })

const newer = (more: object = {}): string => signed(signer, { version: 9999, settings: denying('make nine'), ...more })

const tampered = (): string => {
  const envelope = JSON.parse(newer()) as { payload: string }
  return JSON.stringify({ ...envelope, payload: envelope.payload.replace('make nine', 'make none') })
}

export interface RefusedRow {
  readonly what: string
  readonly code: string
  readonly serve: Serve
}

const row = (what: string, code: string, serve: Serve | string): RefusedRow => ({
  what,
  code,
  serve: typeof serve === 'string' ? serving(serve) : serve,
})

/** What a source may do with the next bundle, and what it is called. In every case the one in force stays. */
export const REFUSED: readonly RefusedRow[] = [
  row('is changed after it was signed', 'bundle.signature', tampered()),
  row('is signed with another key', 'bundle.unknown-key', signed(newSigner(), { version: 9999 })),
  row('is cut off', 'bundle.unreadable', newer().slice(0, 300)),
  row('is older', 'bundle.older', signed(signer, { version: 2 })),
  row('has the same version and says something else', 'bundle.two-of-a-version', signed(signer, { version: 3 })),
  row('has expired', 'bundle.expired', newer({ expires: second(Date.now() - 1000) })),
  row('needs a newer program', 'bundle.program', newer({ minimumVersion: '999.0.0' })),
  row('has another name', 'bundle.name', newer({ name: 'another-team' })),
  row('has settings that nobody knows', 'bundle.unreadable', newer({ settings: { permisions: {} } })),
  row('has a rule that cannot be read', 'bundle.unreadable', newer({ settings: { permissions: { deny: ['Bash('] } } })),
  row('grades what is no category', 'bundle.unreadable', newer({ settings: { severities: { 'no.such': 'hard' } } })),
  row(
    'names keys of its own',
    'bundle.unreadable',
    newer({ settings: { policyBundle: { keys: [newSigner().text] } } }),
  ),
  row('is huge', 'bundle.source', (_request, response) => void response.end('x'.repeat(LIMITS.bytes + 1))),
  row('comes slowly, byte by byte', 'bundle.source', (_request, response) => {
    const timer = setInterval(() => response.write(' '), 50)
    response.on('close', () => clearInterval(timer))
  }),
  row('is not sent at all', 'bundle.source', () => undefined),
  row('ends in the middle', 'bundle.source', (_request, response) => {
    response.writeHead(200, { 'content-length': 5000 })
    response.write('{', () => response.destroy())
  }),
  row('is elsewhere', 'bundle.source', (request, response) =>
    request.url === '/elsewhere'
      ? void response.end(newer())
      : void response.writeHead(302, { location: '/elsewhere' }).end(),
  ),
  row('is gone', 'bundle.source', (_request, response) => void response.writeHead(404).end()),
  row('is an error', 'bundle.source', (_request, response) => void response.writeHead(500).end(newer())),
]

/** Every row of `REFUSED` that `which` names: version 3 stays in force, and the refusal is told everywhere. */
export function refusedIsKept(which: RegExp = /./): (product: DaemonProduct) => Promise<Failures> {
  return async (product) => {
    const failures: string[] = []
    const following = await Following.begin(product, serving(THREE))
    try {
      await following.inForce(3)
      for (const { what, code, serve } of REFUSED.filter(({ what: name }) => which.test(name))) {
        following.server.serve = serve
        const told = await until(what, () => following.outcome(), 3_000).catch(() => 'nothing')
        if (told !== code) failures.push(`${what}: ${code} is not told, but ${told}`)
        if ((await following.status()).inForce?.version !== 3)
          failures.push(`${what}: version 3 is not in force any more`)
        if ((await following.decide('make three')).code !== 'rule.deny')
          failures.push(`${what}: what version 3 denies is not denied`)
        if (
          !following.running!.logged.some((line) =>
            /^error POLICY BUNDLE NOT TAKEN .*version 3 stays in force/.test(line),
          )
        )
          failures.push(`${what}: the daemon's log says nothing`)
        const recorded = await until(code, async () => (await following.events()).includes(code), 3_000).catch(
          () => false,
        )
        if (!recorded) failures.push(`${what}: the sealed log says nothing`)
        if (failures.length > 0) break
        // Mended, it can be read again.
        following.server.serve = serving(THREE)
        await until('mended', async () => (await following.status()).lastLook?.failures.length === 0)
      }
    } finally {
      await following.end()
    }
    return failures
  }
}

interface Tampering {
  readonly what: string
  readonly tamper: (active: string, marks: readonly string[]) => void
}

/** What may be done to what is kept of the bundle in force. */
export const TAMPERED: readonly Tampering[] = [
  {
    what: 'it is changed',
    tamper: (active) => writeFileSync(active, readFileSync(active, 'utf8').replace('make three', 'make later')),
  },
  { what: 'it is removed', tamper: (active) => rmSync(active) },
  { what: 'an older one is put back', tamper: (active) => writeFileSync(active, signed(signer, { version: 1 })) },
  {
    what: 'one of another name is put there',
    tamper: (active) => writeFileSync(active, signed(signer, { version: 50, name: 'other' })),
  },
  {
    what: 'an older one is put back with its mark',
    tamper: (active, [mark]) => {
      writeFileSync(active, signed(signer, { version: 1 }))
      rmSync(mark!)
    },
  },
  { what: 'its mark cannot be read', tamper: (_active, [mark]) => writeFileSync(mark!, 'x') },
]

/** After a restart without the source, nothing is allowed on the strength of what was tampered with. */
export function tamperingIsNoticed(which: RegExp = /./): (product: DaemonProduct) => Promise<Failures> {
  return async (product) => {
    const failures: string[] = []
    for (const { what, tamper } of TAMPERED.filter(({ what: name }) => which.test(name))) {
      // Without one from the start the other settings would hold: what was in force once is missed all the same.
      const following = await Following.begin(product, serving(THREE), { required: false })
      try {
        await following.inForce(3)
        await following.running!.daemon.stop()
        following.server.serve = (_request, response) => void response.destroy()
        const { active, marks } = bundlePlaces(following.place.state, following.place.home)
        tamper(active, marks)
        await following.start({ required: false })
        const verdict = await following.decide('git status')
        if (verdict.decision !== 'deny' || verdict.code !== 'policy.broken')
          failures.push(`${what}: ${verdict.decision} (${verdict.code})`)
        if ((await following.status()).state !== 'broken') failures.push(`${what}: its status does not say so`)
      } finally {
        await following.end()
      }
    }
    return failures
  }
}
