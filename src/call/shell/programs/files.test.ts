import { expect, test } from 'vitest'
import { deedsOf } from './summary.testing.ts'

const home = { directories: ['/home/dev/project/lib', '/home/dev/.ssh'] }

test.each([
  ['cp a.txt lib', ['read /home/dev/project/a.txt', 'write /home/dev/project/lib/a.txt overwrite']],
  ['cp -t ~/.ssh key', ['read /home/dev/project/key', 'write /home/dev/.ssh/key overwrite']],
  [
    'cp -r a b new',
    [
      'read /home/dev/project/a recursive',
      'write /home/dev/project/new/a overwrite',
      'read /home/dev/project/b recursive',
      'write /home/dev/project/new/b overwrite',
    ],
  ],
  ['mv a b', ['delete /home/dev/project/a recursive to /home/dev/project/b', 'write /home/dev/project/b overwrite']],
  ['ln -s /etc/passwd p', ['write /home/dev/project/p link']],
  ['rm -rf build ../other', ['delete /home/dev/project/build recursive', 'delete /home/dev/other recursive']],
  ['rm x', ['delete /home/dev/project/x']],
  ['rm -- -r', ['delete /home/dev/project/-r']],
  ['chmod +x run.sh', ['access /home/dev/project/run.sh execute']],
  ['chmod -R 777 .', ['access /home/dev/project everyone recursive']],
  ['chmod u+s a', ['access /home/dev/project/a setuid']],
  ['chmod -x a', ['access /home/dev/project/a less']],
  ['chmod 600 a', ['access /home/dev/project/a less']],
  ['dd if=/dev/zero of=/dev/sda bs=1M', ['read /dev/zero', 'write /dev/sda overwrite']],
  ['echo x | tee -a log', ['write /home/dev/project/log append']],
  ['split --filter="sh -i" f', ['opaque interactive', 'read /home/dev/project/f']],
  [
    'install -m 4755 a /usr/local/bin/a',
    ['read /home/dev/project/a', 'write /usr/local/bin/a overwrite', 'access /usr/local/bin/a setuid'],
  ],
  ['truncate -s 0 app.log', ['write /home/dev/project/app.log overwrite']],
  ['truncate -s 10 app.log', ['write /home/dev/project/app.log edit']],
  ['ls -la src', ['list /home/dev/project/src']],
  ['mkdir -p a/b', ['write /home/dev/project/a/b directory']],
])('%s', (command, deeds) => {
  expect(deedsOf(command, {}, home)).toEqual(deeds)
})

test.each([
  ['echo ~/.ssh/* | xargs cat', '/home/dev/.ssh'],
  ['printf "%s\\n" src/*.ts | xargs head', '/home/dev/project/src'],
])('%s reads below %s', (command, directory) => {
  expect(deedsOf(command).some((deed) => deed.startsWith('read') && deed.includes(directory))).toBe(true)
})
