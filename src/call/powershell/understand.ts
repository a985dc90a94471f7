import type { Readers } from '../readers.ts'
import type { Context } from '../tools/tool.ts'
import type { Understanding } from '../understanding.ts'
import { isOnlyCmd, looksLikeCmd, lowerCmd } from './cmd.ts'
import { type Engine, engineFor, record, recordOpaque, type Texts } from './engine.ts'
import { lowerPowerShell } from './lower.ts'
import { plainMarks } from './marks.ts'
import { readAsWritten } from './spelling.ts'

const TEXTS: Texts = { powershell: lowerPowerShell, cmd: lowerCmd }

/** Limits before parsing: longer or deeper text is opaque. */
const LONGEST = 128 * 1024
/** The grammar is slow on very long text. */
const LONGEST_POWERSHELL = 64 * 1024
const NESTED = 150

/**
 * What PowerShell text would do. Synchronous once its grammar is loaded; before that the text is opaque. Text
 * that bears the marks of cmd.exe is also read as cmd: the deeds of both readings count. Never throws.
 */
export function readPowerShell(text: string, context: Context, languages: Readers): Understanding {
  return understand(text, engineFor(context, languages, TEXTS), (engine) => {
    if (text.length > LONGEST_POWERSHELL) recordOpaque(engine, 'too-long', text)
    else if (!isOnlyCmd(text)) lowerPowerShell(engine, text)
    if (isOnlyCmd(text) || looksLikeCmd(text)) lowerCmd(engine, text)
  })
}

/** What cmd.exe text would do. Never throws. */
export function readCmd(text: string, context: Context, languages: Readers): Understanding {
  return understand(text, engineFor(context, languages, TEXTS), (engine) => lowerCmd(engine, text))
}

function understand(text: string, engine: Engine, lower: (engine: Engine) => void): Understanding {
  readAsWritten(engine, text)
  if (text.length > LONGEST) recordOpaque(engine, 'too-long', text)
  else if (nesting(text) > NESTED) recordOpaque(engine, 'too-deep', text)
  else {
    try {
      lower(engine)
    } catch {
      recordOpaque(engine, 'not-parsed', text)
    }
  }
  const parsed = !engine.actions.some(
    (action) => action.does === 'something-opaque' && ['not-parsed', 'too-long', 'too-deep'].includes(action.because),
  )
  if (!parsed) for (const recorded of plainMarks(text.slice(0, LONGEST))) record(engine, recorded, text)
  return { actions: engine.actions, commands: engine.commands, parsed }
}

/** The deepest nesting of brackets, counted without regard to quotes: never too small. */
function nesting(text: string): number {
  let depth = 0
  let deepest = 0
  for (const char of text) {
    if (char === '(' || char === '{' || char === '[') deepest = Math.max(deepest, ++depth)
    else if (char === ')' || char === '}' || char === ']') depth--
  }
  return deepest
}
