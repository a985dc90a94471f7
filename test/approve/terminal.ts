import { spawnSync, type SpawnSyncReturns } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { BUILT_LAUNCHER } from '../built.ts'
import { TMUX, whatIsMissing } from '../debian-programs.ts'
import { until } from '../until.ts'

/** What a real terminal shows: a program inside tmux, on a server of its own. */
export class Terminal {
  readonly #server: string

  constructor(name: string, command: readonly string[], size: { readonly columns: number; readonly rows: number }) {
    this.#server = `portcullis-${process.pid}-${name}`
    const { status, stderr, error } = this.#tmux(
      '-f',
      '/dev/null',
      'new-session',
      '-d',
      '-x',
      String(size.columns),
      '-y',
      String(size.rows),
      command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' '),
    )
    if (error !== undefined) throw new Error(whatIsMissing(TMUX))
    if (status !== 0) throw new Error(`tmux does not run: ${stderr}`)
  }

  static approve(
    name: string,
    place: { readonly home: string; readonly state: string },
    size: { readonly columns: number; readonly rows: number },
  ): Terminal {
    return new Terminal(
      name,
      ['/usr/bin/env', `HOME=${place.home}`, process.execPath, BUILT_LAUNCHER, 'approve', '--state', place.state],
      size,
    )
  }

  /** The visible screen, rows as they are. */
  screen(): string {
    return this.#tmux('capture-pane', '-p', '-N').stdout
  }

  press(...keys: readonly string[]): void {
    this.#tmux('send-keys', ...keys)
  }

  type(text: string): void {
    this.#tmux('send-keys', '-l', text)
  }

  resize(columns: number, rows: number): void {
    this.#tmux('resize-window', '-x', String(columns), '-y', String(rows))
  }

  get isRunning(): boolean {
    return this.#tmux('has-session').status === 0
  }

  /** The screen, once it shows what is looked for. */
  async shows(what: RegExp | ((screen: string) => boolean)): Promise<string> {
    let screen = ''
    const look = async (): Promise<boolean> => {
      // Looking is a process: often enough, and no more.
      await sleep(40)
      screen = this.screen()
      return typeof what === 'function' ? what(screen) : what.test(screen)
    }
    await until(`the screen shows ${String(what)}`, look, 20_000).catch((error: Error) => {
      throw new Error(`${error.message}; it showed:\n${screen}`)
    })
    return screen
  }

  close(): void {
    this.#tmux('kill-server')
  }

  #tmux(...words: readonly string[]): SpawnSyncReturns<string> {
    return spawnSync('tmux', ['-L', this.#server, ...words], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C.UTF-8', TERM: 'xterm-256color', TMUX: '' },
    })
  }
}
