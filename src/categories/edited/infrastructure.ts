import { count } from './stripped.ts'

/** What a change of infrastructure code opens, by what it says before and after; undefined: nothing. */
export function openedInfrastructure(before: string, after: string): string | undefined {
  const opened = OPENED.find(([sign]) => count(after, sign) > count(before, sign))
  if (opened) return opened[1]
  const lost = KEPT.find(([sign]) => count(after, sign) < count(before, sign))
  return lost?.[1]
}

/** More of these than before: something is open that was not. */
const OPENED: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:cidr_blocks?|source_ranges|source_address_prefix(?:es)?|ipv6_cidr_blocks|allowed_cidrs?|authorized_networks|CidrIp|cidr_ipv4)"?\s*[=:]\s*\[?\s*"?(?:0\.0\.0\.0\/0|::\/0|\*|Internet)/g,
    'is open to the whole Internet',
  ],
  [
    /\b(?:acl|canned_acl|AccessControl)"?\s*[=:]\s*"?(?:public-read(?:-write)?|PublicRead(?:Write)?)|\ballUsers\b|\ballAuthenticatedUsers\b|\bPrincipal"?\s*[=:]\s*(?:"\*"|\{\s*"?AWS"?\s*[=:]\s*\[?\s*"\*")/g,
    'is open to everybody',
  ],
  [
    /\b(?:not_?)?actions?"?\s*[=:]\s*\[?\s*"(?:\*|\w+:\*)"|\bActions?\s*:\s*['"]?(?:\*|\w+:\*)|\brole"?\s*=\s*"roles\/(?:owner|editor)"|\bAdministratorAccess\b|\bPowerUserAccess\b|\bcluster-admin\b/gi,
    'gives every right',
  ],
  [
    /\b(?:block_public_(?:acls|policy)|ignore_public_acls|restrict_public_buckets|deletion_protection(?:_enabled)?|prevent_destroy|storage_encrypted|encrypted|at_rest_encryption_enabled|transit_encryption_enabled|enable_key_rotation|enable_log_file_validation|multi_az|point_in_time_recovery|iam_database_authentication_enabled|require_ssl|https_only|enable_https_traffic_only|versioning|uniform_bucket_level_access|enforce_ssl|waf_enabled|logging_enabled|is_multi_region_trail)\s*=\s*false\b/g,
    'switches a protection off',
  ],
  [
    /\b(?:publicly_accessible|public_network_access_enabled|associate_public_ip_address|skip_final_snapshot|force_destroy|allow_blob_public_access|enable_public_ip|privileged|insecure|skip_tls_verify|insecure_skip_tls_verify)\s*=\s*true\b/g,
    'opens what was closed, or lets it be destroyed',
  ],
  [
    /\b(?:enable_logging|encrypt|enable_logs|enforce_workgroup_configuration)\s*=\s*false\b|\bstatus\s*=\s*"(?:Suspended|Disabled)"/g,
    'switches a protection off',
  ],
  [
    /--protected-mode\s+no\b|--no-auth\b|POSTGRES_HOST_AUTH_METHOD['"]?\s*[:=]\s*['"]?trust|ALLOW_EMPTY_PASSWORD['"]?\s*[:=]\s*['"]?(?:yes|true)|MYSQL_ALLOW_EMPTY_PASSWORD|xpack\.security\.enabled['"]?\s*[:=]\s*['"]?false/g,
    'lets in who has no password',
  ],
  [
    /\b(?:ufw|firewalld|selinux|apparmor|auditd|fail2ban)\b[^\0]{0,200}?\bstate:\s*(?:disabled|absent|stopped|permissive)\b/g,
    'switches a protection off',
  ],
  [/\bhttp_tokens\s*=\s*"optional"/g, 'lets every program take the machine’s credentials'],
  [/\bbackup_retention_period\s*=\s*0\b/g, 'keeps no backups'],
]

/** Fewer of these than before: something that protected is gone. */
const KEPT: readonly (readonly [RegExp, string])[] = [
  [
    /\bresource\s+"(?:aws_s3_bucket_public_access_block|aws_cloudtrail|aws_guardduty_detector|aws_wafv2_web_acl\w*|aws_config_\w+|aws_kms_key|aws_s3_bucket_versioning|aws_s3_bucket_server_side_encryption_configuration|aws_backup_\w+|azurerm_management_lock|azurerm_security_center_\w+|google_compute_firewall)"/g,
    'loses a resource that protects others',
  ],
  [
    /\b(?:deletion_protection(?:_enabled)?|prevent_destroy|storage_encrypted|block_public_(?:acls|policy)|restrict_public_buckets|enable_key_rotation|require_ssl|https_only)\s*=\s*true\b/g,
    'loses a protection',
  ],
  [/\b(?:enable_log_file_validation|is_multi_region_trail)\s*=\s*true\b|--requirepass\b/g, 'loses a protection'],
]
