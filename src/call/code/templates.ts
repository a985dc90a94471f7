import type { LibraryCall, Special } from './library.ts'
import { handOn } from './methods.ts'
import { data, derivedFrom, optionsOf, type Value } from './values.ts'
import { literal, textOf } from '../word.ts'

/** What in the code of a template does more than put values into it. */
const ACTS =
  /`|%x|\b(?:system|exec|spawn|eval|open|File|IO|Dir|FileUtils|Net|Process|Kernel|require|load|send|public_send|process|global|globalThis|import|constructor|Function|child_process|fs|ENV|instance_eval)\b/

/** Templates whose `<% … %>` is code of the language: ERB, EJS, `_.template`. */
export function codeTemplate(language: 'ruby' | 'javascript'): Special {
  return (call: LibraryCall): Value => {
    handOn(call.given, call.at, call.engine)
    for (const option of call.given.positional[0] === undefined ? [] : optionsOf(call.given.positional[0])) {
      const known = option.kind === 'text' ? textOf(option.word) : undefined
      if (known === undefined) {
        if (option.kind === 'text') call.engine.unread('dynamic-code', call.text)
        continue
      }
      const code = [...known.matchAll(/<%(?!%)[-=_]?([\s\S]*?)[-_]?%>/g)].map(([, inner]) => inner!).join('\n')
      if (ACTS.test(code)) call.engine.record({ does: 'code', language, code: literal(code), text: call.text })
    }
    return language === 'ruby' ? data(call.text) : derivedFrom(call.given.positional, call.text)
  }
}
