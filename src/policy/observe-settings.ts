import { z } from 'zod'
import { once } from '../call/once.ts'
import { baseUrl, environmentName } from './setting-shapes.ts'

/** Made when a settings file is first read: most processes never need them. */
export const observeShapes = once(() => {
  const absolutePath = z
    .string()
    .max(4_096)
    .regex(/^(?:\/|[A-Za-z]:[\\/])/, 'must be an absolute path')

  const common = {
    name: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be small letters, digits and dashes, at most 40')
      .describe('What the target is called in `portcullis siem`, metrics and the file of its position.'),
    format: z.enum(['ecs', 'ocsf']).describe('Elastic Common Schema or Open Cybersecurity Schema Framework, as JSON.'),
    from: z
      .enum(['start', 'now'])
      .optional()
      .describe('Where a new target begins: "start" of the log (the default), or "now".'),
    include: z
      .enum(['summary', 'input'])
      .optional()
      .describe(
        '"summary" (the default) leaves out the input of a call, of which reasons quote a piece; "input" sends it all, masked as the log is.',
      ),
    batch: z.number().int().min(1).max(2_000).optional().describe('Records per message; 200 unless set.'),
    timeoutSeconds: z.number().positive().max(300).optional().describe('How long a batch may take; 10 unless set.'),
  }

  const syslog = z
    .strictObject({
      type: z.literal('syslog').describe('RFC 5424.'),
      ...common,
      transport: z
        .enum(['tls', 'tcp', 'unix', 'udp', 'relp', 'relp-tls'])
        .describe(
          '"relp" and "relp-tls" are acknowledged record by record. "udp" is not acknowledged by anybody: what it loses is lost. "tcp", "udp" and "relp" are not encrypted.',
        ),
      host: z
        .string()
        .regex(/^[A-Za-z0-9.:-]{1,253}$/, 'must be a host name or an address')
        .optional(),
      port: z
        .number()
        .int()
        .min(1)
        .max(65_535)
        .optional()
        .describe('6514 for tls, 514 for tcp and udp, 2514 for relp unless set.'),
      path: absolutePath.optional().describe('For unix: a stream socket.'),
      caFile: absolutePath
        .optional()
        .describe('For tls and relp-tls: certificates of authorities to trust instead of the usual.'),
      certFile: absolutePath.optional().describe('For tls and relp-tls: our own certificate.'),
      keyFile: absolutePath.optional().describe('For tls and relp-tls: its key.'),
      framing: z
        .enum(['octet-counting', 'newline'])
        .optional()
        .describe('For streams, RFC 6587: "octet-counting" unless set.'),
      facility: z.number().int().min(0).max(23).optional().describe('13 (log audit) unless set.'),
    })
    .refine(
      ({ transport, host, path }) =>
        transport === 'unix' ? path !== undefined && host === undefined : host !== undefined && path === undefined,
      'needs `path` for unix, and `host` for everything else',
    )
    .refine(({ certFile, keyFile }) => (certFile === undefined) === (keyFile === undefined), {
      message: 'certFile and keyFile go together',
    })

  const webhook = z
    .strictObject({
      type: z.literal('webhook').describe('A POST with one JSON object a line, signed.'),
      ...common,
      url: baseUrl(),
      secretEnv: environmentName()
        .optional()
        .describe('The environment variable that holds the secret of the signatures.'),
      secretFile: absolutePath.optional().describe('A file that only you can read, with the secret in it.'),
      tokenEnv: environmentName()
        .optional()
        .describe('The environment variable that holds a bearer token, if one is needed.'),
      tokenFile: absolutePath.optional().describe('A file that only you can read, with the bearer token in it.'),
    })
    .refine(
      ({ secretEnv, secretFile }) => (secretEnv === undefined) !== (secretFile === undefined),
      'needs either secretEnv or secretFile',
    )
    .refine(
      ({ tokenEnv, tokenFile }) => tokenEnv === undefined || tokenFile === undefined,
      'takes tokenEnv or tokenFile, not both',
    )

  const file = z.strictObject({
    type: z.literal('file').describe('A file that a collector follows, one JSON object a line.'),
    ...common,
    path: absolutePath,
  })

  const siem = z
    .array(z.discriminatedUnion('type', [syslog, webhook, file]))
    .max(16)
    .refine((targets) => new Set(targets.map(({ name }) => name)).size === targets.length, 'two targets have one name')

  const traces = z.strictObject({
    endpoint: baseUrl().describe('Of an OpenTelemetry collector; `/v1/traces` is added: "http://localhost:4318".'),
    headersEnv: environmentName()
      .optional()
      .describe('The environment variable that holds headers: "name=value,other=value".'),
    sample: z.number().min(0).max(1).optional().describe('Which share of the calls is traced; 1 unless set.'),
  })

  const logs = z.strictObject({
    format: z.enum(['text', 'json']).describe('"text" unless set; `serve --log-format` goes first.'),
  })

  return { siem, traces, logs }
})

type Shapes = ReturnType<typeof observeShapes>
export type SiemSettings = z.infer<Shapes['siem']>
export type SiemTarget = SiemSettings[number]
export type TraceSettings = z.infer<Shapes['traces']>
export type LogSettings = z.infer<Shapes['logs']>
