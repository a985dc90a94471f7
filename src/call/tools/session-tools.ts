import { deed, understood } from './deeds.ts'
import { optionalFlag, optionalText, pairs } from './input.ts'
import { type Tool, UnreadableInput } from './tool.ts'

/** Tools that only keep the session's own lists, or ask and wait. They touch nothing and encode as ''. */
const QUIET: readonly (readonly [name: string, ...aliases: string[]])[] = [
  ['LSP', 'lsp', 'diagnostics', 'get_errors', 'read_lints', 'mcp__ide__getDiagnostics'],
  [
    'TodoWrite',
    'todo_write',
    'todoread',
    'TodoRead',
    'write_todos',
    'update_plan',
    'manage_todo_list',
    'update_todo_list',
  ],
  ['TaskCreate', 'task_create'],
  ['TaskGet', 'task_get'],
  ['TaskUpdate', 'task_update'],
  ['TaskList', 'task_list'],
  ['TaskStop', 'task_stop', 'KillShell', 'KillBash', 'kill_shell', 'stop_bash', 'TaskKill'],
  [
    'TaskOutput',
    'task_output',
    'BashOutput',
    'bash_output',
    'read_bash',
    'AgentOutputTool',
    'get_terminal_output',
    'wait_agent',
    'read_agent',
    'close_agent',
    'resume_agent',
    'wait',
  ],
  ['EnterPlanMode', 'enter_plan_mode'],
  ['TeamCreate', 'team_create'],
  ['TeamDelete', 'team_delete'],
  ['Sleep', 'sleep'],
  ['classify_result'],
  ['ToolSearch', 'tool_search', 'ListMcpResourcesTool', 'list_mcp_resources', 'list_agents', 'CronList', 'cron_list'],
  ['CronDelete', 'cron_delete'],
  ['StructuredOutput', 'structured_output', 'report_intent', 'think', 'Think', 'sequential_thinking'],
]

const quiet = QUIET.map(([name, ...aliases]): Tool => ({
  name,
  aliases,
  encode: () => '',
  understand: () => understood(),
  safe: true,
  harmlessByName: true,
  specifier: 'none',
}))

/** Tools that exist to hear from the person. */
const ASKING: readonly (readonly [name: string, ...aliases: string[]])[] = [
  [
    'AskUserQuestion',
    'ask_user_question',
    'ask_user',
    'ask_followup_question',
    'request_user_input',
    'question',
    'vscode_askQuestions',
  ],
  ['ExitPlanMode', 'exit_plan_mode', 'plan_exit', 'exit_plan'],
]

const asking = ASKING.map(([name, ...aliases]): Tool => ({
  name,
  aliases,
  encode: () => '',
  understand: () => understood(),
  safe: true,
  harmlessByName: true,
  needsPerson: () => true,
  asksByItself: true,
  specifier: 'none',
}))

/** Works in another checkout of the same repository, below the agent's own directory. */
const enterWorktree: Tool = {
  name: 'EnterWorktree',
  aliases: ['enter_worktree'],
  encode: (input) => pairs(input) || 'a new worktree',
  understand: (input) => {
    const name = optionalText(input, 'name', 'path', 'branch') ?? ''
    if (name !== '' && !/^[\w./-]+$/.test(name))
      throw new UnreadableInput('parameter `name` is not the name of a worktree')
    // A path leads to a checkout that exists; without one a branch of its own is made.
    return name.includes('..') || name.startsWith('/')
      ? understood(deed({ does: 'something-opaque', text: name, because: 'other' }, `EnterWorktree ${name}`))
      : understood(deed({ does: 'change-repository', deed: 'branch' }, `EnterWorktree ${name}`.trim()))
  },
  specifier: 'none',
}

/** Leaves it; `remove` deletes it, and with it what was not committed. */
const exitWorktree: Tool = {
  name: 'ExitWorktree',
  aliases: ['exit_worktree', 'leave_worktree'],
  encode: (input) => pairs(input) || 'leave the worktree',
  understand: (input) => {
    const keeps = (optionalText(input, 'action') ?? 'keep') === 'keep' && !optionalFlag(input, 'discard_changes')
    return understood(
      deed(
        { does: 'change-repository', deed: keeps ? 'switch' : 'discard-work' },
        `ExitWorktree ${pairs(input)}`.trim(),
      ),
    )
  },
  specifier: 'none',
}

/** Asks the agent's host for wider permissions: a person decides. */
const requestPermissions: Tool = {
  name: 'RequestPermissions',
  aliases: ['request_permissions', 'request_permission', 'add_directory', 'request_directory'],
  encode: (input) => pairs(input) || 'request permissions',
  understand: (input) =>
    understood(deed({ does: 'change-settings', of: 'agent', key: 'permissions', value: pairs(input) }, pairs(input))),
  needsPerson: () => true,
  specifier: 'none',
}

export const sessionTools: readonly Tool[] = [...quiet, ...asking, enterWorktree, exitWorktree, requestPermissions]
