import type { Program } from '../../shell/programs/program.ts'
import type { Entries } from '../entry.ts'
import { family } from '../walk.ts'

/** Programs that follow the logs of many pods. */
const entries: Entries = {
  stern: {
    operands: 'text',
    effects: ['service kubernetes read'],
    options: {
      '--kubeconfig, --config': 'config',
      '-T, --template-file': 'read',
      '--color, --condition, -c, --container, --container-colors, --container-state, --context, -e, --exclude, -E, --exclude-container, --exclude-pod, --field-selector, -H, --highlight, -i, --include, -n, --namespace, --node, -o, --output, --pod-colors, -l, --selector, -s, --since, --template, --timezone':
        'text',
      '-t, --timestamps': 'text?',
      '--tail, --max-log-requests, --verbosity': 'number',
    },
    flags:
      '-A --all-namespaces --no-follow --only-log-lines --ephemeral-containers --init-containers --diff-container --show-hidden-options --stdin -v --version -h --help',
    examples: {
      'stern -n app --since 5m --no-follow --tail 20 api': ['service kubernetes read'],
      'stern -T a.tpl -t api': ['read a.tpl', 'service kubernetes read'],
      'stern --kubeconfig /tmp/k api': ['code other file /tmp/k', 'service kubernetes read'],
      'stern --config /tmp/c api': ['code other file /tmp/c', 'service kubernetes read'],
      'stern --unheard-of api': ['unknown option --unheard-of of stern', 'service kubernetes read'],
    },
  },
  kubetail: {
    operands: 'text',
    effects: ['service kubernetes read'],
    options: {
      '-c, --container, -t, --context, -l, --selector, -n, --namespace, -s, --since, -e, --regex, -j, --jq, -k, --colored-output, -z, --skip-colors, -b, --line-buffered, -f, --follow, -r, --cluster, -i, --show-color-index':
        'text',
      '--tail': 'number',
    },
    flags: '-P --prefix -p --previous --timestamps -d --dry-run -v --version -h --help',
    examples: {
      'kubetail -n app --since 5m --tail 20 api': ['service kubernetes read'],
      'kubetail --unheard-of api': ['unknown option --unheard-of of kubetail', 'service kubernetes read'],
    },
  },
}

export const kubernetesLogs: readonly Program[] = family(entries)
