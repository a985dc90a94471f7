/** How a person runs us on this machine. Whoever starts a process says so; until then, as an installed package does. */
let name = 'portcullis'

export function callUs(words: string): void {
  name = words
}

/** What a person types to run one of our commands here: `portcullis doctor`, `npx portcullis doctor` … */
export function ownCommand(words: string): string {
  return `${name} ${words}`
}
