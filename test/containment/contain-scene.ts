import { spawn } from 'node:child_process'
import { request } from 'node:http'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { statePaths } from '../../src/journal/stores/checkpoint-file.ts'
import { loadHookKey } from '../../src/surfaces/hook/proof.ts'
import { rememberTrial } from '../../src/surfaces/walls-memory.ts'
import { makeScene, type Scene } from './scene.ts'

/** A machine on which walls were tried and hold, with a program in the workspace that nobody can read. */
export function containScene(settings: object = {}): Scene {
  const scene = makeScene({
    'home/project/.git/HEAD': 'ref: refs/heads/main\n',
    'home/project/tool.bin': '\u0001',
    'home/project/notes.txt': 'mine\n',
    'home/.portcullis/settings.json': JSON.stringify({ permissions: { defaultMode: 'auto' }, ...settings }),
  })
  loadHookKey(join(scene.state, 'hook.key'))
  rememberTrial(scene.state, scene.tools, { works: true, says: 'a canary', at: 1 })
  return scene
}

/** A home directory with all that the gate keeps in its own, and with other settings. */
export function otherHome(scene: Scene, settings: object = {}): string {
  const other = join(scene.root, 'elsewhere')
  cpSync(scene.home, other, { recursive: true, filter: (path) => path !== scene.workspace })
  const text = JSON.stringify({ permissions: { defaultMode: 'auto' }, ...settings })
  writeFileSync(join(other, '.portcullis', 'settings.json'), text)
  return other
}

let calls = 0

/** What Claude Code sends before it runs a command. */
export function claudePayload(scene: Scene, command: string, more: object = {}): object {
  return {
    session_id: 's1',
    transcript_path: join(scene.home, '.claude/projects/p/s.jsonl'),
    cwd: scene.workspace,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command, description: 'x' },
    tool_use_id: `toolu_${++calls}`,
    ...more,
  }
}

/** What a client of Claude's family reads of an answer. */
export interface EffectDraft {
  readonly permissionDecision?: string
  readonly permissionDecisionReason?: string
  readonly updatedInput?: { readonly command: string; readonly description?: string }
  readonly decision?: { readonly behavior: string }
}

export function toldBy(stdout: string): EffectDraft {
  return (JSON.parse(stdout === '' ? '{}' : stdout) as { hookSpecificOutput?: EffectDraft }).hookSpecificOutput ?? {}
}

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** As the client runs it: in a shell, in the directory of the session. */
export function runAsClient(command: string, cwd: string, home: string): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/bash', ['-c', command], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'] ?? '', HOME: home },
    })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (part: Buffer) => (stdout += part.toString()))
    child.stderr.on('data', (part: Buffer) => (stderr += part.toString()))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
}

/** Decision, event and code of every record, oldest first. */
export function recordsIn(scene: Scene): readonly (readonly unknown[])[] {
  const database = new DatabaseSync(statePaths(scene.state).database, { readOnly: true })
  try {
    const rows = database.prepare('SELECT decision, event, code FROM audit_log ORDER BY seq').all()
    return rows.map(({ decision, event, code }) => [decision, event, code])
  } finally {
    database.close()
  }
}

/** A request to the daemon of the scene, with one of its own tokens. */
export function askDaemonIn(
  scene: Pick<Scene, 'state'>,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  token: 'agent' | 'operator' = 'operator',
): Promise<{ readonly status: number; readonly value: unknown }> {
  const secret = readFileSync(join(scene.state, `${token}.token`), 'utf8').trim()
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        socketPath: join(scene.state, 'portcullis.sock'),
        method,
        path,
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      },
      (answer) => {
        let text = ''
        answer.on('data', (part: Buffer) => (text += part.toString()))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, value: JSON.parse(text === '' ? 'null' : text) }),
        )
      },
    )
    asked.on('error', reject)
    asked.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
