/** Where a PostgreSQL is, and what is needed to use it. Plain data: it is handed to threads. */
export interface DatabasePlace {
  /** With the password, where there is one: never printed. */
  readonly url: string
  /** The key that all daemons of one database have in common. */
  readonly teamKey: string
}
