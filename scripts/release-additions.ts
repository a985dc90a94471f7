import type { ManifestAdditions } from './package-manifest.ts'
import { prebuiltPackages } from './prebuilt.ts'

/**
 * What a release adds to the manifest: the packages with the prebuilt hook client, when they were built, and where the
 * source is, when the machine that publishes says so.
 */
export function releaseAdditions(environment: NodeJS.ProcessEnv = process.env): ManifestAdditions {
  const optionalDependencies = prebuiltPackages()
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = environment
  return {
    ...(Object.keys(optionalDependencies).length === 0 ? {} : { optionalDependencies }),
    ...(server && name ? { repository: { type: 'git', url: `git+${server}/${name}.git` } } : {}),
  }
}
