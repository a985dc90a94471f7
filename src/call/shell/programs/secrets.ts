import { literal, show, textOf } from '../../word.ts'
import { readOptions } from './read-options.ts'
import {
  door,
  networkStream,
  onlyAsks,
  pipedPayload,
  report,
  secret,
  service,
  settings,
  shown,
  valued,
} from './facts.ts'
import type { ProgramContext, Program } from './program.ts'
import { tabled, walk } from './table.ts'

const OPENSSL = valued(
  '-in -out -inkey -key -keyout -CA -CAkey -CAfile -CApath -cert -certfile -hmac -macopt -mac -sigopt -connect -config -extfile -extensions -subj -days -passin -passout -pass -k -K -iv -S -md -name -newkey -pkeyopt -addext -servername -cafile -engine -provider -provider-path -accept -port -www -rand -writerand -signature -sign -verify -prverify -set_serial -CAserial -inform -outform -hash -host -starttls -proxy -psk -cipher -ciphersuites -nextprotoalg -alpn -reqexts -algorithm -paramfile -peerkey -kdfopt -nameopt -certopt -checkhost -crl -gencrl -policy -digest -recip -signer -sess_out -sess_in -keylogfile -msgfile -url -issuer -respout -reqin -respin',
)

/** openssl: the subcommand decides; engines and providers are libraries that it loads. */
function meansOpenssl(context: ProgramContext): void {
  const { args, stdin } = context.invocation
  const [command, ...others] = args
  const name = command === undefined ? undefined : textOf(command)
  if (command === undefined)
    return stdin.kind === 'nothing'
      ? context.opaque('interactive', 'openssl')
      : context.opaque('dynamic-code', 'openssl')
  if (name === undefined) return context.opaque('unknown-subcommand', 'openssl')
  const read = readOptions(context, others, { arity: OPENSSL, style: 'single-dash' })
  if (read.has('-engine', '-provider-path') || name === 'engine')
    context.opaque('unknown-option', `openssl ${name} loads a library`)
  for (const provider of read.values('-provider'))
    if (!/^(default|legacy|base|fips|null)$/.test(show(provider)))
      context.opaque('unknown-option', `openssl -provider ${show(provider)}`)
  for (const file of read.values('-in', '-inkey', '-key', '-CAfile', '-cert', '-extfile', '-certfile', '-msgfile'))
    context.reads(file)
  for (const file of read.values('-out', '-keyout', '-writerand', '-sess_out', '-keylogfile', '-respout'))
    context.writes(file, 'overwrite')
  const source = read.value('-in')
  if (name === 's_client' || name === 's_time' || name === 'ocsp') {
    const host = read.value('-connect', '-host', '-url')
    const payload = pipedPayload(context)
    const quits = stdin.kind === 'text' && /^(q|quit|\s*)$/i.test(stdin.text.trim())
    if (host)
      context.contacts(
        host,
        payload && !quits ? 'upload' : 'lookup',
        payload && !quits ? 'data' : 'nothing',
        quits ? undefined : payload,
      )
    context.puts(networkStream(host))
  } else if (name === 's_server')
    context.record(door('listener', textOf(read.value('-accept', '-port') ?? literal('4433'))))
  else if (
    /^(dgst|enc|base64|md5|sha\d*|aes-.*|des.*|rc4|bf.*|camellia.*|chacha20|blake.*|rmd160|sm3|sm4.*)$/.test(name)
  ) {
    for (const file of /^(enc|base64|aes|des|rc4|bf|camellia|chacha|sm4)/.test(name) ? [] : read.operands)
      context.reads(file)
    context.puts(
      source ? { kind: 'file', places: [context.place(source)] } : stdin.kind === 'text' ? { kind: 'unknown' } : stdin,
    )
  } else if (
    !/^(req|x509|genrsa|genpkey|gendsa|rsa|ec|ecparam|dsa|dsaparam|dhparam|pkey|pkeyutl|pkeyparam|rsautl|pkcs12|pkcs7|pkcs8|verify|rand|ca|crl|crl2pkcs7|version|ciphers|list|help|speed|asn1parse|passwd|prime|errstr|cms|smime|kdf|mac|nseq|rehash|sess_id|spkac|srp|storeutl|ts|info|cmp|fipsinstall|skeyutl)$/.test(
      name,
    )
  )
    context.opaque('unknown-subcommand', `openssl ${name}`)
}

const GPG = valued(
  '-o -r -u --output --recipient --local-user --homedir --keyserver --keyserver-options --passphrase --passphrase-file --passphrase-fd --default-key --cipher-algo --digest-algo --trust-model --status-fd --keyring --options --agent-program --dirmngr-program --photo-viewer --pinentry-mode --command-fd --command-file --import-options --export-options --list-options -z --max-output --logger-file --exec-path',
)

function meansGpg(context: ProgramContext): void {
  const { args, program } = context.invocation
  if (onlyAsks(args)) return
  const read = readOptions(context, args, { arity: GPG, style: 'gnu' })
  for (const runner of read.values('--agent-program', '--dirmngr-program', '--photo-viewer'))
    context.code('shell', runner, { via: program })
  if (read.has('--options', '--exec-path', '--command-file'))
    context.opaque('unknown-option', `${program} with its own options`)
  for (const file of read.values('-o', '--output', '--logger-file')) context.writes(file, 'overwrite')
  if (read.has('--export-secret-keys', '--export-secret-subkeys', '--export-ssh-key'))
    context.record(secret('keychain', 'gpg secret keys'))
  else if (read.has('--delete-secret-keys', '--delete-secret-and-public-key', '--delete-key', '--delete-keys'))
    context.record(settings('other', 'gpg keys', `delete ${shown(read.operands)}`))
  else if (
    read.has(
      '--recv-keys',
      '--receive-keys',
      '--recv-key',
      '--refresh-keys',
      '--search-keys',
      '--auto-key-locate',
      '--locate-keys',
      '--fetch-keys',
    )
  )
    context.contacts(read.value('--keyserver') ?? literal('keys.openpgp.org'), 'lookup')
  else if (read.has('--send-keys'))
    context.contacts(read.value('--keyserver') ?? literal('keys.openpgp.org'), 'upload', 'data', {
      from: 'text',
      text: shown(read.operands),
    })
  else if (
    read.has(
      '--list-keys',
      '-k',
      '-K',
      '--list-secret-keys',
      '--fingerprint',
      '--list-sigs',
      '--check-sigs',
      '--list-packets',
      '--with-colons',
      '--card-status',
      '--show-keys',
      '--edit-key',
      '--gen-key',
      '--generate-key',
      '--full-generate-key',
      '--full-gen-key',
      '--quick-generate-key',
      '--quick-gen-key',
      '--sign-key',
      '--lsign-key',
      '--gen-revoke',
      '--export',
      '--change-passphrase',
      '--import-ownertrust',
      '--export-ownertrust',
      '--quick-add-uid',
    )
  )
    context.record(report('security'))
  else for (const file of read.operands) context.reads(file)
  if (read.has('--import')) context.record(settings('other', 'gpg keys', shown(read.operands)))
  const source = read.operands[0]
  if (!read.has('-o', '--output') && read.has('-d', '--decrypt'))
    context.puts(source ? { kind: 'unknown' } : { kind: 'unknown' })
}

/** Password managers: listing names is looking, showing an entry is taking a secret. */
function manager(
  names: string,
  store: 'password-manager' | 'vault' | 'keychain',
  looks: RegExp,
  takes: RegExp,
  writes: RegExp,
): Program {
  return {
    names: names.split(' '),
    means: (context) => {
      const { args, program } = context.invocation
      if (onlyAsks(args)) return
      const text = shown(args)
      const words = args.filter((word) => !show(word).startsWith('-'))
      const runner = /(^|\s)(run|exec|shell-plugin)\s/.test(text) && args.some((word) => textOf(word) === '--')
      if (runner) {
        context.record(secret(store, `${program} ${shown(words)}`))
        context.runs(args.slice(args.findIndex((word) => textOf(word) === '--') + 1), { via: program })
      } else if (takes.test(text)) context.record(secret(store, `${program} ${shown(words)}`))
      else if (writes.test(text))
        context.record(
          service(
            program,
            /(delete|remove|\brm\b|destroy|purge|disable|revoke)/.test(text)
              ? 'delete'
              : /(policy|auth|token|grant|share)/.test(text)
                ? 'grant'
                : 'write-secret',
            words,
          ),
        )
      else if (looks.test(text) || args.length === 0) context.record(report('security'))
      else context.opaque('unknown-subcommand', `${program} ${text}`)
    },
  }
}

export const secrets: readonly Program[] = [
  { names: ['openssl', 'libressl'], means: meansOpenssl },
  { names: ['gpg', 'gpg2', 'gpgv', 'gpgsm'], means: meansGpg },
  tabled({
    names: ['gpgconf', 'gpg-connect-agent', 'gpg-agent'],
    options: { '--homedir': 'text', '--run, -r, --options, --pinentry-program, --exec': 'opaque' },
    does: [report('security')],
  }),
  tabled({
    names: ['age', 'rage'],
    options: {
      '-o, --output': 'write',
      '-i, --identity, -R, --recipients-file': 'read',
      '-r, --recipient': 'text',
      '-j': 'program',
    },
    operands: 'read',
  }),
  tabled({
    names: ['age-keygen', 'rage-keygen', 'minisign', 'signify'],
    options: { '-o, --output, -p, -s, -x': 'write', '-m, -V': 'text' },
  }),
  {
    names: ['sops'],
    means: (context) => {
      const { args } = context.invocation
      const shows = args.some((word) => /^(-d|--decrypt|decrypt|exec-env|exec-file|edit)$/.test(show(word)))
      if (shows) context.record(secret('vault', shown(args)))
      walk(
        context,
        {
          options: {
            '--output': 'write',
            '-k, --kms, --pgp, -a, --age, --extract, --set, --input-type, --output-type, --encrypted-regex, --config':
              'text',
          },
          operands: 'read',
          ...(context.invocation.args.some((word) => /^(-i|--in-place)$/.test(show(word)))
            ? { lastOperand: 'edit' }
            : {}),
        },
        context.invocation.args.filter(
          (word) =>
            !/^(-d|-e|--decrypt|--encrypt|-i|--in-place|-r|--rotate|decrypt|encrypt|edit|rotate)$/.test(show(word)),
        ),
      )
    },
  },
  manager(
    'pass gopass',
    'password-manager',
    /^(ls|list|find|search|help|version|git|grep)/,
    /^(show|-c|otp|cat|export)|^[^-\s]+\/\S+$|^(?!insert|generate|rm|mv|cp|edit|init|ls|list|find|git)\w+/,
    /^(insert|generate|edit|rm|mv|cp|init|set|create)/,
  ),
  manager(
    'op aws-vault chamber envchain teller bw lpass rbw keepassxc-cli kpcli bws keeper dcli enpass-cli',
    'password-manager',
    /(account list|vault list|item list|list|ls|status|whoami|--version|sync|login|signin|unlock|lock|logout|generate|help|get template|update)/,
    /(item get|get (password|item|notes|totp|username|uri|exposed)|read op:|show|inject|document get|clip|export|signin --raw|unlock --raw|dump|cat|secret get)/,
    /(create|edit|delete|add|rm|move|share|provision|import|invite|grant|revoke|set|restore|confirm)/,
  ),
  manager(
    'vault bao',
    'vault',
    /^(status|version|login|path-help|secrets list|auth list|policy (list|read|fmt)|audit list|token (lookup|capabilities)|operator (members|raft list-peers|key-status)|plugin list|print|list|debug|monitor|lease lookup)/,
    /^(read|kv get|token create|unwrap|ssh|kv metadata get|operator (init|generate-root))|\bcreds\//,
    /^(write|kv (put|patch|delete|destroy|undelete|rollback)|delete|secrets (enable|disable|move|tune)|auth (enable|disable|tune)|policy (write|delete)|token (revoke|renew)|audit (enable|disable)|operator|lease|plugin|namespace|patch|server)/,
  ),
  manager(
    'security',
    'keychain',
    /^(find-identity|list-keychains|default-keychain|show-keychain-info|verify-cert|cms|error|login-keychain|help|authorizationdb read|list-smartcards|dump-trust-settings)/,
    /^(find-(generic|internet)-password|dump-keychain|export|find-key|find-certificate -p|unlock-keychain|get-identity-preference)/,
    /^(add-|delete-|set-|import|create-keychain|remove-|lock-keychain|authorizationdb (write|remove)|trust-settings|user-trust|authorize|execute-with-privileges)/,
  ),
  manager(
    'secret-tool keyring kwallet-query gnome-keyring libsecret',
    'keychain',
    /^(list-backends|--list-backends|search --unlock-never|lock|help|diagnose|-l)/,
    /^(lookup|search|get|-r|unlock)/,
    /^(store|clear|set|del|-w)/,
  ),
]
