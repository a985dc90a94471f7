/** A question about a whole text, remembered for the last one: while a text is read, each of its calls asks again. */
export function oncePerText(ask: (text: string) => boolean): (text: string) => boolean {
  let known: { readonly text: string; readonly answer: boolean } | undefined
  return (text) => {
    if (known?.text !== text) known = { text, answer: ask(text) }
    return known.answer
  }
}
