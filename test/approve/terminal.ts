import { spawnSync, type SpawnSyncReturns } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { LAUNCHER } from '../../src/surfaces/launcher.ts'
import { TMUX, whatIsMissing } from '../debian-programs.ts'

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

  static approve(name: string, state: string, size: { readonly columns: number; readonly rows: number }): Terminal {
    return new Terminal(name, [process.execPath, LAUNCHER, 'approve', '--state', state], size)
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
    for (let tries = 0; tries < 600; tries++) {
      screen = this.screen()
      if (typeof what === 'function' ? what(screen) : what.test(screen)) return screen
      await sleep(25)
    }
    throw new Error(`the screen never showed ${String(what)}:\n${screen}`)
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
