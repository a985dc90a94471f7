import { expect, test } from 'vitest'
import { factsOf } from './facts.testing.ts'

test.each([
  ['restic snapshots', ['look machine']],
  [
    'restic -r s3:s3.example.com/b backup ~/x',
    ['contact s3.example.com copy unknown', 'read /home/dev/x', 'backup copy-in'],
  ],
  ['restic forget --keep-last 1', ['system remove-backup']],
  ['restic --password-command "rm x" snapshots', ['delete /home/dev/project/x', 'look machine']],
  ['RESTIC_PASSWORD_COMMAND="rm x" restic snapshots', ['delete /home/dev/project/x', 'look machine']],
  ['borg extract --rsh "rm x" repo', ['delete /home/dev/project/x', 'write /home/dev/project']],
  ['borg', ['opaque unknown-subcommand']],
  ['borg $X', ['opaque unknown-subcommand']],
  ['rsnapshot --config /tmp/x daily', ['opaque unknown-option', 'backup copy-in']],
  ['choom -n 0 rm x', ['delete /home/dev/project/x']],
  ['pssh -h hosts.txt rm x', ['read /home/dev/project/hosts.txt', 'opaque unreadable-code']],
  ['aws-vault exec dev -- rm x', ['secret password-manager', 'delete /home/dev/project/x']],
  ['dnsmasq --conf-script=/tmp/x', ['opaque unknown-option', 'door listener']],
])('%s', (command, facts) => {
  expect(factsOf(command)).toEqual(facts)
})
