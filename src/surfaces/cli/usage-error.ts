/** The command line itself is wrong: nothing was judged, and nothing was done. */
export class UsageError extends Error {}

/** `EX_USAGE` of sysexits.h: none of the codes that a decision has, so that no script takes a typo for an answer. */
export const USAGE_EXIT = 64
