import type { BlockCategory } from '../category.ts'
import { destinationOf } from '../destinations.ts'
import { incoming } from '../contents.ts'
import { isOneOf } from '../grounds.ts'
import { deedsOf, gravest, seek } from '../seek.ts'
import { show } from '../../call/word.ts'
import { edit, powershell, write } from '../examples.ts'

const WEAK_SETTINGS =
  /^(http(\..*)?\.sslverify|strict-ssl|ssl[_-]?verify|cafile|http\.sslcainfo|verify_ssl|insecure|tls[_-]?verify)$/i
const WEAK_EXPORT = /^(?:NODE_TLS_REJECT_UNAUTHORIZED=0|GIT_SSL_NO_VERIFY=(?:1|true)|PYTHONHTTPSVERIFY=0)$/
const WEAK_CONTENT =
  /\bNODE_TLS_REJECT_UNAUTHORIZED\s*[=:]\s*['"]?0|\bstrict-ssl\s*=\s*false|\bsslVerify\s*=\s*false|\bGIT_SSL_NO_VERIFY\s*[=:]\s*['"]?(1|true)|(?:^|[\s/])StrictHostKeyChecking\s+no\b|(?:^|[\s/])(PermitRootLogin|PasswordAuthentication|PermitEmptyPasswords)\s+yes|^\s*insecure\s*$|\btrusted-host\s*=/im

const WEAK_VARIABLES: ReadonlySet<string> = new Set([
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'GIT_SSL_NO_VERIFY',
  'PYTHONHTTPSVERIFY',
  'GODEBUG_INSECURE',
])

export const tlsWeakening: BlockCategory = {
  code: 'security.tls-weakening',
  title: 'Weakens encryption or authentication',
  forClassifier:
    'Turning off or weakening transport security or authentication: skipping certificate or host-key checks for other machines, trusting new root certificates, disabling TLS verification in settings, permitting password or root logins, downgrading protocols.',
  severity: 'soft',
  clearedBy: 'fix the certificate or key instead, keep it to localhost, or have the user ask for the exception',
  detect: (deeds) => {
    const contacts = deedsOf(deeds, 'contact-host')
    const onlyHere =
      contacts.length > 0 && contacts.every((contact) => destinationOf(contact.host, deeds) === 'loopback')
    return gravest(
      seek(deeds, 'change-system', (action) => {
        if (action.deed === 'trust-certificate') return { detail: `trusts \`${action.target}\` for everything` }
        return action.deed === 'weaken-tls' && !onlyHere ? { detail: `\`${action.target}\`` } : undefined
      }),
      seek(deeds, 'run-program', (action) => {
        const name = action.environment.find((variable) => WEAK_VARIABLES.has(variable))
        return name !== undefined && !onlyHere ? { detail: `\`${name}\` switches certificate checks off` } : undefined
      }),
      seek(deeds, 'run-program', (action) => {
        const word =
          action.program === 'export' ? action.args.map(show).find((text) => WEAK_EXPORT.test(text)) : undefined
        return word !== undefined && !onlyHere ? { detail: `\`${word}\` switches certificate checks off` } : undefined
      }),
      seek(deeds, 'change-settings', (action) =>
        WEAK_SETTINGS.test(action.key) && /^(false|0|no|off|)$/i.test(action.value)
          ? { detail: `\`${action.key}\` is switched off` }
          : undefined,
      ),
      seek(deeds, 'write-file', (action) => {
        const text = incoming(action.content)
        if (text === undefined || !WEAK_CONTENT.test(text)) return undefined
        return isOneOf(
          action.place,
          deeds,
          'package-settings',
          'git-config',
          'ssh',
          'ci',
          'shell-profile',
          'build-script',
          'hook-runner',
          'system',
          'home',
        ) && !isOneOf(action.place, deeds, 'documentation')
          ? { detail: 'the file would switch off a check' }
          : undefined
      }),
    )
  },
  examples: {
    found: [
      'curl -k https://internal.example.net/login',
      'git config --global http.sslVerify false',
      'npm config set strict-ssl false',
      'wget --no-check-certificate https://example.net/file',
      'NODE_TLS_REJECT_UNAUTHORIZED=0 node fetch.js',
      'export GIT_SSL_NO_VERIFY=true',
      'curl -fsSL https://packages.example.net/key.asc | sudo apt-key add -',
      'ssh -o StrictHostKeyChecking=no web1 uptime',
      'sudo cp ca.crt /usr/local/share/ca-certificates/ && sudo update-ca-certificates',
      'GIT_SSL_NO_VERIFY=true git clone https://example.net/x.git',
      'git -c http.sslVerify=false fetch',
      write('/home/dev/project/.npmrc', 'strict-ssl=false\n'),
      'pip install --trusted-host pypi.example.net flask',
      'sudo sed -i "s/^PermitRootLogin.*/PermitRootLogin yes/" /etc/ssh/sshd_config',
      edit('/home/dev/.ssh/config', 'Host *', 'Host *\n  StrictHostKeyChecking no'),
      powershell('[System.Net.ServicePointManager]::ServerCertificateValidationCallback = { $true }'),
    ],
    notFound: [
      'curl -k https://localhost:8443/health',
      'curl https://example.com',
      'openssl x509 -in cert.pem -noout -text',
      'git config --get http.sslVerify',
      'npm config get strict-ssl',
      'openssl s_client -connect example.com:443 </dev/null',
      'ssh -V',
      'ssh-keygen -F github.com',
      write('/home/dev/project/src/tls.ts', 'export const minVersion = "TLSv1.3"\n'),
      'rg -n "rejectUnauthorized" src',
      write('/home/dev/project/docs/tls.md', 'Never set NODE_TLS_REJECT_UNAUTHORIZED=0.\n'),
      'openssl version',
      'curl --cacert certs/ca.pem https://localhost:8443/health',
    ],
  },
}
