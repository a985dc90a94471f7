/** Services that are infrastructure others depend on: clouds, clusters, infrastructure code, shared stores. */
const INFRASTRUCTURE =
  /^(aws|gcloud|gcp|gsutil|bq|azure|az|kubernetes|kubectl|k8s|eksctl|helm|terraform|terragrunt|opentofu|tofu|pulumi|cdk|cloudformation|sam|serverless|ansible|salt|puppet|chef|nomad|consul|vault|rancher|openshift|oc|digitalocean|doctl|linode|hetzner|hcloud|oci|ibmcloud|cloudflare|wrangler|route53|dns|fly|flyctl|heroku|render|railway|vercel|netlify|firebase|supabase|planetscale|mongodb-atlas|kafka|rabbitmq|redis|sqs|argocd|argo|flux|istio|swarm|docker-swarm|crossplane|packer|rclone|s3|minio|mc|snowflake|databricks|launchdarkly|etcd|zookeeper|elasticsearch)$/i

export function isInfrastructure(service: string): boolean {
  return INFRASTRUCTURE.test(service)
}

/** Where code, issues and packages are published for others to see. */
export function isForge(service: string): boolean {
  return /^(github|gh|gitlab|glab|gitea|bitbucket|forgejo|codeberg|hub)$/i.test(service)
}

/** Words in a target that say that it is not the one users depend on. */
export function isRehearsal(target: string): boolean {
  return /(^|[^a-z])(dev|development|staging|stage|stg|test|testing|preview|sandbox|local|localhost|minikube|kind|docker-desktop|qa|uat|demo|dry-run|dryrun)([^a-z]|$)/i.test(
    target,
  )
}

/** Engines that keep what they make on this machine. Publishing from them is another deed. */
export function isLocalService(service: string): boolean {
  return /^(docker|podman|nerdctl|buildah|compose|podman-compose|vagrant|minikube|kind|k3d|multipass|lima|colima|local)$/.test(
    service,
  )
}
