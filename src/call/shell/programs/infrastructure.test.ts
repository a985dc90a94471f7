import { describe, expect, test } from 'vitest'
import { factsOf } from './facts.testing.ts'

describe('infrastructure code', () => {
  test.each([
    ['terraform init', ['terraform local-only']],
    ['terraform plan -out plan.bin', ['write /home/dev/project/plan.bin', 'terraform read']],
    ['terraform apply -auto-approve', ['terraform deploy']],
    ['terraform destroy', ['terraform mass-delete']],
    ['terraform destroy -target=aws_instance.a', ['terraform delete']],
    ['terraform state rm a.b', ['terraform delete']],
    [
      'terraform apply -var-file=production.tfvars',
      ['read /home/dev/project/production.tfvars', 'terraform deploy production'],
    ],
    ['terraform -chdir=infra validate', ['terraform read']],
    ['terraform frobnicate', ['opaque unknown-subcommand']],
    ['terraform force-unlock 1', ['terraform disable-protection']],
    ['pulumi up --yes', ['pulumi deploy']],
    ['pulumi destroy', ['pulumi mass-delete']],
    ['pulumi preview', ['pulumi read']],
    ['ansible-playbook --check site.yml', ['read /home/dev/project/site.yml', 'ansible read']],
    ['ansible-playbook site.yml', ['read /home/dev/project/site.yml', 'ansible deploy']],
    ['ansible-playbook /tmp/x.yml', ['read /tmp/x.yml', 'ansible deploy', 'opaque unreadable-code']],
    ['ansible all -m ping', ['ansible read']],
    ['ansible web -m shell -a "rm -rf /data"', ['ansible execute', 'delete /data @web']],
    ['cdk deploy', ['aws deploy']],
    ['cdk synth', ['aws read']],
    ['serverless remove', ['aws delete']],
    ['vagrant up', ['vagrant local-only']],
    ['vagrant ssh -c "ls"', ['list /home/dev/project @vagrant']],
    ['salt web cmd.run "rm x"', ['salt deploy', 'delete /home/dev/project/x @web']],
    ['puppet apply -e "exec { x: }"', ['puppet deploy', 'opaque unreadable-code']],
  ])('%s', (command, deeds) => {
    expect(factsOf(command)).toEqual(deeds)
  })
})

describe('clouds', () => {
  test.each([
    ['aws s3 ls', ['aws read']],
    [
      'aws s3 cp notes.txt s3://bucket/',
      ['read /home/dev/project/notes.txt', 'contact bucket upload data file', 'aws copy-in'],
    ],
    ['aws s3 cp s3://bucket/x .', ['aws copy-out', 'write /home/dev/project']],
    ['aws s3 rm s3://bucket --recursive', ['aws mass-delete']],
    ['aws s3 rb s3://bucket --force', ['aws mass-delete']],
    [
      'aws s3 sync . s3://bucket --delete',
      ['aws mass-delete', 'read /home/dev/project', 'contact bucket upload data file', 'aws copy-in'],
    ],
    ['aws ec2 describe-instances --region eu-west-1', ['aws read']],
    ['aws ec2 terminate-instances --instance-ids i-1', ['aws delete']],
    ['aws iam attach-user-policy --user-name dev --policy-arn arn', ['aws grant']],
    ['aws secretsmanager get-secret-value --secret-id x', ['secret cloud', 'aws read']],
    ['aws sts get-caller-identity', ['aws read']],
    ['aws cloudtrail stop-logging --name t', ['aws disable-protection']],
    ['aws lambda invoke --function-name f out.json', ['write /home/dev/project/out.json', 'aws execute']],
    ['aws s3 presign s3://bucket/x', ['aws grant']],
    ['aws ec2 frobnicate', ['opaque unknown-subcommand']],
    ['aws $SERVICE list-x', ['opaque unknown-subcommand']],
    ['aws configure list', ['aws read']],
    ['gcloud projects delete shop', ['gcloud mass-delete']],
    ['gcloud compute instances list', ['gcloud read']],
    ['gcloud run deploy web --source .', ['read /home/dev/project', 'gcloud deploy']],
    ['gcloud secrets versions access latest --secret=x', ['secret cloud', 'gcloud read']],
    ['gcloud projects add-iam-policy-binding shop --member=user:a --role=roles/owner', ['gcloud grant']],
    ['gcloud auth print-access-token', ['secret cloud', 'gcloud read']],
    ['gcloud compute ssh vm --command "rm x"', ['delete /home/dev/project/x @vm', 'gcloud execute']],
    ['gcloud frobnicate widgets', ['opaque unknown-subcommand']],
    ['az group delete -n prod-rg', ['azure mass-delete production']],
    ['az vm list', ['azure read']],
    ['gsutil -m rm -r gs://bucket', ['gsutil mass-delete']],
    ['gsutil cp gs://bucket/x .', ['gsutil copy-out', 'write /home/dev/project']],
    ['heroku logs --tail', ['heroku read']],
    ['heroku pg:reset', ['heroku mass-delete']],
    ['vercel --prod', ['vercel deploy production']],
    ['vercel ls', ['vercel read']],
    ['fly deploy', ['fly deploy']],
    ['wrangler deploy', ['wrangler deploy']],
    ['firebase deploy', ['firebase deploy']],
    ['supabase db reset', ['supabase mass-delete']],
    [
      'rclone copy notes.txt remote:x',
      ['read /home/dev/project/notes.txt', 'contact remote upload data file', 'rclone copy-in'],
    ],
    ['rclone purge remote:x', ['rclone mass-delete']],
    ['rclone ls remote:', ['rclone read']],
    ['netlify deploy --prod', ['netlify deploy production']],
    ['railway run rm x', ['railway execute', 'delete /home/dev/project/x']],
    ['fly frobnicate', ['opaque unknown-subcommand']],
  ])('%s', (command, deeds) => {
    expect(factsOf(command)).toEqual(deeds)
  })
})
