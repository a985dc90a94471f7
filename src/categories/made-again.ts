/** Directories that builds, tests and package managers make anew. */
export const MADE_AGAIN: ReadonlySet<string> = new Set(
  `dist build out target coverage node_modules .cache cache .next .nuxt .output .turbo .parcel-cache .svelte-kit .vite
   __pycache__ .pytest_cache .mypy_cache .ruff_cache .tox .nox .venv venv env .eggs htmlcov .nyc_output tmp temp .tmp logs
   log bin obj debug release storybook-static test-results playwright-report .gradle .dart_tool _build deps .angular
   .docusaurus site public generated gen artifacts lib es esm cjs types .wrangler .vercel .serverless cdk.out .terraform
   bazel-out bazel-bin pkg vendor .bundle pods deriveddata .expo .yarn snapshots __snapshots__ reports`.split(/\s+/),
)

/** The outermost directory of a path that has the name of build output or a cache; undefined: none has. */
export function madeAgainIn(path: string): string | undefined {
  const segments = path.split('/')
  const at = segments.findIndex((segment) => MADE_AGAIN.has(segment.toLowerCase()))
  return at < 0 ? undefined : segments.slice(0, at + 1).join('/')
}
