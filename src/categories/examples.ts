import { normalise } from '../call/paths.ts'
import type { Example } from './category.ts'

/** Short ways to write example calls. */

export function write(path: string, content: string): Example {
  return { tool: 'Write', input: { file_path: path, content } }
}

export function edit(path: string, before: string, after: string): Example {
  return { tool: 'Edit', input: { file_path: path, old_string: before, new_string: after } }
}

export function read(path: string): Example {
  return { tool: 'Read', input: { file_path: path } }
}

export function powershell(command: string): Example {
  return { tool: 'PowerShell', input: { command } }
}

export function webFetch(url: string): Example {
  return { tool: 'WebFetch', input: { url, prompt: 'Summarise the page' } }
}

export function mcp(tool: string, input: Readonly<Record<string, unknown>> = {}): Example {
  return { tool: `mcp__${tool}`, input }
}

export function agent(prompt: string, more: Readonly<Record<string, unknown>> = {}): Example {
  return { tool: 'Agent', input: { subagent_type: 'general-purpose', description: 'task', prompt, ...more } }
}

export function message(to: string, text: string): Example {
  return { tool: 'SendMessage', input: { to, message: text } }
}

export function cron(when: string, prompt: string): Example {
  return { tool: 'CronCreate', input: { cron: when, prompt } }
}

/** A command in a workspace that holds these files (paths from the workspace root). */
export function withFiles(command: string, files: Readonly<Record<string, string>>): Example {
  return {
    tool: 'Bash',
    input: { command },
    files: Object.fromEntries(
      Object.entries(files).map(([name, text]) => [normalise(`/home/dev/project/${name}`), text]),
    ),
  }
}
