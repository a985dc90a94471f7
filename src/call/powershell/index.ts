export { windowsPrograms } from './native/index.ts'
export { understandCmd, understandPowerShell } from '../languages.ts'
