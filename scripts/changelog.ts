const UNRELEASED = '## Unreleased'

/** The text below the heading of one version, without it. Undefined when there is none, or nothing stands there. */
export function sectionOf(changelog: string, version: string): string | undefined {
  const lines = changelog.split('\n')
  const from = lines.findIndex((line) => line === `## ${version}` || line.startsWith(`## ${version} `))
  if (from === -1) return undefined
  const next = lines.findIndex((line, at) => at > from && line.startsWith('## '))
  const text = lines
    .slice(from + 1, next === -1 ? undefined : next)
    .join('\n')
    .trim()
  return text === '' ? undefined : text
}

/** What is unreleased becomes a version, below a new section for what comes next. Throws when nothing is unreleased. */
export function cutChangelog(changelog: string, version: string, day: string): string {
  if (sectionOf(changelog, 'Unreleased') === undefined)
    throw new Error('nothing stands under Unreleased in CHANGELOG.md')
  if (sectionOf(changelog, version) !== undefined) throw new Error(`CHANGELOG.md has a section for ${version} already`)
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n\n**Verdict changes**\n\n## ${version} (${day})`)
}
