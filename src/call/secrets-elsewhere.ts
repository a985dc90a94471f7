/** Where secrets lie on any machine of the kind that containers are: mounted secrets, keys, tokens of a cluster, environment files. */
const SECRETS =
  /^\/(?:var\/)?run\/secrets(?:\/|$)|\/\.(?:ssh|aws|azure|gnupg|kube|netrc|docker|git-credentials|pgpass|npmrc|pypirc|vault-token)(?:\/(?!known_hosts)|$)|\/\.config\/(?:gcloud|gh)(?:\/|$)|^\/etc\/(?:shadow|gshadow|kubernetes\/(?:pki|admin\.conf))|^\/proc\/[^/]+\/environ$|\/\.env(?:\.(?!example|sample|template|dist)\w+)?$|\/id_(?:rsa|dsa|ecdsa|ed25519)$|\.(?:key|p12|pfx|jks|keystore|kdbx)$/

/** A path inside a container or on another machine that holds secrets. Paths there say nothing about places here. */
export function holdsSecretsElsewhere(path: string): boolean {
  return SECRETS.test(path)
}
