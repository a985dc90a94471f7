import type { Socket } from 'node:net'
import { NotTaken } from './sending.ts'

/** More frames than that are not on their way at once: a receiver may say how many it takes, and none takes fewer. */
const WINDOW = 64
/** `TXNR SP rsp SP DATALEN [SP DATA] LF`; a number has at most nine digits. */
const HEAD = /^(\d{1,9}) ([a-z]{1,32}) (\d{1,9})(?: |(?=\n))/
const MOST_ANSWER = 65_536
/** So long a session that is over may take to close. */
const GOODBYE = 1_000

/**
 * RELP, the Reliable Event Logging Protocol: every message has a number, and the receiver answers each when it has taken it
 * over. A batch counts when every one of its messages was answered with 200.
 */
export function sendOnRelp(start: () => Socket, messages: readonly Buffer[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = start()
    let heard = Buffer.alloc(0)
    let over = false
    let sent = 0
    let answered = 0
    const frame = (number: number, command: string, data: Buffer): Buffer =>
      Buffer.concat([
        Buffer.from(`${number} ${command} ${data.length}${data.length === 0 ? '' : ' '}`),
        data,
        Buffer.from('\n'),
      ])
    const end = (failure: string): void => {
      if (over) return
      over = true
      signal.removeEventListener('abort', aborted)
      socket.destroy()
      reject(new NotTaken(failure))
    }
    const aborted = (): void => end('did not answer for all of it in time')
    if (signal.aborted) return aborted()
    signal.addEventListener('abort', aborted, { once: true })
    // 1 opens the session, 2 and on are the messages, and the one behind them closes it.
    const goOn = (): void => {
      for (; sent < messages.length && sent - answered < WINDOW; sent++)
        socket.write(frame(sent + 2, 'syslog', messages[sent]!))
      if (answered < messages.length) return
      // All of it was taken over: how the receiver ends the session changes nothing.
      over = true
      signal.removeEventListener('abort', aborted)
      socket.end(frame(messages.length + 2, 'close', Buffer.alloc(0)))
      setTimeout(() => socket.destroy(), GOODBYE).unref()
      resolve()
    }
    const took = (number: number, command: string, data: string): void => {
      if (command === 'serverclose') return end('closed the session before it had answered for all')
      if (command !== 'rsp') return end(`said \`${command}\`, which is no answer`)
      if (!/^200(?:\s|$)/.test(data)) return end(`refused: ${data.slice(0, 100).replace(/[^\x20-\x7e]/g, '?')}`)
      if (number !== 1) {
        // Each is answered in the order in which it was sent.
        if (number !== answered + 2 || answered >= sent)
          return end(`answered for message ${number}, which is not its turn`)
        answered++
      } else if (sent > 0) return end('opened the session twice')
      goOn()
    }
    socket.on('error', (error) => end(`cannot be reached: ${'code' in error ? String(error.code) : error.message}`))
    for (const gone of ['end', 'close'])
      socket.on(gone, () => end('closed the connection before it had answered for all'))
    socket.on('data', (part: Buffer) => {
      heard = Buffer.concat([heard, part])
      for (;;) {
        if (over) return
        const text = heard.toString('latin1', 0, 64)
        const [head, number, command = '', length] = HEAD.exec(text) ?? []
        if (head === undefined) {
          if (heard.length > 64) end('does not speak RELP')
          return
        }
        const whole = head.length + Number(length) + 1
        if (whole > MOST_ANSWER) return end('does not speak RELP')
        if (heard.length < whole) return
        const data = heard.toString('latin1', head.length, whole - 1)
        heard = heard.subarray(whole)
        took(Number(number), command, data)
      }
    })
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () =>
      socket.write(frame(1, 'open', Buffer.from('relp_version=0\nrelp_software=portcullis\ncommands=syslog'))),
    )
  })
}
