/** One thing that was looked at. `red` means that calls may run unseen: exit 1 and what to do. */
export interface Finding {
  readonly about: string
  readonly state: 'green' | 'yellow' | 'red'
  readonly says: string
  /** What to do; absent when there is nothing to do. */
  readonly fix?: string
}
