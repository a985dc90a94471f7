import { useEffect, useState } from 'preact/hooks'
import { Store, useStore } from './store.ts'

/** Counts up whenever the daemon tells about sessions or settings: what is shown about them is read again. */
export const changes = new Store(0)

export interface Loaded<T> {
  readonly value: T | undefined
  readonly failed: string
  readonly again: () => void
}

/** Loads when the page is opened, when `key` changes and when the daemon tells that something did. */
export function useLoaded<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const changed = useStore(changes)
  const [asked, setAsked] = useState(0)
  const [state, setState] = useState<{ key: string; value: T | undefined; failed: string }>({
    key,
    value: undefined,
    failed: '',
  })
  useEffect(() => {
    const ending = new AbortController()
    load(ending.signal)
      .then((value) => {
        if (!ending.signal.aborted) setState({ key, value, failed: '' })
      })
      .catch((error: unknown) => {
        if (ending.signal.aborted) return
        const failed = error instanceof Error ? error.message : String(error)
        setState((now) => ({ key, value: now.key === key ? now.value : undefined, failed }))
      })
    return () => ending.abort()
  }, [key, changed, asked])
  return {
    value: state.key === key ? state.value : undefined,
    failed: state.key === key ? state.failed : '',
    again: () => setAsked((now) => now + 1),
  }
}
