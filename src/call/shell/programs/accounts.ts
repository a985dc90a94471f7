import { isGiven, literal, show, textOf, type Word } from '../../word.ts'
import { type ReadArguments } from '../options.ts'
import { readOptions } from './read-options.ts'
import { onlyAsks, report, secret, shown, system, valued } from './facts.ts'
import type { ProgramContext, Program } from './program.ts'

/** Groups whose members rule the machine. */
const POWERFUL = /(^|,)(sudo|wheel|root|admin|docker|lxd|disk|shadow|adm|libvirt|kvm|staff|podman|incus)(,|$)/

const USERMOD = valued(
  '-a -c -d -e -f -g -G -k -K -l -L -m -p -r -s -u -R -Z -b -P -h --comment --home --expiredate --inactive --gid --groups --login --password --shell --uid --root --base-dir --skel --ingroup --gecos --append-groups --members',
)

function meansUser(context: ProgramContext): void {
  const { args, program } = context.invocation
  if (onlyAsks(args)) return
  const read = readOptions(context, args, {
    arity: new Map(
      [...USERMOD].filter(
        ([name]) =>
          !/^-(a|m|r|L|l|k|h)$/.test(name) ||
          (name === '-l' && program === 'usermod') ||
          (name === '-h' && program === 'adduser'),
      ),
    ),
    style: 'gnu',
  })
  const names = shown(read.operands)
  const adds =
    /^(useradd|adduser|newusers|groupadd|addgroup)$/.test(program) &&
    !(/^add(user|group)$/.test(program) && read.operands.length > 1)
  const groups = [
    ...read.values('-G', '--groups', '-g', '--gid', '--ingroup'),
    ...(program === 'adduser' || program === 'gpasswd' ? read.operands.slice(-1) : []),
    ...(program === 'addgroup' && read.operands.length > 1 ? read.operands.slice(-1) : []),
  ]
  const root = [...read.values('-u', '--uid'), ...groups].some(isZero)
  const powerful = root || groups.some((word) => (isGiven(word) ? !adds : POWERFUL.test(show(word)) || isDynamic(word)))
  if (program === 'useradd' && read.has('-D', '--defaults')) context.record(report('users'))
  else if (adds && !powerful && isLocked(context, read)) context.record(system('add-locked-account', names))
  else context.record(system(adds ? 'add-account' : 'change-account', names))
  if (powerful) context.record(system('grant-privilege', `${names} ${shown(groups)}`.trim()))
}

function isZero(word: Word): boolean {
  return textOf(word) === '0'
}

function isDynamic(word: Word): boolean {
  return word.kind !== 'literal'
}

const NO_LOGIN = /(^|\/)(nologin|false)$/

/**
 * Nobody can log in with what it makes: a group, a service account, an account whose password is locked. One that has a
 * shell is made only in a container that is being built, where no more rights are asked for; a service account that has
 * a shell all the same hides somebody.
 */
function isLocked(context: ProgramContext, read: ReadArguments): boolean {
  const { program, elevated } = context.invocation
  if (/group/.test(program)) return !read.has('-p', '--password', '-o', '--non-unique', '-U', '--users')
  if (program === 'newusers' || read.has('-p', '--password', '-o', '--non-unique', '-K', '--key')) return false
  const shell = read.value('-s', '--shell')
  const service = read.has('-r', '--system', '-S')
  if (shell ? NO_LOGIN.test(textOf(shell) ?? '') : service && program === 'adduser') return true
  const locked = program === 'useradd' || read.has('-D', '--disabled-password', '--disabled-login')
  return locked && !service && !elevated
}

function meansPasswd(context: ProgramContext): void {
  const read = readOptions(context, context.invocation.args, { arity: valued('-n -x -w -i -R -r'), style: 'gnu' })
  if (read.has('-S', '--status')) context.record(report('users'))
  else context.record(system('change-account', `password of ${shown(read.operands) || 'this user'}`))
}

/** Capabilities let a program do what only root may. */
function meansSetcap(context: ProgramContext): void {
  const read = readOptions(context, context.invocation.args, { arity: valued('-n'), style: 'gnu' })
  const removes = read.has('-r')
  const files = removes ? read.operands : read.operands.filter((_, index) => index % 2 === 1)
  for (const file of files)
    context.record({
      does: 'change-access',
      place: context.place(file),
      grants: removes ? 'less' : 'capability',
      recursive: false,
    })
}

function meansSetfacl(context: ProgramContext): void {
  const read = readOptions(context, context.invocation.args, {
    arity: valued('-m -x -M -X --modify --remove --modify-file --remove-file --set --set-file --restore'),
    style: 'gnu',
  })
  const entries = shown(read.values('-m', '--modify', '--set'))
  const grants = read.has('-x', '--remove', '-b', '--remove-all', '-k')
    ? 'less'
    : /(^|,)(o|other)::?[rwx]*w/.test(entries)
      ? 'everyone'
      : 'other'
  for (const file of read.operands)
    context.record({
      does: 'change-access',
      place: context.place(file),
      grants,
      recursive: read.has('-R', '--recursive'),
    })
  for (const file of read.values('--restore', '-M', '--set-file')) if (textOf(file) !== '-') context.reads(file)
  // The file names what is changed, and how.
  if (read.has('--restore')) context.opaque('unknown-option', 'setfacl --restore')
}

function meansDscl(context: ProgramContext): void {
  const text = shown(context.invocation.args)
  if (/(^|\s)-?(create|append|passwd|merge|change|delete)(\s|$)/i.test(text)) {
    context.record(system(/(^|\s)-?create\s+\/Users/i.test(text) ? 'add-account' : 'change-account', text))
    if (/GroupMembership|groups\/(admin|wheel)/i.test(text)) context.record(system('grant-privilege', text))
  } else context.record(report('users'))
}

/** A command in another root or another identity, without more: `sg group -c command`, `newgrp`. */
export function asGroup(context: ProgramContext): void {
  const [group, ...others] = context.invocation.args
  const words = others.filter((word) => textOf(word) !== '-c')
  if (group && POWERFUL.test(show(group))) context.record(system('grant-privilege', show(group)))
  if (words.length > 0) context.code('shell', words[0]!, { via: 'sg' })
  else context.opaque('interactive', context.invocation.program)
}

function account(names: string, deed: 'add-account' | 'change-account'): Program {
  return { names: names.split(' '), means: (context) => context.record(system(deed, shown(context.invocation.args))) }
}

function isSwitch(word: Word): boolean {
  return show(word).startsWith('-')
}

export const accounts: readonly Program[] = [
  {
    names: ['getent'],
    means: (context) => {
      context.record(report('users'))
      const [database, ...keys] = context.invocation.args.filter((word) => !show(word).startsWith('-'))
      // A name that is not in a file on this machine is put to a name server.
      if (/^(?:hosts|ahosts(?:v[46])?)$/.test(textOf(database) ?? ''))
        for (const key of keys) context.contacts(key, 'lookup')
      if (/^g?shadow$/.test(textOf(context.invocation.args[0]) ?? ''))
        context.record(secret('other', 'the passwords of everybody'))
    },
  },
  {
    names: ['useradd', 'adduser', 'usermod', 'groupadd', 'addgroup', 'groupmod', 'gpasswd', 'newusers'],
    means: meansUser,
  },
  { names: ['passwd'], means: meansPasswd },
  account(
    'chpasswd chgpasswd chsh chfn userdel deluser groupdel delgroup vipw vigr pwconv pwunconv grpconv grpunconv smbpasswd pw realm adcli samba-tool pdbedit kpasswd faillock pam_tally2 pam-auth-update authselect authconfig sysadminctl dseditgroup',
    'change-account',
  ),
  {
    names: ['chage'],
    means: (context) =>
      context.record(
        context.invocation.args.some((word) => /^(-l|--list)$/.test(show(word)))
          ? report('users')
          : system('change-account', shown(context.invocation.args)),
      ),
  },
  { names: ['setcap'], means: meansSetcap },
  { names: ['setfacl'], means: meansSetfacl },
  { names: ['dscl', 'dscacheutil'], means: meansDscl },
  { names: ['newgrp'], means: asGroup },
  {
    names: ['capsh', 'ksu', 'pkttyagent', 'run0', 'calife', 'super', 'gosu', 'su-exec', 'setpriv', 'newuidmap'],
    means: (context) => {
      const { args, program } = context.invocation
      const start = program === 'gosu' || program === 'su-exec' ? 1 : args.findIndex((word) => !isSwitch(word))
      if (args.length === 1 && /^--(print|help|dump|version|supports.*)$/.test(show(args[0]!)))
        context.record(report('security'))
      else if (program === 'capsh') context.opaque('interactive', `capsh ${shown(args)}`)
      else if (start >= 0 && args.length > start) context.runs(args.slice(start), { via: program, elevated: true })
      else context.opaque('interactive', program)
    },
  },
  {
    names: ['sacctmgr', 'ldapadd', 'ldapmodify', 'ldapdelete', 'ldappasswd'],
    means: (context) => {
      const host = readOptions(context, context.invocation.args, {
        arity: valued('-H -h -D -w -f -x-y'),
        style: 'gnu',
      }).value('-H', '-h')
      if (host) context.contacts(host, 'api', 'data')
      context.record(system('change-account', shown(context.invocation.args)))
    },
  },
  {
    names: ['ldapsearch', 'ldapwhoami', 'ldapcompare'],
    means: (context) => {
      const read = readOptions(context, context.invocation.args, {
        arity: valued('-H -h -D -w -b -s -p -l -z -y'),
        style: 'gnu',
      })
      for (const file of read.values('-y')) context.reads(file)
      context.record(report('users'))
      // A directory of another machine lists everybody and everything in the company.
      for (const host of read.values('-H', '-h'))
        if (!/^(?:ldaps?:\/\/)?(?:localhost|127\.|\[::1\]|$)|^ldapi:/.test(show(host)))
          context.record(system('scan', show(host)))
    },
  },
  {
    names: ['login', 'agetty', 'getty'],
    means: (context) => context.opaque('interactive', literal(context.invocation.program).text),
  },
]
