import { buildConsole } from '../scripts/build-console.ts'

/** The tests see the page as it is now. */
export default async function setup(): Promise<void> {
  await buildConsole()
}
