/**
 * Parameters of a cmdlet, one word each: `Name` takes a value, `Name!` is a switch, `@0` gives its position, `|` takes
 * what the pipe brings, `:role` says what its value is.
 */
export type ParameterRole =
  | 'text'
  | 'read'
  | 'tree'
  | 'names'
  | 'write'
  | 'append'
  | 'edit'
  | 'directory'
  | 'delete'
  | 'url'
  | 'computer'
  | 'block'
  | 'code'
  | 'script'

export interface Parameter {
  readonly name: string
  readonly role: ParameterRole
  readonly position: number | undefined
  readonly switch: boolean
  readonly piped: boolean
  /** It is not written down. */
  readonly unknown?: true
}

export type Specification = ReadonlyMap<string, Parameter>

const COMMON =
  'Verbose! Debug! ErrorAction WarningAction InformationAction ProgressAction ErrorVariable WarningVariable InformationVariable OutVariable OutBuffer PipelineVariable WhatIf! Confirm! UseTransaction!'

/** Switches of many cmdlets; in a cmdlet whose table does not list them they still take no value. */
const SWITCHES = new Set(
  'force recurse passthru asjob wait whatif confirm verbose debug raw nonewline casesensitive descending ascending unique quiet simplematch notmatch allmatches list noclobber append notypeinformation autosize wrap hidetableheaders asstring compress ashashtable expand nowait nonewwindow usebasicparsing skipcertificatecheck usedefaultcredentials followrellink resume file directory hidden readonly system name leaf parent resolve noelement stable top online full detailed examples showwindow listavailable all first last allusers global noninvoke includechildjob keep once daily weekly atlogon atstartup line word character sum average maximum minimum stream noenumerate asutc asutc asbytestream async keyonly shallow includechildren isvalid noqualifier isabsolute qualifier split bound unbound pshost oldest static includeusername fileversioninfo module disablenamechecking nokeys ascustomobject shuffle onlinehelp force usewindowspowershell asplaintext prependpath listset continuous circular once'.split(
    ' ',
  ),
)

export function specify(table: string): Specification {
  const parameters = new Map<string, Parameter>()
  for (const word of `${table} ${COMMON}`.split(/\s+/)) {
    const parsed = /^([A-Za-z]\w*)(!)?(?::([a-z]+))?(?:@(\d))?(\|)?$/.exec(word)
    if (!parsed) continue
    const name = parsed[1]!.toLowerCase()
    parameters.set(name, {
      name,
      role: roleNamed(parsed[3]),
      position: parsed[4] === undefined ? undefined : Number(parsed[4]),
      switch: parsed[2] === '!',
      piped: parsed[5] === '|',
    })
  }
  return parameters
}

const ROLES: readonly ParameterRole[] = [
  'text',
  'read',
  'tree',
  'names',
  'write',
  'append',
  'edit',
  'directory',
  'delete',
  'url',
  'computer',
  'block',
  'code',
  'script',
]

function roleNamed(name: string | undefined): ParameterRole {
  return ROLES.find((role) => role === name) ?? 'text'
}

const SHORT: Readonly<Record<string, string>> = {
  ea: 'erroraction',
  ev: 'errorvariable',
  wa: 'warningaction',
  wv: 'warningvariable',
  ov: 'outvariable',
  ob: 'outbuffer',
  vb: 'verbose',
  db: 'debug',
  wi: 'whatif',
  cf: 'confirm',
  pv: 'pipelinevariable',
  infa: 'informationaction',
  iv: 'informationvariable',
  lp: 'literalpath',
  pspath: 'literalpath',
  cn: 'computername',
  ad: 'directory',
  af: 'file',
}

/**
 * The parameter that a typed name stands for: exact, an alias, or an unambiguous prefix. One that is none of these is
 * `unknown`: a cmdlet whose parameters are written down has no others.
 */
export function parameterNamed(specification: Specification, typed: string): Parameter {
  const name = typed.toLowerCase()
  const exact = specification.get(name) ?? specification.get(SHORT[name] ?? '')
  if (exact) return exact
  const candidates = [...specification.values()].filter((parameter) => parameter.name.startsWith(name))
  const own = candidates.filter((candidate) => !COMMON.toLowerCase().includes(`${candidate.name}`))
  // Where several begin so, PowerShell takes one or none of them: what is the same of all is known.
  const alike = own.every(({ role, switch: isSwitch }) => role === own[0]?.role && isSwitch === own[0].switch)
  const best = candidates.length === 1 ? candidates[0] : own.length > 0 && alike ? own[0] : undefined
  return best ?? { name, role: 'text', position: undefined, switch: SWITCHES.has(name), piped: false, unknown: true }
}
