import { DaemonJudge, type McpJudge, NoDaemon } from './judge.ts'

export interface JudgeOptions {
  readonly state: string
  /** How long an answer is waited for. */
  readonly patienceMs: number
  /** Besides the user's and the project's. With them only this process judges: the daemon knows its own. */
  readonly settings?: string
}

/**
 * The daemon while one runs, else this process. Whatever is wrong with the daemon, the call is judged here from the
 * beginning: a second judgement is another one, never a guess at what the first might have been.
 */
export function eitherJudge({ state, patienceMs, settings }: JudgeOptions): McpJudge {
  const daemon = settings === undefined ? new DaemonJudge(state, patienceMs) : undefined
  let own: Promise<McpJudge> | undefined
  const here = (): Promise<McpJudge> => {
    // Loaded when it is needed: with a daemon a proxy is small.
    own ??= import('./embedded-judge.ts')
      .then(({ embeddedJudge }) => embeddedJudge(state, settings === undefined ? {} : { settings }))
      .catch((error: unknown) => {
        own = undefined
        throw error
      })
    return own
  }
  return {
    judge: async (call, signal) => {
      try {
        if (daemon !== undefined) return await daemon.judge(call, signal)
      } catch (error) {
        if (!(error instanceof NoDaemon) || signal.aborted) throw error
      }
      return (await here()).judge(call, signal)
    },
    remark: async (remark) => {
      try {
        if (daemon !== undefined) return await daemon.remark(remark)
      } catch (error) {
        if (!(error instanceof NoDaemon)) throw error
      }
      await (await here()).remark(remark)
    },
    resultOf: async (result, signal) => {
      try {
        if (daemon !== undefined) return await daemon.resultOf(result, signal)
      } catch (error) {
        if (!(error instanceof NoDaemon) || signal.aborted) throw error
      }
      return (await here()).resultOf(result, signal)
    },
    close: async () => {
      await daemon?.close()
      await own?.then((judge) => judge.close()).catch(() => undefined)
    },
  }
}
