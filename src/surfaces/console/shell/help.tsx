import type { JSX } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { keyGroups } from './keys.ts'

/** Every key that works now. */
export function Help({ onClose }: { onClose: () => void }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null)
  // Before the next key: until it is open, keys would act on the page.
  useLayoutEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} class="help" aria-label="Keys" onClose={onClose}>
      <header>
        <h2>Keys</h2>
        <form method="dialog">
          <button class="quiet" type="button" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </form>
      </header>
      {keyGroups().map((group) => (
        <section key={group.name}>
          <h3>{group.name}</h3>
          <dl>
            {group.keys.map((key) => (
              <div key={key.keys}>
                <dt>
                  {key.keys.split(' ').map((one) => (
                    <kbd key={one}>{one}</kbd>
                  ))}
                </dt>
                <dd>{key.does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </dialog>
  )
}
