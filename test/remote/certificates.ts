import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An authority made for one test run, and what it signed. */
export interface Authority {
  readonly directory: string
  /** The authority's certificate: the file, and its text. */
  readonly file: string
  readonly ca: string
  /** A certificate with its key, for servers with these names or for a client. */
  sign(name: string, names?: readonly string[]): { readonly certificate: string; readonly key: string }
  remove(): void
}

const CURVE = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

function openssl(...args: readonly string[]): void {
  execFileSync('openssl', [...args], { stdio: ['ignore', 'ignore', 'pipe'] })
}

export function newAuthority(): Authority {
  const directory = mkdtempSync(join(tmpdir(), 'pc-ca-'))
  const at = (name: string): string => join(directory, name)
  openssl(
    'req',
    '-x509',
    ...CURVE,
    '-days',
    '2',
    '-subj',
    '/CN=test authority',
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.pem'),
  )
  let signed = 0
  return {
    directory,
    file: at('ca.pem'),
    ca: readFileSync(at('ca.pem'), 'utf8'),
    sign: (name, names = []) => {
      const base = at(`${signed++}-${name}`)
      const extensions = names.length === 0 ? 'basicConstraints=CA:FALSE' : `subjectAltName=${names.join(',')}`
      writeFileSync(`${base}.ext`, `${extensions}\n`)
      openssl('req', '-new', ...CURVE, '-subj', `/CN=${name}`, '-keyout', `${base}.key`, '-out', `${base}.csr`)
      const ca = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial']
      openssl(
        'x509',
        '-req',
        '-in',
        `${base}.csr`,
        ...ca,
        '-days',
        '2',
        '-extfile',
        `${base}.ext`,
        '-out',
        `${base}.pem`,
      )
      chmodSync(`${base}.key`, 0o600)
      return { certificate: `${base}.pem`, key: `${base}.key` }
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}

/** The names of a gate on this machine. */
export const HERE: readonly string[] = ['DNS:localhost', 'DNS:gate.test', 'IP:127.0.0.1', 'IP:127.0.0.2']
