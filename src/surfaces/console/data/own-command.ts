/** What a person types on the machine of the gate to run one of its commands: the daemon wrote it into the page. */
export function ownCommand(words: string): string {
  const told = document.querySelector<HTMLMetaElement>('meta[name="portcullis-command"]')
  return `${told?.content ?? 'portcullis'} ${words}`
}
