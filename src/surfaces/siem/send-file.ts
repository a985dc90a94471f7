import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { SiemTarget } from '../../policy/observe-settings.ts'
import type { Message } from './message.ts'

/** Appends, one object a line. What a crash left of a line stays by itself: what follows begins on a new one. */
export async function sendToFile(
  { path }: Extract<SiemTarget, { type: 'file' }>,
  messages: readonly Message[],
): Promise<void> {
  // A link would let somebody else choose the file.
  const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0)
  const file = await open(path, flags, 0o600)
  try {
    const { size } = await file.stat()
    const last = Buffer.alloc(1)
    if (size > 0) await file.read(last, 0, 1, size - 1)
    const whole = size === 0 || last.toString() === '\n'
    await file.writeFile(`${whole ? '' : '\n'}${messages.map(({ json }) => `${json}\n`).join('')}`)
    await file.sync()
  } finally {
    await file.close()
  }
}
