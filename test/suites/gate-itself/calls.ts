import type { Call } from './ground.ts'

export const write = (file_path: string, content: string): Call => ({ tool: 'Write', input: { file_path, content } })
export const edit = (file_path: string, old_string: string, new_string: string): Call => ({
  tool: 'Edit',
  input: { file_path, old_string, new_string },
})
export const read = (file_path: string): Call => ({ tool: 'Read', input: { file_path } })
export const fetch = (url: string): Call => ({ tool: 'WebFetch', input: { url, prompt: 'what does it say' } })
export const powershell = (command: string): Call => ({ tool: 'PowerShell', input: { command } })
