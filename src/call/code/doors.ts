import type { Effect } from '../shell/code/effects.ts'

const SOCKET = /\bsocket\b|\bnet\s*\.|\bTCPSocket\b|\bfsockopen\b|\bnet\.Dial\b/
const SHELL = /(?:^|\/)(?:ba|z|da|k|a)?sh$|^cmd(?:\.exe)?$|^powershell(?:\.exe)?$/

/** A socket joined to a shell: what is sent there is run. */
export function doorsIn(source: string, effects: readonly Effect[]): readonly Effect[] {
  const contact = effects.find((effect) => effect.does === 'contact' && effect.sends === 'unknown')
  const listens = effects.some((effect) => effect.does === 'door')
  if ((contact === undefined && !listens) || !SOCKET.test(source)) return []
  if (!effects.some(startsShell) && !/\bdup2\b/.test(source)) return []
  const address = contact?.does === 'contact' && contact.target.kind === 'literal' ? contact.target.text : undefined
  return [
    {
      does: 'door',
      what: listens && contact === undefined ? 'bind-shell' : 'reverse-shell',
      text: source.slice(0, 200),
      ...(address === undefined ? {} : { address }),
    },
  ]
}

function startsShell(effect: Effect): boolean {
  if (effect.does === 'program') {
    const [name] = effect.words
    return name?.kind === 'literal' && SHELL.test(name.text)
  }
  if (effect.does === 'shell' && effect.code.kind === 'literal')
    return SHELL.test(effect.code.text.trim().split(/\s/)[0]!)
  return effect.does === 'shell' && effect.code.kind !== 'literal'
}
