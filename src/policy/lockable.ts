/** What managed settings can keep for themselves. */
export const LOCKABLE = [
  'permissions.allow',
  'permissions.defaultMode',
  'permissions.additionalDirectories',
  'autoMode',
  'classifier',
  'guardian',
  'admission',
  'approvals',
  'results',
  'containment',
  'flags',
  'channels',
  'notify',
  'firewall',
  'trust',
  'tools',
  'programs',
  'powershellAutoMode',
  'trustedWorkspaces',
  'readClaudeSettings',
] as const

export type Lockable = (typeof LOCKABLE)[number]
