import { visible } from '../../call/visible.ts'

/** Lines for the person who runs the daemon. Never a token, never a call's input. */
export type Log = (level: 'info' | 'warn' | 'error', sentence: string) => void

/** Text from files and clients is written out, so that it cannot steer a terminal or forge a line. */
export function logTo(stream: { write(text: string): unknown }, now: () => Date = () => new Date()): Log {
  return (level, sentence) => void stream.write(`${now().toISOString()} ${level} ${visible(sentence)}\n`)
}
