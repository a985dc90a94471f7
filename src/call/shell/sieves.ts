import type { CommandNode } from 'unbash'

/** Programs that let through only the lines they are asked for. */
const PICKS = /^(?:\S*\/)?(?:[efz]?grep|rg|ag|ack)$/

/** Programs of which nothing comes out but a number or a sum. */
const COUNTS = /^(?:\S*\/)?(?:wc|md5sum|sha\d*sum|shasum|cksum|b2sum)$/

/** Every program that is looked at below: most stages of pipes are none of them. */
const MAY_SIEVE = /(?:^|\/)(?:[efz]?grep|rg|ag|ack|wc|md5sum|sha\d*sum|shasum|cksum|b2sum|head|cut|[gm]?awk|g?sed)$/

/** A stage of a pipe that leaves some of what goes through: lines by name, names without values, a count. */
export function isSieve(node: CommandNode): boolean {
  if (node.type !== 'Command') return node.type === 'Redirected' && isSieve(node.command)
  const name = node.name?.value ?? ''
  if (!MAY_SIEVE.test(name)) return false
  const words = node.args.flatMap((word) => (word.type === 'Word' ? [word.value] : []))
  if (COUNTS.test(name)) return true
  if (PICKS.test(name)) {
    if (words.some((word) => /^-[a-zA-Z]*c[a-zA-Z]*$|^--(?:count|quiet)$|^-[a-zA-Z]*q/.test(word))) return true
    // Left out is what holds a secret; left out otherwise, the secrets are what remains.
    if (words.some((word) => /^-[a-zA-Z]*v|^--invert-match$/.test(word)))
      return words.some((word) => /token|secret|key|pass|cred|auth/i.test(word))
    return words.some((word) => !word.startsWith('-') && /[A-Za-z]{2}/.test(word))
  }
  if (/^(?:\S*\/)?head$/.test(name)) return /^(?:-n\s*0|-0|-c\s*0)$/.test(words.join(' '))
  if (/^(?:\S*\/)?cut$/.test(name)) return /(?:^|\s)-f\s*1(?:\s|$)/.test(words.join(' '))
  if (/^(?:\S*\/)?(?:g|m)?awk$/.test(name))
    return words.some((word) => /\/[^/]*[A-Za-z]{2}[^/]*\/|\{\s*print\s+\$1\s*\}/.test(word))
  if (/^(?:\S*\/)?g?sed$/.test(name))
    return (
      words.some((word) => /^s(.)=\.\*\1\1g?$|^\/[^/]*[A-Za-z]{2}[^/]*\/!d$/.test(word)) ||
      /^-n \/[^/]*[A-Za-z]{2}/.test(words.join(' '))
    )
  return false
}
