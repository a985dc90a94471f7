import type * as Yaml from 'yaml'

/** A module of its own, which the bundle takes when used: what judges every call imports no package. */
export function importYaml(): Promise<typeof Yaml> {
  return import('yaml')
}
