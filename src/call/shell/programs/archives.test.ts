import { expect, test } from 'vitest'
import { deedsOf } from './summary.testing.ts'

test.each([
  ['tar xzf a.tgz -C /opt', ['read /home/dev/project/a.tgz', 'write /opt create']],
  ['tar cfz out.tgz src', ['read /home/dev/project/src recursive', 'write /home/dev/project/out.tgz overwrite']],
  ['tar -tf a.tar', ['read /home/dev/project/a.tar']],
  ['tar xPf a.tar', ['read /home/dev/project/a.tar', 'write /home/dev/project create', 'write / create']],
  [
    'tar cf /dev/null x --checkpoint=1 --checkpoint-action=exec=sh',
    ['opaque interactive', 'read /home/dev/project/x recursive', 'write /dev/null overwrite'],
  ],
  [
    'tar -I "rm -rf y" -cf a x',
    [
      'delete /home/dev/project/y recursive',
      'read /home/dev/project/x recursive',
      'write /home/dev/project/a overwrite',
    ],
  ],
  [
    'tar --use-compress-program=zstd -cf a x',
    ['read /home/dev/project/x recursive', 'write /home/dev/project/a overwrite'],
  ],
  ['tar cf user@example.com:/x src', ['read /home/dev/project/src recursive', 'contact example.com copy data']],
  ['zip -r a.zip src', ['read /home/dev/project/src recursive', 'write /home/dev/project/a.zip edit']],
  [
    'zip a.zip f -T -TT "sh #"',
    ['opaque interactive', 'read /home/dev/project/f', 'write /home/dev/project/a.zip edit'],
  ],
  ['unzip a.zip -d out', ['read /home/dev/project/a.zip', 'write /home/dev/project/out create']],
  ['unzip -l a.zip', ['read /home/dev/project/a.zip']],
  ['gzip -k f', ['read /home/dev/project/f', 'write /home/dev/project/f.gz create']],
  [
    'gunzip f.gz',
    [
      'read /home/dev/project/f.gz',
      'write /home/dev/project/f create',
      'delete /home/dev/project/f.gz to /home/dev/project/f',
    ],
  ],
  ['zcat f.gz', ['read /home/dev/project/f.gz']],
  ['gunzip -c f.gz | bash', ['read /home/dev/project/f.gz', 'run shell standard-input']],
  ['zcat f.gz | sh', ['read /home/dev/project/f.gz', 'run shell standard-input']],
  ['rsync -a src/ dst/', ['read /home/dev/project/src recursive', 'write /home/dev/project/dst create']],
  [
    'rsync -a --delete src/ dst/',
    [
      'read /home/dev/project/src recursive',
      'write /home/dev/project/dst create',
      'delete /home/dev/project/dst recursive',
    ],
  ],
  [
    'rsync -az -e "ssh -p 22" src/ me@example.com:/srv',
    ['read /home/dev/project/src recursive', 'contact example.com copy data'],
  ],
  [
    'rsync -e "rm -rf x" a b:c',
    ['delete /home/dev/project/x recursive', 'read /home/dev/project/a recursive', 'contact b copy data'],
  ],
  ['rsync -n a b:c', ['read /home/dev/project/a recursive', 'contact b copy nothing']],
])('%s', (command, deeds) => {
  expect(deedsOf(command)).toEqual(deeds)
})
