import type { ActionOf } from '../call/action.ts'
import { textOf } from '../call/word.ts'
import type { Deeds } from './category.ts'
import { isOneOf, isOurs } from './grounds.ts'
import { deedsOf } from './seek.ts'

/** Services that are infrastructure others depend on: clouds, clusters, infrastructure code, shared stores. */
const INFRASTRUCTURE =
  /^(aws|gcloud|gcp|gsutil|bq|azure|az|kubernetes|kubectl|k8s|eksctl|helm|terraform|terragrunt|opentofu|tofu|pulumi|cdk|cloudformation|sam|serverless|ansible|salt|puppet|chef|nomad|consul|vault|rancher|openshift|oc|digitalocean|doctl|linode|hetzner|hcloud|oci|ibmcloud|cloudflare|wrangler|route53|dns|fly|flyctl|heroku|render|railway|vercel|netlify|firebase|supabase|planetscale|mongodb-atlas|kafka|rabbitmq|redis|sqs|argocd|argo|flux|istio|swarm|docker-swarm|crossplane|packer|rclone|s3|minio|mc|snowflake|databricks|launchdarkly|etcd|zookeeper|elasticsearch)$/i

export function isInfrastructure(service: string): boolean {
  return INFRASTRUCTURE.test(service)
}

/** Words in a target that say that it is not the one users depend on. */
export function isRehearsal(target: string): boolean {
  return /(^|[^a-z])(dev|development|staging|stage|stg|test|testing|preview|sandbox|local|localhost|minikube|kind|docker-desktop|qa|uat|demo|dry-run|dryrun)([^a-z]|$)/i.test(
    target,
  )
}

/** Contexts that the tools for clusters on one's own machine make, and no others. */
const LOCAL_CONTEXT =
  /\s--(?:kube-)?context[=\s]["']?(?:kind-[\w.-]+|k3d-[\w.-]+|minikube|docker-desktop|rancher-desktop|orbstack|colima|microk8s)["']?(?=\s|$)/

function choosesLocal(evidence: string): boolean {
  return LOCAL_CONTEXT.test(evidence.replace(/\suse-context\s+/, ' --context '))
}

/**
 * A cluster that this very call made on this machine: what comes after is done there, unless another is named. Or one that
 * is named as such a cluster: then what is put into it must be the project's own, and nothing is run in what is there.
 */
export function onOwnCluster(action: ActionOf<'change-service'>, deeds: Deeds): boolean {
  if (!/^(kubernetes|helm)$/.test(action.service) || action.production) return false
  if (/\s--kubeconfig\b|\s-s\s|\s--server\b/.test(action.evidence)) return false
  if (/\s--(kube-)?context\b/.test(action.evidence))
    return (
      LOCAL_CONTEXT.test(action.evidence) &&
      action.deed !== 'execute' &&
      !deedsOf(deeds, 'contact-host').some(({ evidence }) => evidence === action.evidence) &&
      deedsOf(deeds, 'read-file').every(({ evidence, place }) => evidence !== action.evidence || isOurs(place, deeds))
    )
  return deedsOf(deeds, 'run-program').some(
    (run) =>
      (/^(kind|k3d|ctlptl)$/.test(run.program) &&
        textOf(run.args[0]) === (run.program === 'kind' ? 'create' : 'cluster')) ||
      (run.program === 'minikube' && textOf(run.args[0]) === 'start') ||
      (run.program === 'kubectl' && /\sconfig\s+use-context(?=\s)/.test(run.evidence) && choosesLocal(run.evidence)),
  )
}

/**
 * What is copied from a store of the project comes into the workspace, or is one file for scratch space: nothing leaves.
 * What users gave to production is not for every machine.
 */
export function bringsHome(action: ActionOf<'change-service'>, deeds: Deeds): boolean {
  if (action.production) return false
  const brought = deedsOf(deeds, 'write-file').filter(
    ({ evidence, content }) => evidence === action.evidence && content.kind !== 'text',
  )
  const many = /\s(?:--recursive|-[a-zA-Z]*[rR]|sync|rsync|mirror)(?=\s|$)|\*/.test(action.evidence)
  return (
    brought.length > 0 && brought.every(({ place }) => isOurs(place, deeds) || (!many && isOneOf(place, deeds, 'temp')))
  )
}

/** Container engines on this machine: what they hold is not in a cloud. */
export function isContainerService(service: string): boolean {
  return /^(docker|podman|compose)$/.test(service)
}

/** Engines that keep what they make on this machine. Publishing from them is another deed. */
export function isLocalService(service: string): boolean {
  return /^(docker|podman|nerdctl|buildah|compose|podman-compose|vagrant|minikube|kind|k3d|multipass|lima|colima|local)$/.test(
    service,
  )
}
