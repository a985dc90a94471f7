/** What in the description of a container, a pod or a service gives it the machine it runs on. */
const GIVES_THE_HOST: readonly (readonly [sign: RegExp, what: string])[] = [
  [/\bprivileged["']?\s*:\s*["']?true\b/, 'all rights on the host'],
  [/\b(?:hostPID|hostIPC)["']?\s*:\s*true\b|^\s*(?:pid|ipc)\s*:\s*["']?host\b/m, 'the processes of the host'],
  [
    /(?:^|[\s"'[,-])\/:\/\S|\bhostPath\s*:\s*(?:\{\s*path\s*:\s*["']?\/["']?\s*[,}]|\n\s*path\s*:\s*["']?\/["']?\s*$)/m,
    'the whole disk of the host',
  ],
  [
    /\b(?:cap_add|add)\s*:\s*(?:\[[^\]]*|(?:\n\s*-\s*["']?\w+["']?)*?\n\s*-\s*)["']?(?:CAP_)?(?:SYS_ADMIN|SYS_PTRACE|SYS_MODULE|ALL)\b/,
    'rights of the administrator',
  ],
  [/^\s*-?\s*["']?\/(?:etc|root|boot|proc|sys)\/?:/m, 'system directories of the host'],
]

/** Why a compose file or a manifest is more than the description of a service; undefined when it is an ordinary one. */
export function wideContainer(name: string, text: string): string | undefined {
  if (!/\.(?:ya?ml|json|tf|nomad|hcl)$/.test(name)) return undefined
  return GIVES_THE_HOST.find(([sign]) => sign.test(text))?.[1]
}
