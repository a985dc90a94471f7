/** Codes of logins through an identity provider; all but the first are refusals. */
export const SSO_CODES = {
  'sso.login': 'Somebody logged in to the console through the identity provider.',
  'sso.off': 'Single sign-on is not set up, or its settings cannot be read.',
  'sso.settings': 'The settings of single sign-on cannot be used: the client secret is missing, for instance.',
  'sso.provider': 'The identity provider does not answer, or not as the settings and the standard demand.',
  'sso.transaction': 'This browser has not begun the login, has used it already, or took too long.',
  'sso.state': 'The answer does not belong to the login that this browser has begun.',
  'sso.issuer': 'The answer or the token comes from another issuer than the one in the settings.',
  'sso.denied': 'The identity provider ended the login.',
  'sso.signature': 'The ID token is not signed by a key of the provider with an algorithm that counts.',
  'sso.audience': 'The ID token was made for another client.',
  'sso.time': 'The ID token has expired, is not valid yet, or was not made just now.',
  'sso.nonce': 'The ID token belongs to another login.',
  'sso.claims': 'The token lacks a claim that says who it is, or the provider has not verified it.',
  'sso.domain': 'The email address is not verified, or is none of the allowed domains.',
  'sso.groups': 'The provider names no group that has a role.',
  'sso.unknown-user': 'Somebody logged in whom no user is joined to.',
  'sso.user': 'The user is disabled, or has a role that has no use for the console.',
} as const satisfies Readonly<Record<string, string>>

export type SsoCode = Exclude<keyof typeof SSO_CODES, 'sso.login'>

/** Ends a login. The sentence is for the person in the browser: nothing secret, nothing that was not theirs. */
export class RefusedLogin extends Error {
  override readonly name = 'RefusedLogin'
  readonly code: SsoCode

  constructor(code: SsoCode, sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.code = code
  }
}
