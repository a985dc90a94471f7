/** What is made when it is first asked for, and never again. For what costs time to make and is often not needed. */
export function once<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | undefined
  return () => (made ??= { value: make() }).value
}
