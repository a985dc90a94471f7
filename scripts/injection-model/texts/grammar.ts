import { random } from '../train.ts'
import { SLOTS } from './slots.ts'

/** `{a|b}` is one of these, `{name}` one of a list; lists may name lists. */
export function expand(template: string, next: () => number): string {
  let text = template
  for (let depth = 0; depth < 6 && /\{[^{}]*\}/.test(text); depth++)
    text = text.replaceAll(/\{([^{}]*)\}/g, (whole, inside: string) => {
      const choices = SLOTS[inside] ?? (inside.includes('|') ? inside.split('|') : undefined)
      return choices === undefined
        ? whole.replace('{', '\u0001').replace('}', '\u0002')
        : choices[Math.floor(next() * choices.length)]!
    })
  return text
    .replaceAll('\u0001', '{')
    .replaceAll('\u0002', '}')
    .replaceAll(String.raw`\n`, '\n')
    .replaceAll('\\`', '`')
}

/** Every line of a block is a template; as many different texts of each as it can give, up to `most`. */
export function composed(
  name: string,
  block: string,
  most: number,
): readonly { readonly group: string; readonly text: string }[] {
  return block
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .flatMap((template, index) => {
      const next = random(index * 7919 + name.length * 104_729 + template.length)
      const texts = new Set<string>()
      for (let turn = 0; turn < most * 3 && texts.size < most; turn++) texts.add(expand(template, next))
      return [...texts].map((text) => ({ group: `${name}/${index}`, text }))
    })
}
