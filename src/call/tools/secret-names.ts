import { NO_TRUST } from '../trust.ts'
import { pathKinds } from '../place-kinds.ts'
import type { Context } from './tool.ts'

/** Reading is irrelevant to security unless the name says that it is a secret; then the classifier sees it. */
export function irrelevantUnlessSecret(paths: readonly string[]): string {
  const entryRun = paths.filter((path) => {
    const kinds = pathKinds(`/${path.replaceAll('\\', '/')}`.replaceAll(/\/+/g, '/'), NOWHERE)
    return kinds.has('secret') || kinds.has('ssh') || kinds.has('browser-profile') || kinds.has('agent-transcript')
  })
  return entryRun.map((path) => `read ${path}`).join('\n')
}

/** Only names are looked at here, so it does not matter where we are. */
const NOWHERE: Context['surroundings'] = {
  cwd: '/',
  workspace: '/nowhere',
  additional: [],
  home: '/',
  platform: 'posix',
  remotes: new Map(),
  branch: undefined,
  trust: NO_TRUST,
}
