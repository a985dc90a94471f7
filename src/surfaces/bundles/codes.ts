import { BUNDLE_REFUSALS, type RefusalCode } from '../../policy/bundle/bundle.ts'

/** What stands in the log about policy bundles, beside why one was refused. */
export const BUNDLE_ACTS = {
  'bundle.activated': 'A policy bundle was put in force.',
  'bundle.trusted': 'A person named the keys, and the source, of the policy bundle that this machine follows.',
  'bundle.left': 'A person ended that this machine follows a policy bundle.',
  'bundle.in-force-expired':
    'The policy bundle in force has expired: calls are asked about or denied unless it says otherwise.',
} as const satisfies Readonly<Record<string, string>>

export const BUNDLE_CODES = { ...BUNDLE_ACTS, ...BUNDLE_REFUSALS }

export type BundleCode = keyof typeof BUNDLE_ACTS | RefusalCode
