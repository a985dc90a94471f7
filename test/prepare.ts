import { buildConsole } from '../scripts/build-console.ts'
import { installMissing } from './debian-programs.ts'

/** Before any test: the programs that tests drive are there, and the page is as the sources are now. */
export default async function setup(): Promise<void> {
  installMissing()
  await buildConsole()
}
