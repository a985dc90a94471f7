/** Settings with which a tool that looks for weak code finds nothing any more, whichever tool it is. */
interface Off {
  readonly file: RegExp
  readonly off: RegExp
  /** With this beside it the setting is the usual way to choose. */
  readonly unless?: RegExp
}

const EVERYTHING = String.raw`["']?(?:\.?\*\*?(?:\/\*\*?(?:\.\*)?)?|\.[*+]?|\/)["']?`
const LISTED = String.raw`\s*[:=]\s*(?:\[\s*|\n\s*-\s*)?${EVERYTHING}\s*(?:[\],\n]|$)`

const SWITCHES: readonly Off[] = [
  {
    file: /^\.golangci\.(?:ya?ml|toml|json)$/,
    off: /\bdisable-all["']?\s*[:=]\s*true\b|^\s*default["']?\s*[:=]\s*["']?none\b/m,
    unless: /\benable["']?\s*[:=]/,
  },
  { file: /^\.golangci\.(?:ya?ml|toml|json)$/, off: /^\s*-?\s*path["']?\s*[:=]\s*["']?\.[*+]["']?\s*$/m },
  {
    file: /eslint|oxlint|stylelint/i,
    off: new RegExp(String.raw`\b(?:ignorePatterns|ignores|ignoreFiles)["']?${LISTED}`),
  },
  { file: /^\.(?:eslint|stylelint|oxlint)ignore$/, off: new RegExp(String.raw`^${EVERYTHING}\s*$`, 'm') },
  { file: /^biome\.jsonc?$/, off: /"linter"\s*:\s*\{[^{}]{0,200}"enabled"\s*:\s*false/ },
  {
    file: /^(?:pyproject|ruff|\.ruff)\.toml$/,
    off: new RegExp(String.raw`^\s*(?:extend-)?exclude${LISTED}|^\s*(?:extend-)?ignore\s*=\s*\[\s*["']ALL["']`, 'm'),
  },
  {
    file: /^(?:\.flake8|setup\.cfg|tox\.ini|\.pycodestyle|\.bandit)$/,
    off: new RegExp(String.raw`^\s*exclude${LISTED}`, 'm'),
  },
  { file: /^\.?pylintrc(?:\.toml)?$/, off: /^\s*disable\s*=\s*(?:\[\s*)?["']?all\b/m, unless: /^\s*enable\s*=/m },
  { file: /^\.?mypy\.ini$/, off: /^\[mypy\]\s*\n(?:(?!\[)[^\n]*\n)*?\s*ignore_errors\s*=\s*true/im },
  { file: /^\.rubocop\.ya?ml$/, off: /\bDisabledByDefault:\s*true\b/, unless: /\bEnabled:\s*true\b/ },
  { file: /^\.rubocop\.ya?ml$/, off: new RegExp(String.raw`^\s*Exclude${LISTED}`, 'm') },
  { file: /^\.?(?:swiftlint|detekt|ktlint)\.ya?ml$/, off: new RegExp(String.raw`^excluded${LISTED}`, 'm') },
]

/** A linter that is told to look at nothing, in words; undefined: it looks as before. */
export function switchedOff(name: string, before: string, after: string): string | undefined {
  const is = (text: string): boolean =>
    SWITCHES.some(({ file, off, unless }) => file.test(name) && off.test(text) && !unless?.test(text))
  return is(after) && !is(before) ? 'looks at nothing any more' : undefined
}
