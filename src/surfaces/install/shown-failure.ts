import { quoted } from './hook-script.ts'

/**
 * Of a hook that fails without a word on stdout, Copilot CLI shows the exit code and nothing else, so the user cannot tell
 * whose hook it was. This command runs the hook and says it in Copilot's own terms. What the hook prints itself is handed on
 * as it is, with its exit code; an allow that cannot be handed on is none.
 */
export function withShownFailure(command: string, doctor: string): string {
  const hand = `printf '%s\\n' "$out"`
  return `out=$(${command}) && { [ -z "$out" ] || ${hand} || exit 2; exit 0; }; [ -n "$out" ] || out=${quoted(failed(doctor))}; ${hand}; exit 2`
}

function failed(doctor: string): string {
  return JSON.stringify({
    permissionDecision: 'deny',
    permissionDecisionReason: `portcullis: the gate could not judge this call, so calls are blocked until this is fixed (run: ${doctor})`,
  })
}
