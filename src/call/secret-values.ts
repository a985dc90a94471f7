import type { Word } from './word.ts'

/** Names of variables that hold what opens something. */
const SECRET_NAME =
  /(?:secret|token|passw|passphrase|credential|api_?key|private_?key|access_?key|auth|session|cookie|_key$|^key$|_pwd$|dsn$|connection_?str|(?:database|db|postgres\w*|mysql|mariadb|mongo\w*|redis|amqp|rabbitmq|broker|smtp|mailer|clickhouse|elastic\w*|webhook)_?(?:url|uri)$)/i

/** How keys of well-known services begin, and addresses with a password of another machine in them. */
const SECRET_VALUE =
  /^(?:[rsp]k_live_|sk-|gh[opsur]_|github_pat_|glpat-|xox[abeoprs]-|AKIA|ASIA|AIza|npm_|eyJ|SG\.|-----BEGIN)|:\/\/[^\s/:@]+:[^\s/@]{6,}@(?!localhost|127\.)/

/** A setting whose value should go nowhere: by its name, or by what its value looks like. */
export function isSecretSetting(name: string, value: string): boolean {
  return (
    SECRET_VALUE.test(value) || (SECRET_NAME.test(name) && value.length >= 6 && !/^(?:true|false|\d+)$/.test(value))
  )
}

export function isSecretVariable(name: string): boolean {
  return SECRET_NAME.test(name)
}

/** Whether a variable that is named for a secret stands in a word, as `$NAME` or `${NAME}`. */
export function holdsSecretVariable(word: Word): boolean {
  if (word.kind !== 'dynamic') return false
  return word.pieces.some(
    (piece) =>
      'unknown' in piece && piece.from === 'variable' && isSecretVariable(/\w+/.exec(piece.unknown)?.[0] ?? ''),
  )
}
