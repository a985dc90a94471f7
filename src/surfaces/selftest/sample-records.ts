import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '../../call/tool-call.ts'
import type { DecisionRecord } from '../../journal/journal.ts'
import type { Decision, Reason } from '../../verdict.ts'

const allowed: Reason = { code: 'rule.allow', sentence: 'an allow rule matches: `Bash(npm test:*)`' }
const denied: Reason = {
  code: 'git.force-push',
  sentence: 'rewrites history others may have pulled: `--force`',
  clearedBy: 'push with --force-with-lease',
  severity: 'soft',
}

export interface Sample {
  readonly decision?: Decision
  readonly input?: JsonObject
  readonly session?: string
  readonly tool?: string
  readonly agent?: string
}

/** A record as the gate would hand it over; `id` is the call's. */
export function sample(id: string, options: Sample = {}): DecisionRecord {
  const decision = options.decision ?? 'allow'
  const because = [decision === 'allow' ? allowed : denied]
  return {
    call: {
      id,
      session: options.session ?? 'session-1',
      agent: options.agent ?? 'claude-code',
      tool: options.tool ?? 'Bash',
      input: options.input ?? {
        command: `npm test -- --reporter=dot src/parser.test.ts # ${id}`,
        description: 'Run tests',
      },
      cwd: '/home/dev/project',
      fingerprint: 'a'.repeat(64),
    },
    verdict: {
      decision,
      because,
      layer: 'rules',
      trace: [
        { layer: 'admission', said: 'passed', reasons: [], micros: 3 },
        { layer: 'firewall', said: 'passed', reasons: [], micros: 20 },
        { layer: 'rules', said: decision, reasons: because, micros: 12 },
      ],
      actions: [],
      fingerprint: 'a'.repeat(64),
    },
    mode: 'auto',
    policyDigest: 'b'.repeat(64),
  }
}

const directories: string[] = []

process.once('exit', () => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true })
})

/** A state directory of its own, gone when the process ends. */
export function freshDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'portcullis-journal-'))
  directories.push(directory)
  return directory
}
