import { spawn } from 'node:child_process'
import { buildPackage } from './build-package.ts'
import { publishManifest, restoreManifest, restoreWhenAbandoned } from './package-manifest.ts'
import { releaseAdditions } from './release-additions.ts'

/**
 * What npm runs around `npm pack` (see docs/decisions/0025): `before` builds everything and puts the published manifest in place,
 * `after` puts the checkout's back. The manifest is exchanged last, so that little can interrupt it; when something does,
 * a process of its own puts it back.
 */
switch (process.argv[2]) {
  case 'before':
    await buildPackage()
    await publishManifest(releaseAdditions())
    spawn(process.execPath, [import.meta.filename, 'guard'], { detached: true, stdio: 'ignore' }).unref()
    break
  case 'guard':
    await restoreWhenAbandoned()
    break
  case 'after':
    restoreManifest()
    break
  default:
    process.stderr.write('scripts/pack.ts before | after: npm runs it around `npm pack`\n')
    process.exitCode = 64
}
