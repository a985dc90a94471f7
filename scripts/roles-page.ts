import { RIGHTS, ROLES } from '../src/policy/users.ts'
import { type Caller, ROUTES } from '../src/surfaces/daemon/routes.ts'

/** Tokens of the machine itself, and the roles of users: one table. */
const COLUMNS: readonly Caller[] = ['operator', ...ROLES, 'channel']

/** Which role may what, and which route: the tables that the gate and the door use. */
export function rolesPage(notice: string): string {
  const rights = [...new Set(Object.values(RIGHTS).flat())]
  const may = rights.map(
    (right) => `| ${right} | ${ROLES.map((role) => mark(RIGHTS[role].includes(right))).join(' | ')} |`,
  )
  const routes = ROUTES.map(({ method, path, roles, tokenOnly }) => {
    const cells = COLUMNS.map((column) => mark(roles.includes(column)))
    const open = roles.includes('stranger') ? ' (no token)' : tokenOnly ? ' (token only)' : ''
    return `| \`${method} ${path}\`${open} | ${cells.join(' | ')} |`
  })
  const line = (many: number): string => `| --- ${'| :-: '.repeat(many)}|`
  return [
    '# Roles',
    '',
    notice,
    '',
    'How they are given: [teams](../teams.md).',
    '',
    '## Rights',
    '',
    `| right | ${ROLES.join(' | ')} |`,
    line(ROLES.length),
    ...may,
    '',
    '## Routes of the daemon',
    '',
    "`operator`, `channel` and the machine's agents (column `agent`) have tokens in the state directory; the others are users' own.",
    'Token only: not with a login of the console.',
    '',
    `| route | ${COLUMNS.join(' | ')} |`,
    line(COLUMNS.length),
    ...routes,
    '',
  ].join('\n')
}

function mark(may: boolean): string {
  return may ? 'yes' : ''
}
