import type { Action } from '../../call/action.ts'
import type { Word } from '../../call/word.ts'

/** Programs that hold a terminal open for somebody to type into. */
const HOLDS_A_TERMINAL: ReadonlySet<string> = new Set(
  'tmux screen zellij byobu dtach abduco mosh expect socat telnet ftp sftp minicom picocom'.split(' '),
)

/** The program of a call that would wait for somebody to type, when there is one. */
export function waitsForInput(actions: readonly Action[]): string | undefined {
  for (const action of actions) {
    if (action.does === 'something-opaque' && action.because === 'interactive') return action.text
    if (action.does !== 'run-program') continue
    if (HOLDS_A_TERMINAL.has(action.program)) return action.program
    if (action.program === 'ssh' && opensRemoteShell(action.args)) return 'ssh'
  }
  return undefined
}

const SSH_OPTIONS_WITH_VALUE = /^-[A-Za-z0-9]*[BbcDEeFIiJLlmOopQRSWw]$/

/** `ssh host` without a command. `-N` and `-f` open nothing to type into. */
function opensRemoteShell(args: readonly Word[]): boolean {
  let named = 0
  for (let at = 0; at < args.length; at++) {
    const word = args[at]!
    const text = word.kind === 'literal' ? word.text : ''
    if (/^-[A-Za-z]*[NfVGQ]/.test(text)) return false
    if (SSH_OPTIONS_WITH_VALUE.test(text)) at++
    else if (!text.startsWith('-')) named++
  }
  return named < 2
}
