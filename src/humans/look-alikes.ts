import { visible } from '../call/visible.ts'

export function truthful(text: string): string {
  return visible(text, 'keep lines')
}
