import { describe, expect, test } from 'vitest'
import { type Bug, putBack, scratchFor } from './put-back.ts'
import { loadSiem, type SiemProduct } from './siem/stage.ts'
import { siemSuite } from './suites/siem.ts'

const rows = (only: RegExp) => (product: SiemProduct) => siemSuite(product, only)

const BUGS: readonly Bug<SiemProduct>[] = [
  {
    bug: 'the position is saved before the acknowledgement',
    file: 'surfaces/siem/forwarder.ts',
    find: '    const messages = records.map((record) => messageOf(record, target, version))\n',
    replace: `    const messages = records.map((record) => messageOf(record, target, version))
    const early = records.at(-1)!
    await writePositions(file, new Map(this.#positions).set(early.writer, { seq: early.seq, hash: early.hash }))
`,
    noticedBy: rows(/cut off at every point/),
  },
  {
    bug: 'the same before a webhook has answered',
    file: 'surfaces/siem/forwarder.ts',
    find: '      await send(target, messages, { environment, version, signal })\n',
    replace: `      const sent = send(target, messages, { environment, version, signal })
      sent.catch(() => undefined)
      const early = records.at(-1)!
      await writePositions(file, new Map(this.#positions).set(early.writer, { seq: early.seq, hash: early.hash }))
      await sent
`,
    noticedBy: rows(/a webhook that fails/),
  },
  {
    bug: 'what the kernel took counts as sent',
    file: 'surfaces/siem/send-syslog.ts',
    find: '        timer = setTimeout(() => socket.end(() => (said = true)), LINGER)\n',
    replace: '        end()\n',
    noticedBy: rows(/reads nothing/),
  },
  {
    bug: 'a refusal in RELP counts as taken',
    file: 'surfaces/siem/send-relp.ts',
    find: '      if (!/^200(?:\\s|$)/.test(data)) return end(',
    replace: '      if (data === `never`) return end(',
    noticedBy: rows(/RELP: .*refuse/),
  },
  {
    bug: 'what was sent by RELP counts before it is answered',
    file: 'surfaces/siem/send-relp.ts',
    find: "() => end('closed the connection before it had answered for all'))",
    replace: "() => (sent === messages.length ? resolve() : end('closed')))",
    noticedBy: rows(/RELP: .*hang up/),
  },
  {
    bug: 'any answer counts as taken',
    file: 'surfaces/siem/send-webhook.ts',
    find: '  if (response.ok) return\n',
    replace: '  if (response.status > 0) return\n',
    noticedBy: rows(/a webhook that fails/),
  },
  {
    bug: 'an answer that breaks off counts',
    file: 'surfaces/siem/send-webhook.ts',
    find: '    throw new NotTaken(`its answer broke off: ${causeOf(error)}`)\n',
    replace: '    void error\n',
    noticedBy: rows(/breaks off is none/),
  },
  {
    bug: 'a batch that was refused is skipped',
    file: 'surfaces/siem/forwarder.ts',
    find: '        pause = this.#failed(error, pause)\n',
    replace: `        pause = this.#failed(error, pause)
        for (const { writer, last } of this.#chains) this.#positions.set(writer, { seq: last, hash: '' })
`,
    noticedBy: rows(/a webhook that fails/),
  },
  {
    bug: 'a position of another log is believed',
    file: 'surfaces/siem/forwarder.ts',
    find: '(record.seq > position.seq || record.hash === position.hash)',
    replace: 'record.seq > 0',
    noticedBy: rows(/position that cannot be read/),
  },
  {
    bug: 'whatever certificate is taken',
    file: 'surfaces/siem/send-syslog.ts',
    find: 'rejectUnauthorized: true',
    replace: 'rejectUnauthorized: false',
    noticedBy: rows(/TLS is verified/),
  },
  {
    bug: 'one target waits for the other',
    file: 'surfaces/siem/forwarder.ts',
    find: '    this.#done = this.#run()\n',
    replace: `    const before = Forwarder.busy
    this.#done = before.then(() => this.#run())
    Forwarder.busy = this.#done
`,
    noticedBy: rows(/delays only its own/),
  },
  {
    bug: 'a chain that was cut by retention is not noticed',
    file: 'surfaces/siem/forwarder.ts',
    find: 'gone > 0 && after > 0',
    replace: 'gone < 0 && after > 0',
    noticedBy: rows(/retention removes/),
  },
]

const scratch = scratchFor('siem')

describe('with a bug put back, the suite of the delivery notices', () => {
  test.each(BUGS.map((bug) => [bug.bug, bug] as const))('%s', async (_name, bug) => {
    const changes =
      bug.bug === 'one target waits for the other'
        ? [
            bug,
            {
              file: bug.file,
              find: 'export class Forwarder {\n',
              replace: 'export class Forwarder {\n  static busy: Promise<void> = Promise.resolve()\n',
            },
          ]
        : [bug]
    const product = await loadSiem(putBack(scratch, bug.bug, changes))
    expect(await bug.noticedBy(product)).not.toEqual([])
  })
})
