/**
 * Variables of whoever uses a ticket, for the portable runner: what `native/variables.h` does for the other. Their values are
 * not known when the plan is written, so only what is plain passes.
 */
const MOST_VALUE = 16384
/** A run of letters and digits that is as long as this, with both in it, is no word; one of the other length is none at all. */
const LONG_RUN = 16
const LONGEST_RUN = 32

/** What stands beside a secret, whatever its own shape is. `://` and `@`: an address may have a password in it. */
const TELLING: readonly string[] =
  '://|@|passw|passphrase|token|secret|credential|api_key|apikey|api-key|auth|cookie|bearer|private|key=|key:|pwd=|-p '.split(
    '|',
  )

export function isPlain(value: string, never: readonly string[]): boolean {
  const small = value.toLowerCase()
  if (Buffer.byteLength(value) > MOST_VALUE) return false
  if (TELLING.some((word) => small.includes(word)) || never.some((piece) => value.includes(piece))) return false
  // eslint-disable-next-line no-control-regex -- a control character is what is looked for
  if (/[\u0000-\u001F\u007F]/.test(value)) return false
  return (value.match(/[A-Za-z0-9]+/g) ?? []).every(
    (run) => run.length < LONG_RUN || (run.length < LONGEST_RUN && (!/\d/.test(run) || !/\D/.test(run))),
  )
}

/**
 * `client`: `NAME`, or `NAME=value` with the value that the gate has itself and has looked at. What the client has not set is
 * not set; only without a search path nothing could run.
 */
export function takeVariables(
  given: Readonly<Record<string, string | undefined>>,
  client: readonly string[],
  never: readonly string[],
): readonly string[] {
  return client.flatMap((variable) => {
    const [name, own] = splitOnce(variable)
    const value = given[name]
    const passes = value !== undefined && (value === own || isPlain(value, never))
    const taken = passes ? value : name === 'PATH' ? own : undefined
    return taken === undefined ? [] : [`${name}=${taken}`]
  })
}

function splitOnce(variable: string): readonly [name: string, value: string | undefined] {
  const at = variable.indexOf('=')
  return at < 0 ? [variable, undefined] : [variable.slice(0, at), variable.slice(at + 1)]
}
