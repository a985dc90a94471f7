import { useEffect, useState } from 'preact/hooks'

/** A value that several parts of the page look at. */
export class Store<T> {
  readonly #listeners = new Set<() => void>()
  #value: T

  constructor(value: T) {
    this.#value = value
  }

  get value(): T {
    return this.#value
  }

  set(value: T): void {
    if (Object.is(value, this.#value)) return
    this.#value = value
    for (const listener of this.#listeners) listener()
  }

  update(change: (value: T) => T): void {
    this.set(change(this.#value))
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}

/** The value of a store, now and whenever it changes. */
export function useStore<T>(store: Store<T>): T {
  const [value, setValue] = useState(() => store.value)
  useEffect(() => {
    const look = (): void => setValue(() => store.value)
    look()
    return store.listen(look)
  }, [store])
  return value
}
