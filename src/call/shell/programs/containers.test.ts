import { describe, expect, test } from 'vitest'
import { factsOf } from './facts.testing.ts'

describe('docker, as far as the host and the command go', () => {
  test.each([
    ['docker ps -a', ['docker read']],
    ['docker build -t app .', ['docker local-only', 'read /home/dev/project']],
    ['docker run --rm alpine ls /', ['docker execute', 'list / @alpine']],
    [
      'docker run -v /:/host alpine rm -rf /host/etc',
      ['system grant-privilege', 'list /', 'docker execute', 'delete /host/etc @alpine', 'delete /etc'],
    ],
    [
      'docker run -v /var/run/docker.sock:/var/run/docker.sock x',
      ['system grant-privilege', 'list /var/run/docker.sock', 'docker execute'],
    ],
    ['docker run --privileged alpine', ['system grant-privilege', 'docker execute']],
    ['docker run --pid=host alpine', ['system grant-privilege', 'docker execute']],
    ['docker run --rm -v "$PWD":/app -w /app node:22 npm test', ['list /home/dev/project', 'docker execute']],
    ['docker exec web rm -rf /data', ['docker execute', 'delete /data @web']],
    ['docker rm -f web', ['docker delete']],
    ['docker system prune -af --volumes', ['docker mass-delete']],
    ['docker volume rm data', ['docker mass-delete']],
    ['docker network rm front', ['docker delete']],
    ['docker rm $(docker ps -aq)', ['docker read', 'docker mass-delete']],
    ['docker push example/app:1', ['docker publish']],
    ['docker login', ['docker log-in']],
    ['docker cp web:/etc/x .', ['write /home/dev/project', 'docker read']],
    ['docker compose up -d', ['docker local-only']],
    ['docker compose down -v', ['docker mass-delete']],
    ['docker compose exec db psql', ['docker execute', 'opaque interactive @db']],
    ['docker -H tcp://example.com:2375 ps', ['contact example.com api unknown', 'docker read']],
    ['docker frobnicate', ['opaque unknown-subcommand']],
    ['docker $X', ['opaque unknown-subcommand']],
    [
      'docker build https://example.com/repo.git',
      ['docker local-only', 'contact example.com fetch nothing', 'run other network'],
    ],
    ['docker logs -f web', ['docker read']],
    ['docker pull ghcr.io/a/b', ['contact ghcr.io registry nothing', 'docker local-only']],
  ])('%s', (command, deeds) => {
    expect(factsOf(command)).toEqual(deeds)
  })
})

describe('clusters', () => {
  test.each([
    ['kubectl get pods -A', ['kubernetes read']],
    ['kubectl apply -f deploy.yaml', ['read /home/dev/project/deploy.yaml', 'kubernetes deploy']],
    ['kubectl delete pod web-1', ['kubernetes delete']],
    ['kubectl delete ns staging', ['kubernetes mass-delete']],
    ['kubectl delete pods --all', ['kubernetes mass-delete']],
    ['kubectl -n production scale deploy web --replicas=0', ['kubernetes update production']],
    ['kubectl exec -it web -- rm -rf /data', ['kubernetes execute', 'delete /data @web']],
    ['kubectl get secret db -o yaml', ['secret cluster', 'kubernetes read']],
    ['kubectl create clusterrolebinding x --clusterrole=cluster-admin --user=dev', ['kubernetes grant']],
    ['kubectl port-forward svc/web 8080:80', ['door port-forward']],
    ['kubectl cp web:/x ./x', ['write /home/dev/project/x', 'kubernetes copy-out']],
    ['kubectl drain node-1', ['kubernetes disable-protection']],
    ['kubectl apply -f x.yaml --dry-run=client', ['read /home/dev/project/x.yaml', 'kubernetes read']],
    ['kubectl proxy --address=0.0.0.0', ['door listener']],
    ['kubectl frobnicate', ['opaque unknown-subcommand']],
    ['kubectl --insecure-skip-tls-verify get pods', ['system weaken-tls', 'kubernetes read']],
    ['helm install web ./chart', ['helm deploy']],
    ['helm uninstall web', ['helm delete']],
    ['helm list', ['helm read']],
    ['helm install web x --post-renderer /tmp/run', ['run other file', 'opaque unreadable-code', 'helm deploy']],
    ['kubectl logs web --tail 10', ['kubernetes read']],
    ['k9s', ['kubernetes read']],
    ['minikube start', ['minikube local-only']],
    ['argocd app delete web', ['argocd delete']],
    ['argocd frobnicate', ['opaque unknown-subcommand']],
  ])('%s', (command, deeds) => {
    expect(factsOf(command)).toEqual(deeds)
  })
})
