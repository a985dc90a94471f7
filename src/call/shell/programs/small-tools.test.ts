import { describe, expect, test } from 'vitest'
import { deedsOf } from './summary.testing.ts'

const HERE = '/home/dev/project'

describe('small tools', () => {
  test.each([
    ['diffoscope a b', [`read ${HERE}/a recursive`, `read ${HERE}/b recursive`]],
    ['diffoscope --html /etc/x a', ['write /etc/x overwrite', `read ${HERE}/a recursive`]],
    ['sd foo bar a.txt', [`write ${HERE}/a.txt edit`]],
    ['sd foo bar ~/.bashrc', ['write /home/dev/.bashrc edit']],
    ["csvsql --query 'select 1' a.csv", [`read ${HERE}/a.csv`]],
    ['csvsql --db postgres://db.example.com/x a.csv', ['contact db.example.com upload data', `read ${HERE}/a.csv`]],
    ['mockgen -source=a.go -destination=mocks/a.go', [`read ${HERE}/a.go`, `write ${HERE}/mocks/a.go overwrite`]],
    ['lychee docs', [`read ${HERE}/docs`]],
    ['lychee -X POST docs', ['opaque unknown-option', `read ${HERE}/docs`]],
    ['xidel https://example.com -e //title', ['contact example.com fetch nothing']],
    ['cfssl certinfo -cert a.pem', [`list ${HERE}/a.pem`]],
    ['cfssl sign a.csr', ['opaque unknown-subcommand']],
    ['py-spy record -o p.svg -- rm x', [`write ${HERE}/p.svg overwrite`, `delete ${HERE}/x`]],
    ['lizard ~/.ssh/id_rsa', ['read /home/dev/.ssh/id_rsa recursive']],
    [
      "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: a.txt\n+x\n*** Delete File: b.txt\n*** End Patch\nEOF",
      [`write ${HERE}/a.txt overwrite`, `delete ${HERE}/b.txt`],
    ],
    [
      "cd sub && apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a.ts\n@@\n-x\n+y\n*** End Patch\nEOF",
      [`list ${HERE}/sub`, `write ${HERE}/sub/a.ts edit`],
    ],
    [
      "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a.ts\n*** Move to: ../.bashrc\n@@\n+y\n*** End Patch\nEOF",
      [`delete ${HERE}/a.ts to /home/dev/.bashrc`, 'write /home/dev/.bashrc edit'],
    ],
    ["apply_patch '*** Begin Patch\n*** Add File: a.txt\n+x\n*** End Patch'", [`write ${HERE}/a.txt overwrite`]],
    ['apply_patch', ['opaque unreadable-code']],
    ['apply_patch < p.patch', [`read ${HERE}/p.patch`, 'opaque unreadable-code']],
    ["apply_patch <<'EOF'\nrm -rf ~\nEOF", ['opaque unreadable-code']],
    [
      "apply_patch x y <<'EOF'\n*** Begin Patch\n*** Add File: a.txt\n+x\n*** End Patch\nEOF",
      ['opaque unreadable-code'],
    ],
  ])('%s', (command, deeds) => {
    expect(deedsOf(command)).toEqual(deeds)
  })
})
