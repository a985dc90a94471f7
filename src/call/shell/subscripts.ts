/**
 * Text that names an element of an array by a command: `a[$(…)]`. Where the shell takes it for a name or a number (`test -v`,
 * `printf -v`, `[[ … -eq … ]]`, `(( … ))`, `unset`) it runs the command, although the text came in quotes.
 */
export function isSubscript(text: string): boolean {
  return text.includes('[') && /^\s*[A-Za-z_]\w*\[[^]*(?:\$\(|`)/.test(text)
}
