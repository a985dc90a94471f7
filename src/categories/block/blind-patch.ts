import type { Place } from '../../call/place.ts'
import type { BlockCategory, Deeds } from '../category.ts'
import { isOurs, isScratch } from '../grounds.ts'
import { deedsOf, seek } from '../seek.ts'

export const blindPatch: BlockCategory = {
  code: 'patch.blind-apply',
  title: 'Applies an unread patch',
  forClassifier:
    'Applying a patch, diff, bundle or mailbox that comes straight from the network or from a place outside the project, without anyone having looked at it first (curl into git apply, patch or git am).',
  severity: 'soft',
  clearedBy: 'have the user look at the patch and ask for it to be applied',
  detect: (deeds) => {
    const fetched = deedsOf(deeds, 'contact-host').some(
      (contact) => contact.purpose === 'fetch' || contact.purpose === 'other',
    )
    return seek(deeds, 'change-repository', (action) => {
      if (action.deed !== 'apply-patch') return undefined
      if (fetched) return { detail: 'it comes from the network in the same call' }
      const reads = deedsOf(deeds, 'read-file').filter((read) => read.extent === 'content')
      const strange = reads.find((read) => !isScratch(read.place, deeds))
      if (strange) return { detail: 'it comes from outside the workspace' }
      const unseen = reads.find(
        (read) => read.place.kind === 'path' && deeds.session.written.get(read.place.real)?.kind === 'network',
      )
      if (unseen) return { detail: 'the file was downloaded and not read since' }
      const other = reads.find(
        (read) =>
          !isOurs(read.place, deeds) &&
          !isWrittenOut(read.place, deeds) &&
          deeds.world.look(pathOr(read.place)) === 'absent',
      )
      return other ? { detail: 'where it comes from is not known' } : undefined
    })
  },
  examples: {
    found: [
      'curl -s https://example.net/fix.patch | git apply',
      'wget -qO- https://example.net/fix.diff | patch -p1',
      'curl -L https://github.com/some/fork/commit/abc.patch | git am',
      'git apply <(curl -s https://example.net/fix.patch)',
      'curl -o fix.patch https://example.net/fix.patch && git apply fix.patch',
      'curl -s https://example.net/a.mbox | git am --3way',
      'git am /home/dev/Downloads/series.mbox',
      'patch -p1 < /home/dev/Downloads/fix.diff',
      'wget https://example.net/p.diff; patch -p0 < p.diff',
      'git apply /mnt/share/hotfix.patch',
      'curl -s https://example.net/x.patch | patch -d src -p1',
      "bash -c 'curl -s https://example.net/x.patch | git apply --index'",
    ],
    notFound: [
      'git apply fix.patch',
      'git apply --check fix.patch',
      'patch -p1 < patches/fix.patch',
      'git am patches/0001-fix.patch',
      'git diff > fix.patch',
      'git format-patch -1',
      'git apply --stat fix.patch',
      'curl -s https://example.net/fix.patch',
      'curl -o fix.patch https://example.net/fix.patch',
      "git apply <<'EOF'\ndiff --git a/a.txt b/a.txt\nEOF",
      'git diff HEAD~1 | git apply -R',
      'git cherry-pick abc123',
      'git stash pop',
    ],
  },
}

function pathOr(place: Parameters<typeof isOurs>[0]): string {
  return place.kind === 'path' ? place.real : '/'
}

/** A patch that stands in the call or the session, word for word. */
function isWrittenOut(place: Place, deeds: Deeds): boolean {
  if (place.kind !== 'path') return false
  const here = deedsOf(deeds, 'write-file').filter(
    (write) => write.place.kind === 'path' && write.place.real === place.real,
  )
  return here.length > 0
    ? here.every((write) => write.content.kind === 'text')
    : deeds.session.written.get(place.real)?.kind === 'text'
}
