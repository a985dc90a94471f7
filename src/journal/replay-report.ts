import { visible } from '../call/visible.ts'
import { timeText } from './records.ts'
import type { ReplayExample, ReplayReport } from './replay.ts'

/** One self-contained page. Every text of a stranger is escaped and made visible; there is no script to run. */
export function replayReport(report: ReplayReport, title: string): string {
  const changed = report.changes.filter(({ before, after }) => before !== after && before !== 'unknown')
  const count = changed.reduce((sum, change) => sum + change.count, 0)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${text(title)}</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>
body{font:15px/1.5 system-ui,sans-serif;max-width:75rem;margin:2rem auto;padding:0 1rem;color:#1b1f24;background:#fff}
table{border-collapse:collapse;width:100%;margin:0 0 2rem}td,th{padding:.25rem .6rem;text-align:left;border-bottom:1px solid #d8dee4;vertical-align:top}
td.n{text-align:right;font-variant-numeric:tabular-nums}code{font:13px ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
.allow{color:#1a7f37}.ask{color:#9a6700}.deny{color:#cf222e}.unknown{color:#59636e}b{font-weight:600}
@media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}td,th{border-color:#30363d}.allow{color:#3fb950}.ask{color:#d29922}.deny{color:#f85149}.unknown{color:#9198a1}}
</style></head><body>
<h1>${text(title)}</h1>
<p>${report.calls} calls judged again; ${count} would end differently.${report.masked > 0 ? ` ${report.masked} had secrets masked when they were recorded.` : ''}</p>
<h2>What would change</h2>
<table><thead><tr><th>then</th><th>now</th><th>calls</th></tr></thead><tbody>
${report.changes.map(({ before, after, count: calls }) => `<tr><td>${decision(before)}</td><td>${decision(after)}</td><td class="n">${calls}</td></tr>`).join('\n')}
</tbody></table>
<h2>Why</h2>
<table><thead><tr><th>code</th><th>now</th><th>calls</th></tr></thead><tbody>
${report.codes.map((row) => `<tr><td><code>${text(row.code)}</code></td><td>${decision(row.after)}</td><td class="n">${row.count}</td></tr>`).join('\n')}
</tbody></table>
<h2>Tools</h2>
<table><thead><tr><th>tool</th><th>allow</th><th>ask</th><th>deny</th></tr></thead><tbody>
${report.tools.map((row) => `<tr><td><code>${text(row.tool)}</code></td><td class="n">${row.allow}</td><td class="n">${row.ask}</td><td class="n">${row.deny}</td></tr>`).join('\n')}
</tbody></table>
<h2>Examples</h2>
<table><thead><tr><th>then → now</th><th>call</th><th>why</th></tr></thead><tbody>
${report.examples.map(exampleRow).join('\n')}
</tbody></table>
${unreadable(report)}
</body></html>
`
}

function exampleRow(example: ReplayExample): string {
  const when = example.at === undefined ? '' : `${timeText(example.at)} · `
  return `<tr><td>${decision(example.before)} → ${decision(example.after)}</td><td><b>${text(example.tool)}</b> <code>${text(example.input)}</code><br>${text(`${when}${example.agent} · ${example.cwd}`)}</td><td><code>${text(example.code)}</code> ${text(example.reason)}</td></tr>`
}

function unreadable({ unreadable: { count, named } }: ReplayReport): string {
  if (count === 0) return ''
  const rows = named.map(
    ({ where, because }) => `<tr><td><code>${text(where)}</code></td><td>${text(because)}</td></tr>`,
  )
  return `<h2>${count} lines could not be read</h2>
<table><thead><tr><th>line</th><th>because</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table>`
}

function decision(value: ReplayExample['before']): string {
  return `<span class="${value}">${value}</span>`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function text(value: string): string {
  return visible(value, 'keep lines').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
