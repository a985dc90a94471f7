/** Where a PostgreSQL is, and what is needed to use it. Plain data: it is handed to threads. */
export interface DatabasePlace {
  /** With the password, where there is one: never printed. */
  readonly url: string
  /** The key that all daemons of one database have in common. */
  readonly teamKey: string
}

/** Where the database is, for messages: without user and password. */
export function nameOf(url: string): string {
  try {
    const { hostname, port, pathname, searchParams } = new URL(url)
    const host = searchParams.get('host') ?? hostname
    return `postgres ${host === '' ? 'localhost' : decodeURIComponent(host)}${port === '' ? '' : `:${port}`}${pathname}`
  } catch {
    return 'postgres'
  }
}
