/** Which rules are in force: settings, users, and what counts as harm. */
export { UserPermissionService } from '../../../policy/users.ts'
export { settingsJsonSchema } from '../../../policy/settings.ts'
export { BLOCK_CATEGORIES, ALLOW_CATEGORIES } from '../../../categories/index.ts'
