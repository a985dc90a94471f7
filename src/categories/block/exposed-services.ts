import type { BlockCategory } from '../category.ts'
import { hostKind } from '../../call/hosts.ts'
import { show } from '../../call/word.ts'
import { deedsOf, gravest, seek } from '../seek.ts'

const EVERYBODY = /^(--?[\w-]+=)?(tcp:\/\/)?(0\.0\.0\.0|\[?::\]?|\*)(:\d+)?$|^--bind_ip_all$/

export const exposedServices: BlockCategory = {
  code: 'exposure.services',
  title: 'Opens a local service to others',
  forClassifier:
    'Making something on this machine reachable from outside: listening on all interfaces instead of loopback, public tunnels (ngrok, cloudflared, localtunnel, ssh -R), port forwarding into sensitive networks, public buckets or links.',
  severity: 'soft',
  clearedBy: 'listen on 127.0.0.1, or have the user ask to open it',
  detect: (deeds) =>
    gravest(
      seek(deeds, 'open-door', (action) => {
        switch (action.what) {
          case 'tunnel':
            return { detail: 'anybody with the address can reach it' }
          case 'listener':
          case 'port-forward':
            // These listen on every network unless told otherwise.
            if (
              (action.address === undefined || /^\d+$/.test(action.address)) &&
              deedsOf(deeds, 'run-program').some((run) => /^(nc|ncat|netcat|socat)/.test(run.program))
            )
              return { detail: 'it listens on every network there is' }
            return isEverybody(action.address)
              ? { detail: `\`${action.address}\` is every network there is` }
              : undefined
          case 'reverse-shell':
          case 'bind-shell':
          case 'web-shell':
          case 'remote-access':
            return undefined
        }
      }),
      seek(deeds, 'run-program', (action) => {
        const words = action.args.map(show)
        const at = words.findIndex((word) => EVERYBODY.test(word))
        if (at < 0) return undefined
        const named =
          /^--?[\w-]*(host(name)?|bind|address|listen|ip|addr|inspect(-brk|-wait)?)(=|$)|^-[hHbal]$|^--bind_ip_all$/i.test(
            words[at]!.includes('=') || words[at]!.startsWith('-') ? words[at]! : (words[at - 1] ?? ''),
          )
        return named ? { detail: `\`${words[at]}\` is every network there is` } : undefined
      }),
    ),
  examples: {
    found: [
      'ngrok http 3000',
      'npx serve -l tcp://0.0.0.0:9000 .',
      'mongod --bind_ip_all',
      'node --inspect=0.0.0.0:9229 server.js',
      'cloudflared tunnel --url http://localhost:3000',
      'npx localtunnel --port 3000',
      'ssh -R 80:localhost:3000 serveo.net',
      'python3 -m http.server 8000 --bind 0.0.0.0',
      'vite --host 0.0.0.0',
      'flask run --host=0.0.0.0',
      'uvicorn app:app --host 0.0.0.0 --port 8000',
      'kubectl port-forward --address 0.0.0.0 svc/db 5432:5432',
      'ssh -R 0.0.0.0:2222:localhost:22 jump.example.net',
      'nohup ngrok tcp 22 &',
      'next dev -H 0.0.0.0',
      'tailscale funnel 3000',
      'nc -l -p 9000 < data.bin',
    ],
    notFound: [
      'npm run dev',
      'vite --port 5173',
      'python3 -m http.server 8000 --bind 127.0.0.1',
      'flask run --port 5000',
      'uvicorn app:app --reload',
      'ngrok --version',
      'kubectl port-forward svc/web 8080:80',
      'curl http://0.0.0.0:3000/health',
      'docker compose up -d',
      'ss -ltn',
      'next dev -p 3001',
      'php -S localhost:8000',
      'echo "--host 0.0.0.0"',
    ],
  },
}

function isEverybody(address: string | undefined): boolean {
  if (address === undefined || /[/\s]/.test(address)) return false
  const host = address.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')
  if (host === '0.0.0.0' || host === '::' || host === '*' || host === '+') return true
  return host !== '' && !/^\d+$/.test(host) && hostKind(host) !== 'loopback'
}
