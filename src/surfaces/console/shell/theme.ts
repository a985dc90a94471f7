import { Store } from '../data/store.ts'

export type Theme = 'system' | 'light' | 'dark'

const KEY = 'portcullis.theme'
const THEMES: readonly Theme[] = ['system', 'light', 'dark']

export const theme = new Store<Theme>(THEMES.find((one) => one === localStorage.getItem(KEY)) ?? 'system')

function apply(): void {
  const { value } = theme
  if (value === 'system') {
    delete document.documentElement.dataset['theme']
    localStorage.removeItem(KEY)
  } else {
    document.documentElement.dataset['theme'] = value
    localStorage.setItem(KEY, value)
  }
}

theme.listen(apply)
apply()

export function nextTheme(): void {
  theme.update((now) => THEMES[(THEMES.indexOf(now) + 1) % THEMES.length]!)
}
