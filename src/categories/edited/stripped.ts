const HASH_COMMENTS =
  /\.(?:py|rb|ya?ml|toml|tf|hcl|sh|bash|conf|ex|exs|r|pl|env|ini|cfg)$|(?:^|\/)(?:makefile|dockerfile)$/i

/** A text without its comments: a check that is commented out no longer checks, and one that a comment speaks of never did. */
export function withoutComments(path: string, text: string): string {
  const hash = HASH_COMMENTS.test(path)
  const dashes = /\.(?:sql|lua|hs)$/i.test(path)
  return withoutBlocks(text)
    .split('\n')
    .map((line) => {
      if (hash) return line.replace(/(?:^|\s)#.*$/, '')
      return dashes ? line.replace(/(?:^|\s)--.*$/, '') : line.replace(/(?:^|\s)\/\/.*$/, '')
    })
    .join('\n')
}

function withoutBlocks(text: string): string {
  let kept = ''
  for (let at = 0; ;) {
    const start = text.indexOf('/*', at)
    const end = start < 0 ? -1 : text.indexOf('*/', start + 2)
    if (end < 0) return kept + text.slice(at)
    kept += text.slice(at, start)
    at = end + 2
  }
}

/** How often a sign stands in a text. The sign is global. */
export function count(text: string, sign: RegExp): number {
  return [...text.matchAll(sign)].length
}

/** Lines with those that continue them: a condition over several lines is one. */
export function logicalLines(text: string): string {
  return text.replaceAll(/\n[ \t]*(?=(?:&&|\|\||\?\?|\?(?!\w)|and\b|or\b|\|>|\.(?=[A-Za-z_]))\s*)/g, ' ')
}
