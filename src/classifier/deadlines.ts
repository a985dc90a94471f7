/** How long anything may take, in milliseconds. */
export interface Limits {
  /** Until the connection stands, TLS included. */
  readonly connect: number
  /** From then to the first byte of the answer. */
  readonly firstByte: number
  /** The longest silence within an answer. */
  readonly idle: number
  /** All attempts of stage 1 together, and of stage 2. */
  readonly stage1: number
  readonly stage2: number
  /** The whole review. */
  readonly whole: number
  /** Characters of an answer that are read at most. */
  readonly bodyBytes: number
  /** Further attempts after a failure that may pass, within all of the above. */
  readonly retries: number
  /** Before the first retry; doubled for the next; each time multiplied by a chance between a half and one. */
  readonly backoff: number
}

export const LIMITS: Limits = {
  connect: 3_000,
  firstByte: 10_000,
  idle: 5_000,
  stage1: 15_000,
  stage2: 45_000,
  whole: 60_000,
  bodyBytes: 64 * 1024,
  retries: 2,
  backoff: 400,
}
