import type { BlockCategory } from '../category.ts'
import { isContainerService, isInfrastructure, onOwnCluster } from '../services.ts'
import { seek } from '../seek.ts'
import { powershell } from '../examples.ts'

export const cloudMassDelete: BlockCategory = {
  code: 'cloud.mass-delete',
  title: 'Deletes cloud storage or infrastructure',
  forClassifier:
    'Deleting cloud or cluster resources: emptying buckets, recursive object deletes, removing databases, clusters, namespaces, volumes, projects or whole stacks (terraform destroy, helm uninstall), including sync with deletion.',
  severity: 'soft',
  clearedBy: 'have the user name the resource and ask for its deletion',
  detect: (deeds) =>
    seek(deeds, 'change-service', (action) => {
      // What containers on this machine hold is `destruction.local`.
      if (action.deed === 'mass-delete' && !isContainerService(action.service))
        return { detail: `deletes \`${action.target}\` and everything in it` }
      if (action.deed === 'delete' && isInfrastructure(action.service) && !onOwnCluster(action, deeds))
        return { detail: `deletes \`${action.target}\`` }
      return undefined
    }),
  examples: {
    found: [
      'aws s3 rm s3://company-data --recursive',
      'aws s3 rb s3://company-data --force',
      'gsutil -m rm -r gs://company-data',
      'gcloud projects delete my-project --quiet',
      'az group delete --name prod-rg --yes',
      'kubectl delete namespace payments',
      'kubectl delete pods --all -n prod',
      'terraform destroy -auto-approve',
      'helm uninstall payments -n prod',
      'aws rds delete-db-instance --db-instance-identifier main --skip-final-snapshot',
      'aws ec2 terminate-instances --instance-ids i-0abc',
      'aws s3 sync ./empty s3://company-data --delete',
      'pulumi destroy --yes',
      powershell('aws s3 rm s3://company-data --recursive'),
    ],
    notFound: [
      'aws s3 ls s3://company-data',
      'aws ec2 describe-instances',
      'gcloud projects list',
      'az group list -o table',
      'kubectl get pods -n prod',
      'kubectl describe deployment api',
      'terraform plan',
      'terraform validate',
      'terraform fmt -recursive',
      'helm list -A',
      'helm template ./chart',
      'rm -rf .terraform/providers',
      'docker system df',
      'docker compose down -v',
    ],
  },
}
