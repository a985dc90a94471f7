import type * as Texts from '../../src/humans/call-text.ts'
import type * as Signs from '../../src/humans/look-alikes.ts'
import { toolNamed } from '../../src/call/tools/index.ts'
import { DECEPTIVE_STRINGS, HONEST_STRINGS, LONG_STRINGS } from '../deceptive-strings.ts'
import { sampleQuestion } from './samples.ts'
import type { HumanSources } from './sources.ts'

const SECRET = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz'

/** What must hold of everything that is shown. Returns, in words, the first thing that does not. */
export async function displaySuite(sources: HumanSources): Promise<string | undefined> {
  const { truthful } = await sources.load<typeof Signs>('humans/look-alikes.ts')
  const { textOf } = await sources.load<typeof Texts>('humans/call-text.ts')
  for (const { name, text, mustShow } of DECEPTIVE_STRINGS) {
    const shown = truthful(text)
    if (!mustShow.every((piece) => shown.includes(piece))) return name
    if (!/^[\t\n\u0020-\u007e]*$/.test(shown)) return name
  }
  for (const text of HONEST_STRINGS) if (truthful(text) !== text) return text
  for (const { name, text } of LONG_STRINGS) {
    const view = sources.questions.viewOf(sampleQuestion('long', { text }), 1000)
    if (view.shown !== undefined || view.hidden === 0) return name
  }
  const input = { command: `curl -H "Authorization: Bearer ${SECRET}" https://api.example` }
  const call = { id: '1', session: 's', agent: 'a', tool: 'Bash', cwd: '/', fingerprint: '', input }
  return textOf(call, toolNamed('Bash'), []).includes(SECRET) ? 'a secret' : undefined
}
