import { shorten, visible } from '../../call/visible.ts'
import { isRight, type Judged, type Score, scores } from './score.ts'

/** One self-contained page: bars per file and per category, and every miss. All text is escaped; no script. */
export function htmlReport(judged: readonly Judged[]): string {
  const misses = judged.filter((one) => !isRight(one))
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Portcullis evaluation</title>
<style>
body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#1b1f24;background:#fff}
table{border-collapse:collapse;width:100%}td,th{padding:.25rem .6rem;text-align:left;border-bottom:1px solid #d8dee4;vertical-align:top}
td.n{text-align:right;font-variant-numeric:tabular-nums}code{font:13px ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
.allow{fill:#2da44e}.ask{fill:#d4a72c}.deny{fill:#cf222e}
@media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}td,th{border-color:#30363d}}
</style>
<h1>Portcullis evaluation</h1>
<p>${judged.length} calls, ${misses.length} not as wanted. Green is allowed, yellow asked, red denied.</p>
<h2>By file</h2>${bars(scores(judged, (row) => row.file))}
<h2>By category</h2>${bars(scores(judged, (row) => row.category))}
<h2>Misses</h2><table><tr><th>row<th>wanted<th>decision<th>input</tr>
${misses.map(missRow).join('\n')}
</table></html>
`
}

function bars(list: readonly Score[]): string {
  const rows = list.map((score) => {
    const parts = [
      { kind: 'allow', from: 0, share: score.allow.share },
      { kind: 'ask', from: score.allow.share, share: score.ask.share },
      { kind: 'deny', from: score.allow.share + score.ask.share, share: score.deny.share },
    ]
    const rectangles = parts
      .map((part) => `<rect class="${part.kind}" x="${part.from * 300}" width="${part.share * 300}" height="14"/>`)
      .join('')
    return `<tr><td>${escape(score.name)}<td>${score.shell}<td>${score.wanted}<td class="n">${score.rows}<td><svg width="300" height="14" role="img" aria-label="allowed ${pc(score.allow.share)}, asked ${pc(score.ask.share)}, denied ${pc(score.deny.share)}">${rectangles}</svg><td class="n">${pc(score.right.share)}<td class="n">${pc(score.right.low)}–${pc(score.right.high)}</tr>`
  })
  return `<table><tr><th><th>shell<th>wanted<th>rows<th>decisions<th>as wanted<th>95 %</tr>\n${rows.join('\n')}\n</table>`
}

function missRow(miss: Judged): string {
  const input = visible(shorten(JSON.stringify(miss.step.input), 600))
  return `<tr><td>${escape(miss.row.file)}<br>${escape(visible(miss.row.id))}<td>${miss.row.wanted}<td>${miss.decision}<br>${escape(miss.code)}<td><code>${escape(input)}</code></tr>`
}

function pc(share: number): string {
  return `${(share * 100).toFixed(1)}%`
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
