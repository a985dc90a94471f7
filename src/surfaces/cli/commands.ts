import type { Command } from 'commander'

/** Puts one command onto the command line. */
export type AddCommand = (program: Command) => void

/**
 * Every command: its name, and the file it is in. Only the file of the command that is run is loaded, because loading
 * all of them takes longer than most of them run. In the order of `--help`.
 */
export const COMMANDS: ReadonlyMap<string, () => Promise<AddCommand>> = new Map([
  ['check', async () => (await import('./check.ts')).addCheck],
  ['explain', async () => (await import('./check.ts')).addExplain],
  ['run', async () => (await import('./run.ts')).addRun],
  ['rules', async () => (await import('./rules.ts')).addRules],
  ['policy', async () => (await import('./policy.ts')).addPolicy],
  ['programs', async () => (await import('./programs.ts')).addPrograms],
  ['auto-mode', async () => (await import('./auto-mode.ts')).addAutoMode],
  ['reviewer', async () => (await import('./reviewer.ts')).addReviewer],
  ['cost', async () => (await import('./cost.ts')).addCost],
  ['eval', async () => (await import('./evaluate.ts')).addEvaluate],
  ['log', async () => (await import('./log.ts')).addLogCommands],
  ['backup', async () => (await import('./backup.ts')).addBackup],
  ['restore', async () => (await import('./restore.ts')).addRestore],
  ['replay', async () => (await import('./replay.ts')).addReplayCommand],
  ['serve', async () => (await import('./serve.ts')).addServe],
  ['migrate', async () => (await import('./migrate.ts')).addMigrate],
  ['health', async () => (await import('./health.ts')).addHealth],
  ['drain', async () => (await import('./drain.ts')).addDrain],
  ['approve', async () => (await import('./approve.ts')).addApprove],
  ['channels', async () => (await import('./channels.ts')).addChannels],
  ['siem', async () => (await import('./siem.ts')).addSiem],
  ['users', async () => (await import('./users.ts')).addUsers],
  ['machines', async () => (await import('./machines.ts')).addMachines],
  ['join', async () => (await import('./join.ts')).addJoin],
  ['leave', async () => (await import('./join.ts')).addLeave],
  ['team', async () => (await import('./team.ts')).addTeam],
  ['console', async () => (await import('./console.ts')).addConsole],
  ['init', async () => (await import('./init.ts')).addInit],
  ['install', async () => (await import('./install.ts')).addInstall],
  ['update', async () => (await import('./update.ts')).addUpdate],
  ['uninstall', async () => (await import('./uninstall.ts')).addUninstall],
  ['doctor', async () => (await import('./doctor.ts')).addDoctor],
  ['selftest', async () => (await import('./selftest.ts')).addSelftest],
  ['hook', async () => (await import('./hook.ts')).addHook],
  ['mcp', async () => (await import('./mcp.ts')).addMcp],
  ['tour', async () => (await import('./tour.ts')).addTour],
  ['demo', async () => (await import('./demo.ts')).addDemo],
  ['completion', async () => (await import('./completion.ts')).addCompletion],
])
