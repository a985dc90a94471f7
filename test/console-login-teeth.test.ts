import { describe, expect, test } from 'vitest'
import { type DaemonProduct, loadDaemon } from './daemon/client.ts'
import { type Bug, putBack, scratchFor } from './put-back.ts'
import { consoleLogin } from './suites/console-login.ts'
import { consoleTraces } from './suites/console-traces.ts'

const suite = (only: RegExp) => (product: DaemonProduct) => consoleLogin(product, only)

const BUGS: readonly Bug<DaemonProduct>[] = [
  {
    bug: 'a code may be used again',
    file: 'surfaces/daemon/console-logins.ts',
    find: 'this.#codes = this.#codes.filter((known) => known !== spent)',
    replace: '',
    noticedBy: suite(/works once/),
  },
  {
    bug: 'codes do not expire',
    file: 'surfaces/daemon/console-logins.ts',
    find: 'this.#codes = this.#codes.filter((code) => code.until > now)',
    replace: '',
    noticedBy: suite(/code expires/),
  },
  {
    bug: 'the cookie that was there is kept',
    file: 'surfaces/daemon/console-logins.ts',
    find: 'const made = { cookie: secret(), csrf: secret() }',
    replace: 'const made = { cookie: old ?? secret(), csrf: secret() }',
    noticedBy: suite(/taken over/),
  },
  {
    bug: 'guessing is quick',
    file: 'surfaces/daemon/slow-answers.ts',
    find: 'if (++this.#tries <= FREE_TRIES) {',
    replace: 'if (this.#tries <= FREE_TRIES) {',
    noticedBy: suite(/guessing/),
  },
  {
    bug: 'a login never gets old',
    file: 'surfaces/daemon/console-logins.ts',
    find: 'one.until <= now || one.idleUntil <= now',
    replace: 'one.idleUntil <= now',
    noticedBy: suite(/twelve hours/),
  },
  {
    bug: 'an unused login stays',
    file: 'surfaces/daemon/console-logins.ts',
    find: 'one.until <= now || one.idleUntil <= now',
    replace: 'one.until <= now',
    noticedBy: suite(/twelve hours/),
  },
  {
    bug: 'any value will do for a change',
    file: 'surfaces/daemon/door.ts',
    find: 'csrf === undefined || more.length > 0 || !logins.isCsrf(cookie, csrf)',
    replace: 'csrf === "no"',
    noticedBy: suite(/changes nothing/),
  },
  {
    bug: 'whoever sends the cookie is our page',
    file: 'surfaces/daemon/door.ts',
    find: 'if (!isSameOrigin(request, entrance))\n    return',
    replace: 'if (request.method === "TRACE")\n    return',
    noticedBy: suite(/only for our own page/),
  },
  {
    bug: 'the cookie counts on the socket',
    file: 'surfaces/daemon/door.ts',
    find: "if (entrance.kind === 'socket') return false",
    replace: '',
    noticedBy: suite(/only for our own page/),
  },
  {
    bug: 'the first of two cookies counts',
    file: 'surfaces/daemon/door.ts',
    find: 'own.length === 1 ?',
    replace: 'own.length > 0 ?',
    noticedBy: suite(/there twice/),
  },
  {
    bug: 'a cookie heals a wrong token',
    file: 'surfaces/daemon/door.ts',
    find: "sent(request, 'authorization').length === 0 && sent(request, 'cookie').length > 0",
    replace: "sent(request, 'cookie').length > 0",
    noticedBy: suite(/there twice/),
  },
  {
    bug: 'a login can make links',
    file: 'surfaces/daemon/door.ts',
    find: 'who.session !== undefined && found.route.tokenOnly',
    replace: 'who.session === undefined && found.route.tokenOnly && false',
    noticedBy: suite(/another site/),
  },
  {
    bug: 'logging out leaves the session',
    file: 'surfaces/daemon/console-routes.ts',
    find: 'if (cookie !== undefined) parts.logins.logout(cookie)',
    replace: '',
    noticedBy: suite(/honest login/),
  },
  {
    bug: 'a stream goes on after its login',
    file: 'surfaces/daemon/listen.ts',
    find: 'outcome.session?.whenEnded(() => response.headersSent && response.destroy())',
    replace: 'outcome.session?.whenEnded(() => undefined)',
    noticedBy: suite(/open stream/),
  },
  {
    bug: 'the page may be framed and linked from anywhere',
    file: 'surfaces/daemon/door.ts',
    find: '[headers, host, origin, pageFetchMetadata, upgrade, bodyOf]',
    replace: '[headers, host, origin, upgrade, bodyOf]',
    noticedBy: suite(/the page is there/),
  },
  {
    bug: 'what is tried is recorded',
    file: 'surfaces/daemon/dry-gate.ts',
    find: 'journal: forgetful,',
    replace: 'journal: gate.journal,',
    noticedBy: (product) => consoleTraces(product, /allowed call in the lab/),
  },
  {
    bug: 'the session learns of what is tried',
    file: 'surfaces/daemon/lab-routes.ts',
    find: 'const session = known ? copyOf(known) :',
    replace: 'const session = known ? known :',
    noticedBy: (product) => consoleTraces(product, /in the lab/),
  },
  {
    bug: 'the demo is judged as if it were real',
    file: 'surfaces/daemon/demo-routes.ts',
    find: "parts.events.tell('decision', demoEvent(played))",
    replace: 'await parts.judging.judge(played.call, { arrived: performance.now() })',
    noticedBy: (product) => consoleTraces(product, /the demo/),
  },
]

const scratch = scratchFor('console')

describe('with a bug put back, its suite goes red', () => {
  test.each(BUGS)('$bug', async (row) => {
    expect(await row.noticedBy(await loadDaemon(putBack(scratch, row.bug, [row])))).not.toEqual([])
  })
})
