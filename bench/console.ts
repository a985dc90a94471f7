import { rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import type { Browser, Page } from 'playwright-core'
import { buildConsole } from '../scripts/build-console.ts'
import { openSqliteJournal } from '../src/journal/stores/sqlite.ts'
import { launchBrowser, loginLink, newVisit } from '../test/console/browser.ts'
import { freshPlace, loadDaemon, run, type Running } from '../test/daemon/client.ts'
import { sample } from '../test/journal/samples.ts'
import { markdownTable, percentile } from './tables.ts'

/** The console in a real browser over a long log. */
export async function consoleBench(rows: number = 50_000): Promise<string> {
  await buildConsole()
  const { directory, state } = freshPlace()
  await fill(state, rows)
  const running = await run(await loadDaemon(), { stateDirectory: state })
  const browser = await launchBrowser()
  try {
    const paints = await firstPaints(browser, running)
    const { page } = await newVisit(browser)
    await page.goto(await loginLink(running))
    await page.locator('.line-open').waitFor()
    const loading = await loadAll(page, rows)
    const frames = await scroll(page)
    const filtering = await filter(page)
    const shown = await newRows(page, running)
    const table = markdownTable(
      ['case', 'median', 'worst', 'target'],
      [
        [
          'first paint',
          `${percentile(paints, 0.5).toFixed(0)} ms`,
          `${Math.max(...paints).toFixed(0)} ms`,
          '≤ 1,000 ms',
        ],
        [`${rows.toLocaleString('en')} rows loaded`, `${(loading / 1000).toFixed(1)} s`, '', 'loaded'],
        [
          'scrolling through them',
          `${(1000 / percentile(frames, 0.5)).toFixed(0)} frames/s`,
          `${(1000 / percentile(frames, 0.99)).toFixed(0)} frames/s (p99)`,
          '≥ 50 frames/s',
        ],
        [
          'searching in them',
          `${percentile(filtering, 0.5).toFixed(0)} ms`,
          `${Math.max(...filtering).toFixed(0)} ms`,
          '',
        ],
        [
          'a new row is visible after its decision',
          `${percentile(shown, 0.5).toFixed(0)} ms`,
          `${Math.max(...shown).toFixed(0)} ms`,
          '≤ 200 ms',
        ],
      ],
    )
    return `## Console in a browser\n\nLoad average ${loadavg()[0]!.toFixed(1)} on a machine that the browser and the daemon share.\n\n${table}`
  } finally {
    await browser.close()
    await running.end()
    rmSync(directory, { recursive: true, force: true })
  }
}

async function fill(state: string, rows: number): Promise<void> {
  const journal = openSqliteJournal({ stateDirectory: state, deadlineMs: 60_000 })
  await journal.check()
  for (let done = 0; done < rows; done += 1000)
    await Promise.all(
      Array.from({ length: Math.min(1000, rows - done) }, (_one, index) => {
        const record = sample(`call-${done + index}`)
        const command = `npm test -- src/part-${done + index}.test.ts`
        return journal.remember({ ...record, call: { ...record.call, input: { command } } })
      }),
    )
  await journal.close()
}

async function firstPaints(browser: Browser, running: Running): Promise<readonly number[]> {
  const times: number[] = []
  for (let visit = 0; visit < 5; visit++) {
    const { page, context } = await newVisit(browser)
    await page.goto(await loginLink(running))
    await page.locator('.line-open').waitFor()
    times.push(await page.evaluate<number>(`performance.getEntriesByName('first-contentful-paint')[0].startTime`))
    await context.close()
  }
  return times
}

async function loadAll(page: Page, rows: number): Promise<number> {
  const before = performance.now()
  await page.evaluate(`new Promise((done) => {
    const list = document.querySelector('.list')
    const more = () => {
      const text = document.querySelector('.live-foot').textContent
      if (text.includes('nothing older')) return done()
      list.scrollTop = list.scrollHeight
      setTimeout(more, 10)
    }
    more()
  })`)
  const loaded = await page.locator('.live-foot').innerText()
  if (!loaded.startsWith(rows.toLocaleString('en'))) throw new Error(`not all rows are there: ${loaded}`)
  return performance.now() - before
}

/** A fast hand on the wheel: some screens each frame, for three seconds. */
function scroll(page: Page): Promise<readonly number[]> {
  return page.evaluate<number[]>(`new Promise((done) => {
    const list = document.querySelector('.list')
    list.scrollTop = 0
    const times = []
    let last
    const started = performance.now()
    const step = (now) => {
      if (last !== undefined) times.push(now - last)
      last = now
      list.scrollTop += 400
      if (now - started < 3000) requestAnimationFrame(step)
      else done(times.slice(2))
    }
    requestAnimationFrame(step)
  })`)
}

async function filter(page: Page): Promise<readonly number[]> {
  const times: number[] = []
  const search = page.getByPlaceholder(/Search/)
  for (const text of ['part-1', 'part-12', 'part-123', '']) {
    await search.focus()
    times.push(
      await page.evaluate<number>(`new Promise((done) => {
        const field = document.activeElement
        const before = performance.now()
        field.value = ${JSON.stringify(text)}
        field.dispatchEvent(new InputEvent('input', { bubbles: true }))
        requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - before)))
      })`),
    )
  }
  return times
}

/** From the time in the decision's event to the frame in which its row is on the page: one clock, that of the machine. */
async function newRows(page: Page, running: Running): Promise<readonly number[]> {
  const times: number[] = []
  const decisions = await listen(running)
  await page.evaluate(`document.querySelector('.list').scrollTop = 0`)
  for (let number = 0; number < 20; number++) {
    const command = `ls new-row-${number}`
    const seen = page.evaluate<number>(`new Promise((done) => {
      const look = () => document.querySelector('.list [data-key] code')?.textContent === '${command}'
        ? done(Date.now()) : requestAnimationFrame(look)
      look()
    })`)
    await running.post('/v1/judge', running.call(command))
    times.push((await seen) - (await decisions.timeOf(command)))
  }
  decisions.stop()
  return times
}

/** When the daemon told of decisions, by its own events. */
async function listen(
  running: Running,
): Promise<{ readonly timeOf: (summary: string) => Promise<number>; readonly stop: () => void }> {
  const ending = new AbortController()
  const answer = await fetch(`http://127.0.0.1:${running.daemon.port}/v1/events`, {
    headers: { authorization: `Bearer ${running.operator}` },
    signal: ending.signal,
  })
  let text = ''
  const reading = answer.body!.pipeThrough(new TextDecoderStream()).pipeTo(
    new WritableStream({
      write: (chunk) => {
        text += chunk
      },
    }),
  )
  reading.catch(() => undefined)
  return {
    timeOf: async (summary) => {
      for (;;) {
        const event = text.split('\n').find((line) => line.startsWith('data: ') && line.includes(`"${summary}"`))
        if (event !== undefined) return (JSON.parse(event.slice(6)) as { at: number }).at
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    },
    stop: () => ending.abort(),
  }
}

if (import.meta.main) {
  const rows = Number(process.argv[2] ?? 50_000)
  process.stdout.write(`${await consoleBench(rows)}\n`)
  process.exit(0)
}
