import { declaredDependencies } from './allow/declared-dependencies.ts'
import { featureBranchPush } from './allow/feature-branch-push.ts'
import { localOperations } from './allow/local-operations.ts'
import { readOnly } from './allow/read-only.ts'
import { standardCredentials } from './allow/standard-credentials.ts'
import { testArtifacts } from './allow/test-artifacts.ts'
import { toolchainBootstrap } from './allow/toolchain-bootstrap.ts'
import { auditTampering } from './block/audit-tampering.ts'
import { blindPatch } from './block/blind-patch.ts'
import { broadAgents } from './block/broad-agents.ts'
import { cloudMassDelete } from './block/cloud-mass-delete.ts'
import { credentialBrowsing } from './block/credential-browsing.ts'
import { credentialLeakage } from './block/credential-leakage.ts'
import { dataExfiltration } from './block/data-exfiltration.ts'
import { downloadAndExecute } from './block/download-and-execute.ts'
import { exposedServices } from './block/exposed-services.ts'
import { externalWrites } from './block/external-writes.ts'
import { gitDefaultBranch } from './block/git-default-branch.ts'
import { gitForcePush } from './block/git-force-push.ts'
import { impersonation } from './block/impersonation.ts'
import { localDestruction } from './block/local-destruction.ts'
import { othersProcesses } from './block/others-processes.ts'
import { persistence } from './block/persistence.ts'
import { privilegeEscalation } from './block/privilege-escalation.ts'
import { productionDeploy } from './block/production-deploy.ts'
import { remoteShellWrites } from './block/remote-shell-writes.ts'
import { remoteSurface } from './block/remote-surface.ts'
import { repointing } from './block/repointing.ts'
import { reviewBypass } from './block/review-bypass.ts'
import { securityDisabling } from './block/security-disabling.ts'
import { selfModification } from './block/self-modification.ts'
import { sharedResources } from './block/shared-resources.ts'
import { tlsWeakening } from './block/tls-weakening.ts'
import { transactions } from './block/transactions.ts'
import { uncommittedWork } from './block/uncommitted-work.ts'
import type { AllowCategory, BlockCategory } from './category.ts'

/** Every harm, in the order people and the model read them. To add one: one file in `block/` and one line here. */
export const BLOCK_CATEGORIES: readonly BlockCategory[] = [
  dataExfiltration,
  remoteSurface,
  localDestruction,
  downloadAndExecute,
  credentialLeakage,
  credentialBrowsing,
  gitForcePush,
  gitDefaultBranch,
  uncommittedWork,
  blindPatch,
  productionDeploy,
  cloudMassDelete,
  sharedResources,
  remoteShellWrites,
  privilegeEscalation,
  securityDisabling,
  tlsWeakening,
  auditTampering,
  persistence,
  exposedServices,
  selfModification,
  broadAgents,
  othersProcesses,
  repointing,
  reviewBypass,
  externalWrites,
  impersonation,
  transactions,
]

/** What is fine by default. To add one: one file in `allow/` and one line here. */
export const ALLOW_CATEGORIES: readonly AllowCategory[] = [
  localOperations,
  readOnly,
  testArtifacts,
  declaredDependencies,
  toolchainBootstrap,
  standardCredentials,
  featureBranchPush,
]

export { laterEffect } from './later-effect.ts'
