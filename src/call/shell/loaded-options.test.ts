import { describe, expect, test } from 'vitest'
import { factsOf } from './programs/facts.testing.ts'

const isOpaque = (command: string): boolean => factsOf(command).some((each) => each.startsWith('opaque unknown-option'))

describe('a value that nothing else about the program speaks of', () => {
  test.each([
    'gcloud --flags-file=/tmp/flags.yaml compute instances list',
    'systemd-run --property ExecStartPre=/tmp/x true',
    'podman build --hooks-dir=/tmp/hooks .',
    'coredumpctl dump -o ~/.bashrc 1234',
    'trivy fs --server http://203.0.113.9:4954 .',
  ])('%s: is not understood', (command) => expect(isOpaque(command), factsOf(command).join(', ')).toBe(true))

  test.each([
    'gcloud --format=json compute instances list',
    'docker build --tag web --file docker/Dockerfile .',
    'docker run --rm -v /tmp/data:/data alpine true',
    'trivy fs --server http://127.0.0.1:4954 .',
    "psql -c 'select 1' app",
  ])('%s: is', (command) => expect(isOpaque(command), factsOf(command).join(', ')).toBe(false))
})
