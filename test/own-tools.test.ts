import { describe, expect, test } from 'vitest'
import { toToolCall } from '../src/call/read-call.ts'
import { frozenWorld } from '../src/call/world.frozen.ts'
import type { ToolDescription } from '../src/call/tools/description.ts'
import { judge } from '../src/gate.ts'
import { makeLayer } from '../src/policy/layers.ts'
import { mergeLayers } from '../src/policy/merge.ts'
import { readSettings } from '../src/policy/read-settings.ts'
import { newSession } from '../src/session.ts'
import { composeGate } from '../src/surfaces/compose.ts'
import type { Verdict } from '../src/verdict.ts'
import { DESCRIBED, OWN_TOOL_CASES, type OwnToolCase } from './suites/own-tools-cases.ts'

const world = frozenWorld({
  home: '/home/dev',
  files: {
    '/home/dev/project/.git/HEAD': 'ref: refs/heads/work\n',
    '/home/dev/project/README.md': '# Project\n',
    '/home/dev/project/package.json': '{}',
    '/home/dev/project/src/app.ts': 'export {}\n',
    '/home/dev/project/dist/app.js': '',
    '/home/dev/project/.env': 'KEY=1\n',
    '/home/dev/.ssh/id_rsa': 'key',
  },
})

type Gate = Awaited<ReturnType<typeof composeGate>>
type GivenTools = NonNullable<Parameters<typeof composeGate>[0]>['tools']

function gateWith(tools: GivenTools, settings: object = {}): Promise<Gate> {
  const userSettings = JSON.stringify(settings)
  return composeGate({ world, userSettings, managedDirectory: '/none', ...(tools ? { tools } : {}) })
}

const gate = await gateWith(DESCRIBED)

interface Called extends Pick<OwnToolCase, 'tool' | 'input'> {
  readonly agent?: string
}

async function verdictOn({ tool, input, agent }: Called, by: Gate = gate): Promise<Verdict> {
  const defaults = { session: 's', agent: agent ?? 'library', cwd: '/home/dev/project' }
  const read = toToolCall({ tool, input, cwd: '/home/dev/project' }, defaults)
  if ('unreadable' in read) throw new Error(read.unreadable.sentence)
  const call = agent === undefined ? { ...read.ok, ownTools: true as const } : read.ok
  return judge(by, call, newSession('s', { mode: 'auto', interactive: true }))
}

describe("a program's own tools", () => {
  test.each(OWN_TOOL_CASES)('$id: $expect, because $why', async (each) => {
    const { decision, because } = await verdictOn(each)
    const sentence = because.map(({ code, sentence }) => `${code}: ${sentence}`).join('; ')
    expect(decision === 'allow' ? 'allow' : 'stop', sentence).toBe(each.expect)
  })

  /** Roles that say something by themselves; the others only say more about one of these. */
  const ROLES = ['reads', 'searches', 'writes', 'deletes', 'command', 'url', 'host', 'sends', 'query', 'code'] as const
  const rows = Object.entries(DESCRIBED as Record<string, ToolDescription>).flatMap(([tool, description]) =>
    ROLES.filter((role) => description[role] !== undefined).map((role) => [tool, role] as const),
  )
  test.each(rows)('%s without %s lets something through that is stopped', async (tool, role) => {
    const harmless = Object.entries((DESCRIBED as Record<string, ToolDescription>)[tool]!).flatMap(([, names]) => names)
    const without = await gateWith({ [tool]: { harmless: harmless as readonly string[] } })
    const stopped = OWN_TOOL_CASES.filter((each) => each.tool === tool && each.expect === 'stop')
    const verdicts = await Promise.all(stopped.map((each) => verdictOn(each, without)))
    expect(
      verdicts.map(({ decision }) => decision),
      role,
    ).toContain('allow')
  })
})

describe('descriptions in settings', () => {
  const mail = { mcp__mail__send: { sends: 'body', to: 'to' }, mcp__mail__folders: { harmless: true } } as const
  const send = { tool: 'mcp__mail__send', input: { to: 'a@example.net', body: 'hello' } }

  test('hold for every agent, and describe tools of MCP servers', async () => {
    const by = await gateWith(undefined, { tools: mail })
    const { decision, because } = await verdictOn({ ...send, agent: 'claude-code' }, by)
    expect([decision, because[0]!.code]).toEqual(['ask', 'transactions.real-world'])
    const folders = { tool: 'mcp__mail__folders', input: { all: true }, agent: 'claude-code' }
    expect((await verdictOn(folders, by)).decision).toBe('allow')
  })

  test("come before the program's, and both are in the digest of the rules", async () => {
    const by = await gateWith({ load: { harmless: true } }, { tools: { load: { reads: 'path' } } })
    expect((await verdictOn({ tool: 'load', input: { path: '~/.ssh/id_rsa' } }, by)).decision).toBe('deny')
    const digests = [by, gate, await gateWith(undefined)].map(({ policyFor }) => policyFor('/home/dev/project').digest)
    expect(new Set(digests).size).toBe(3)
  })

  test("cannot change what an agent's built-in tools do", async () => {
    const by = await gateWith({ Bash: { harmless: true }, read_file: { harmless: true } })
    const rm = { tool: 'Bash', input: { command: 'rm -rf ~' }, agent: 'claude-code' }
    expect((await verdictOn(rm, by)).decision).toBe('deny')
    const key = { tool: 'read_file', input: { path: '~/.ssh/id_rsa' }, agent: 'gemini-cli' }
    expect((await verdictOn(key, by)).decision).toBe('deny')
  })

  test('of a repository have no effect until it is trusted', async () => {
    const file = '/home/dev/project/.portcullis/settings.json'
    const text = JSON.stringify({ tools: { load: { harmless: true } } })
    const origin = { owner: 'untrusted-project', file, base: '/home/dev/project', home: '/home/dev' } as const
    const read = readSettings(text, file).read!
    const untrusted = makeLayer(read, origin)
    expect(untrusted.notices.map(({ key, message }) => `${key} ${message}`)).toEqual([
      expect.stringMatching(/^tools has no effect until the workspace is trusted/),
    ])
    const merged = (layer: typeof untrusted.layer) =>
      mergeLayers([layer], { problems: [], notices: [], trusted: false }).tools
    expect(merged(untrusted.layer)).toBeUndefined()
    expect(merged(makeLayer(read, { ...origin, owner: 'trusted-project' }).layer)).toHaveProperty('load')
  })

  test.each<[string, unknown, RegExp]>([
    ['nothing', {}, /^tools\.load: describes nothing/],
    ['an unknown role', { raeds: 'path' }, /^tools\.load\.raeds: unknown key; did you mean `reads`/],
    ['a name that is none', { reads: 'a b' }, /^tools\.load\.reads: .*must be the name of a parameter/],
    [
      'harmless and not',
      { harmless: 'path', reads: 'path' },
      /^tools\.load\.harmless: names `path`, which is described as `reads`/,
    ],
    ['all harmless and not', { harmless: true, command: 'c' }, /^tools\.load\.harmless: is true although/],
    ['a service without a deed', { service: 'crm' }, /^tools\.load\.deed: is missing/],
    ['content without a path', { content: 'text' }, /^tools\.load\.content: needs `writes`/],
  ])('with %s are refused, and the key is named', async (_what, description, expected) => {
    const { problems } = readSettings(JSON.stringify({ tools: { load: description } }), 'settings.json')
    expect(`${problems[0]!.key}: ${problems[0]!.message}`).toMatch(expected)
    const shown = gateWith({ load: description as ToolDescription })
    await expect(shown).rejects.toThrow(/the tools cannot be described so:\n {2}tools\.load/)
  })
})
