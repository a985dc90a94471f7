import { describe, expect, test } from 'vitest'
import { type DaemonProduct, loadDaemon } from './daemon/client.ts'
import { type Bug, putBack, scratchFor } from './put-back.ts'
import { eachLockHolds, loadLocks, type LockProduct, locksHold } from './suites/bundle-locks.ts'
import { refusedIsKept, tamperingIsNoticed } from './suites/bundles.ts'

const BUGS: readonly Bug<DaemonProduct>[] = [
  {
    bug: 'the signature is not checked',
    file: 'policy/bundle/bundle.ts',
    find: "if (!verify(null, Buffer.from(PURPOSE + payload), publicKey, Buffer.from(signature, 'base64')))",
    replace: 'if (publicKey === undefined)',
    noticedBy: refusedIsKept(/changed after/),
  },
  {
    bug: 'any key will do',
    file: 'policy/bundle/bundle.ts',
    find: 'const trusted = keys.find((each) => keyId(each) === key)',
    replace: 'const trusted = keys[0]',
    noticedBy: refusedIsKept(/another key/),
  },
  {
    bug: 'an older one is taken',
    file: 'policy/bundle/bundle.ts',
    find: 'if (contents.version < mark.version)',
    replace: 'if (contents.version < 0)',
    noticedBy: refusedIsKept(/is older/),
  },
  {
    bug: 'a second one of the same version is taken',
    file: 'policy/bundle/bundle.ts',
    find: 'if (contents.version === mark.version && digest !== mark.digest)',
    replace: 'if (contents.version === 0)',
    noticedBy: refusedIsKept(/same version/),
  },
  {
    bug: 'an expired one is taken',
    file: 'policy/bundle/bundle.ts',
    find: 'if (now >= expires) return',
    replace: 'if (now >= Infinity) return',
    noticedBy: refusedIsKept(/has expired/),
  },
  {
    bug: 'the name does not matter',
    file: 'policy/bundle/bundle.ts',
    find: 'if (wanted !== undefined && contents.name !== wanted)',
    replace: "if (wanted === '')",
    noticedBy: refusedIsKept(/another name/),
  },
  {
    bug: 'the program may be too old',
    file: 'policy/bundle/bundle.ts',
    find: 'if (contents.minimumVersion !== undefined && isOlder(programVersion, contents.minimumVersion))',
    replace: "if (contents.minimumVersion === '')",
    noticedBy: refusedIsKept(/newer program/),
  },
  {
    bug: 'rules that cannot be read are found out only when they are in force',
    file: 'surfaces/bundles/choose.ts',
    find: '?? broken(bundle, terms)',
    replace: '',
    noticedBy: refusedIsKept(/rule that cannot/),
  },
  {
    bug: 'a bundle may name keys',
    file: 'policy/bundle/bundle.ts',
    find: 'if (contents.settings.policyBundle !== undefined)',
    replace: 'if (contents.version === 0)',
    noticedBy: refusedIsKept(/keys of its own/),
  },
  {
    bug: 'an answer may be of any size',
    file: 'surfaces/bundles/source.ts',
    find: 'if (size > bytes) stop(',
    replace: 'if (size > bytes * 1000) stop(',
    noticedBy: refusedIsKept(/huge/),
  },
  {
    bug: 'an answer may take as long as it likes',
    file: 'surfaces/bundles/source.ts',
    find: 'const timer = setTimeout(() => stop(new Error(`no whole answer within ${milliseconds} ms`)), milliseconds)',
    replace: 'const timer = setTimeout(() => undefined, milliseconds)',
    noticedBy: refusedIsKept(/byte by byte/),
  },
  {
    bug: 'what fails is not told',
    file: 'surfaces/bundles/follow.ts',
    find: "if (look !== 'same') this.#tellFailures(look.failures)",
    replace: 'void look',
    noticedBy: refusedIsKept(/changed after/),
  },
  {
    bug: 'what is kept is not verified again',
    file: 'policy/bundle/layer.ts',
    find: "if ('refused' in opened)",
    replace: "if ('refused' in opened) return { ...NOTHING, ...known }\n  if ('refused' in opened)",
    noticedBy: tamperingIsNoticed(/is changed/),
  },
  {
    bug: 'one that is gone is not missed',
    file: 'policy/bundle/layer.ts',
    find: 'if (highest !== undefined)\n',
    replace: 'if (highest === null)\n',
    noticedBy: tamperingIsNoticed(/is removed/),
  },
  {
    bug: 'an older one that was put back counts',
    file: 'policy/bundle/layer.ts',
    find: 'return version < mark.version || (version === mark.version && digest !== mark.digest)',
    replace: 'return false',
    noticedBy: tamperingIsNoticed(/older one is put back$/),
  },
  {
    bug: 'only the mark in the state directory counts',
    file: 'policy/bundle/layer.ts',
    find: 'for (const [index, text] of texts.marks.entries()) {',
    replace: 'for (const [index, text] of texts.marks.slice(0, 1).entries()) {',
    noticedBy: tamperingIsNoticed(/with its mark/),
  },
  {
    bug: 'a mark that cannot be read is no mark',
    file: 'policy/bundle/layer.ts',
    find: 'if (read === undefined)\n      return { file, problem:',
    replace: 'if (read === undefined) continue\n    if (read === null)\n      return { file, problem:',
    noticedBy: tamperingIsNoticed(/cannot be read/),
  },
]

const LOCK_BUGS: readonly Bug<LockProduct>[] = [
  {
    bug: 'what is locked counts all the same',
    file: 'policy/load.ts',
    find: "if (locked.length === 0 || scope === 'managed'",
    replace: "if (locked.length >= 0 || scope === 'managed'",
    noticedBy: eachLockHolds,
  },
  {
    bug: 'only the user is bound by a lock, not --settings',
    file: 'policy/load.ts',
    find: "if (locked.length === 0 || scope === 'managed'",
    replace: "if (locked.length === 0 || scope === 'flag' || scope === 'managed'",
    noticedBy: eachLockHolds,
  },
  {
    bug: 'a user makes a workspace trusted although that is locked',
    file: 'policy/load.ts',
    find: "isTrusted(locked.includes('trustedWorkspaces') ? managed : opened, locations)",
    replace: 'isTrusted(opened, locations)',
    noticedBy: eachLockHolds,
  },
  {
    bug: 'a lock of trust leaves the hosts',
    file: 'policy/locked.ts',
    find: 'left: trust === undefined ? left : { ...left, trust: removals },',
    replace: 'left: { ...left, trustedHosts, trust: removals },',
    noticedBy: eachLockHolds,
  },
  {
    bug: 'everything is locked, but for rules',
    file: 'policy/locked.ts',
    find: "'permissions.allow': permission('allow'),",
    replace: "'permissions.allow': (settings) => ({ left: settings, out: [] }),",
    noticedBy: locksHold({ runs: 300, seed: 7 }),
  },
]

describe('a lock taken away is noticed', () => {
  const scratch = scratchFor('bundle-locks')
  test.each(LOCK_BUGS)('$bug', async (bug) => {
    expect(await bug.noticedBy(await loadLocks(putBack(scratch, bug.bug, [bug])))).not.toEqual([])
  })
})

describe('a bug put back is noticed', () => {
  const scratch = scratchFor('bundles')
  test.each(BUGS)('$bug', async (bug) => {
    expect(await bug.noticedBy(await loadDaemon(putBack(scratch, bug.bug, [bug])))).not.toEqual([])
  })
})
