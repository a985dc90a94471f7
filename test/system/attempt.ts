import type { Scene } from './scene.ts'

/**
 * One way in which the agent's account tries to get at the gate, really executed as that account. It worked when the
 * script prints `GOT`, when `got` says so, or when the gate is not whole afterwards.
 */
export interface Attempt {
  readonly what: string
  readonly script: string
  readonly environment?: (scene: Scene) => Readonly<Record<string, string>>
  /** Where what was tried shows elsewhere than in the script's own words. */
  readonly got?: (scene: Scene, stdout: string, stderr: string) => string | undefined
}

/** Numbers of system calls that the shell has no word for. */
const CALLS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  x64: { ptrace: 101, process_vm_readv: 310, pidfd_open: 434, pidfd_getfd: 438, open_by_handle_at: 304, tgkill: 234 },
  arm64: { ptrace: 117, process_vm_readv: 270, pidfd_open: 434, pidfd_getfd: 438, open_by_handle_at: 265, tgkill: 131 },
}

export function call(name: string): number {
  return CALLS[process.arch]![name]!
}

/** Whether a file can be read: it prints more than nothing. */
export function reads(what: string, path: string): Attempt {
  return { what: `reads ${what}`, script: `[ -n "$(head -c 100 ${path} 2>/dev/null | tr -d '\\0')" ] && echo GOT` }
}

/** Succeeding is what must not be. */
export function succeeds(what: string, script: string): Attempt {
  return { what, script: `(${script}) >/dev/null 2>&1 && echo GOT` }
}

/** Whoever connects, says this, and prints what is answered. `SENT` holds the bytes, with escapes. */
export function says(what: string, where: '"$SOCK"' | '$PORT', sent: string, got: RegExp): Attempt {
  const target = where === '$PORT' ? 'process.env.PORT' : 'process.env.SOCK'
  return {
    what,
    script: `"$NODE" -e '
      const c = require("net").connect(${target})
      let t = ""
      c.on("data", (d) => (t += d)).on("error", () => {}).on("close", () => process.stdout.write(t))
      c.write(JSON.parse(process.env.SENT))
      setTimeout(() => c.destroy(), 10000).unref()'`,
    environment: () => ({ SENT: JSON.stringify(sent) }),
    got: (_scene, stdout) => (got.test(stdout) ? stdout.slice(0, 300) : undefined),
  }
}
