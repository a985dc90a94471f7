import { connect } from 'node:net'
import type { Names } from '../suites/self-attack/cases.ts'
import type { ScriptedAgent } from './agent.ts'

export interface Scene {
  readonly names: Names
  readonly agent: ScriptedAgent
  readonly token: string
  readonly environment: Readonly<Record<string, string>>
  readonly daemon: { readonly pid: number; readonly end: () => void }
}

/** One way in which a gate was really overcome. Returns what was reached, in words: nothing, where the gate holds. */
export interface Chain {
  readonly name: string
  readonly title: string
  readonly state?: 'custom'
  readonly play: (scene: Scene) => Promise<readonly string[]>
  /** `walls`: no step is the agent's; a wall is taken away and the next one must hold. */
  readonly by: 'steps' | 'walls'
}

/** Allowed by no gate that works: whoever hears an allow to this has overcome it. It is only asked, never run. */
export const HARM = 'rm -rf ~'

/** The goals that were reached, each with whether it was. */
export function which(goals: Readonly<Record<string, boolean>>): readonly string[] {
  return Object.keys(goals).filter((goal) => goals[goal])
}

export const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.unref()
  })
