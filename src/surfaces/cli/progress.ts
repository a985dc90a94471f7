/** Progress of long work on a terminal's error stream; silent when that is not a terminal. */
export interface Progress {
  readonly step: (done: number, total?: number) => void
  readonly end: () => void
}

export function progressOn(stream: NodeJS.WriteStream, label: string): Progress {
  if (!stream.isTTY) return { step: () => {}, end: () => {} }
  let last = 0
  const draw = (done: number, total: number | undefined): void => {
    const share = total ? `${bar(done / total)} ${done}/${total}` : `${done}`
    stream.write(`\r\u001b[2K${label} ${share}`)
  }
  return {
    step: (done, total) => {
      const now = Date.now()
      if (now - last < 100) return
      last = now
      draw(done, total)
    },
    end: () => {
      stream.write('\r\u001b[2K')
    },
  }
}

function bar(share: number): string {
  const full = Math.round(Math.min(1, share) * 20)
  return `[${'#'.repeat(full)}${' '.repeat(20 - full)}]`
}
