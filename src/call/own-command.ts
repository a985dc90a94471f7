import { once } from './once.ts'

/** How a person runs us on this machine. Whoever starts a process says so; until then, as an installed package does. */
let name: () => string = () => 'portcullis'

/** What is given is asked when a message first needs it. */
export function callUs(words: () => string): void {
  name = once(words)
}

/** What a person types to run one of our commands here: `portcullis doctor`, `npx portcullis doctor` … */
export function ownCommand(words: string): string {
  return `${name()} ${words}`
}
