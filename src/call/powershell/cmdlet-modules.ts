import type { EffectDraft } from '../shell/programs/program.ts'

/**
 * Modules that clouds, directories and servers bring, by how their nouns begin. What such a module gets, finds or tests it
 * only reads; the names of single cmdlets that do more stand in `cmdlets.ts`, which is asked first.
 */
const CLOUD =
  /^(?:az|mg|entra|msol|azuread|exo|mailbox|mailuser|message(?:trace)?|transport|inbox|distribution|unified|recipient|quarantine|retention|compliance|accepteddomain|team|cs|spo|pnp|intune|s3|ec2|iam|sts|ssm|rds|cfn|cwl|elb|ecr|ecs|eks|ddb|sqs|sns|lm|gce|gcs|gke|vi|vm|esx|datastore|datacenter|vapp|vdswitch|github|ado|vsteam|jira)/
const HERE =
  /^(?:ad|gp|dns|dhcp|iis|web|wsus|wb|cluster|storage|dba|sql|smb|net|vpn|hns|print|scheduled|dsc|dfs|nfs|fsrm|rd|ca|adcs|hgs|wds|winhome|bits|appv|dedup|nps|mof|pef|odbc|wmi|cim|ps|git|pester|plaster|choco|winget|module|package|installed|operationvalidation|controlpanel|startapps|screen(?:resolution))/

/** Nouns that are secrets, or that only tools for attacks have. */
const SECRET =
  /secret|passw|credential|token|(?:access|account|shared|primary|api|private|recovery|storage|function|host|signing|encryption|bus|hub|batch|cosmos\w*|search|cache|maps|relay|signalr|namespace|service)keys?$|keyprotector|connectionstring|publishing|sas(?:token|uri|url)?$|laps|keystroke|hash|replaccount|dpapi|decrypt|clipboard|screenshot|microphone|webcam|vault(?:cred|key)|lsa|gpp|kerb|ticket|spn|unquoted|modifiable|privesc|bootkey|keytab|sql(?:instance(?:domain|broadcast|scan|file)|connectiontest|audit|column|domain|persist|server(?:link|login|password|role|priv))/
const READS = /^(?:get|find|search|test|measure|show|compare|resolve|ping|trace)$/

/** What a cmdlet of a known module does, by its name alone. Undefined: not of one, or not one that only reads. */
export function moduleRead(name: string): readonly EffectDraft[] | undefined {
  const [verb = '', noun = '', ...rest] = name.split('-')
  if (rest.length > 0 || !READS.test(verb) || SECRET.test(noun)) return undefined
  if (CLOUD.test(noun))
    return [{ does: 'change-service', service: 'cloud', deed: 'read', target: name, production: false }]
  return HERE.test(noun) ? [{ does: 'read-system', what: 'machine' }] : undefined
}
