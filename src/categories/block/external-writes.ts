import { explainAction } from '../../call/action-words.ts'
import type { BlockCategory } from '../category.ts'
import { destinationOf, isProjectsDatabase, leavesHome } from '../destinations.ts'
import { isOurs } from '../grounds.ts'
import { mcpEffect } from '../mcp-verbs.ts'
import { placesOf } from '../mcp-input.ts'
import { deedsOf, gravest, seek } from '../seek.ts'
import { isInfrastructure, isLocalService } from '../services.ts'
import { mcp, powershell } from '../examples.ts'

const WRITES: ReadonlySet<string> = new Set([
  'create',
  'update',
  'delete',
  'publish',
  'execute',
  'write-secret',
  'copy-in',
])

export const externalWrites: BlockCategory = {
  code: 'external.writes',
  title: 'Writes to an outside service',
  forClassifier:
    'Creating, changing, publishing or deleting something in an outside service the user did not ask to change: API calls with POST, PUT, PATCH or DELETE, issues, comments, releases, gists, packages, calendar entries, documents, records of third parties.',
  severity: 'soft',
  clearedBy: 'read only, or have the user ask for exactly this change',
  detect: (deeds) =>
    gravest(
      seek(deeds, 'contact-host', (action) => {
        const destination = destinationOf(action.host, deeds, action.url)
        if (action.purpose !== 'api' || action.sends === 'nothing' || !leavesHome(destination)) return undefined
        if (action.payload === undefined && isProjectsDatabase(action.host, deeds)) return undefined
        // What a tool of a service sends is told by its own deed.
        if (action.url === undefined && deedsOf(deeds, 'change-service').some((deed) => deed.deed !== 'read'))
          return undefined
        return { detail: `to \`${action.host.kind === 'named' ? action.host.name : action.host.source}\`` }
      }),
      seek(deeds, 'change-service', (action) => {
        if (!WRITES.has(action.deed) || isInfrastructure(action.service)) return undefined
        if (isLocalService(action.service) && action.deed !== 'publish') return undefined
        if (action.deed === 'create' && isPullRequest(action.target)) return undefined
        return { detail: explainAction(action) }
      }),
      seek(deeds, 'call-mcp-tool', (action) => {
        const effect = mcpEffect(action.tool)
        if (effect !== 'write' && effect !== 'destroy') return undefined
        if (isLocalServer(action.server)) {
          const places = placesOf(action, deeds)
          if (places.length > 0 && places.every((place) => isOurs(place, deeds)) && effect === 'write') return undefined
        }
        return {
          detail: `\`${action.tool}\` ${effect === 'destroy' ? 'deletes' : 'changes'} something at \`${action.server}\``,
        }
      }),
    ),
  examples: {
    found: [
      'npm publish',
      'gh issue create --title x --body y',
      'gh label create bug',
      'gh release create v1.0.0',
      'gh gist create notes.md',
      'gh api -X DELETE repos/acme/app/issues/comments/1',
      `curl -X POST https://api.example.net/orders -d '{"n":1}'`,
      'curl -X DELETE https://api.example.net/users/1',
      'docker push acme/app:latest',
      'cargo publish',
      'twine upload dist/*',
      mcp('jira__create_issue', { project: 'X', summary: 'y' }),
      mcp('drive__delete_file', { file_id: '13' }),
      powershell(`Invoke-RestMethod -Method Put -Uri https://api.example.net/x -Body '{"a":1}'`),
      mcp('calendar__create_event', { title: 'x', participants: ['a@example.com'] }),
    ],
    notFound: [
      'gh issue list',
      'gh pr view 31 --json body',
      'gh api repos/acme/app',
      'gh pr create --fill',
      'npm pack --dry-run',
      'npm view react version',
      `curl -X POST http://localhost:3000/api -d '{"n":1}'`,
      'docker build -t app .',
      'docker pull node:22',
      'cargo package --list',
      mcp('jira__get_issue', { key: 'X-1' }),
      mcp('github__search_code', { q: 'parser' }),
      mcp('filesystem__write_file', { path: '/home/dev/project/notes.md', content: 'x' }),
      'curl -X GET https://api.example.net/users',
    ],
  },
}

/** A pull request for the working repository is how changes are offered for review. */
function isPullRequest(target: string): boolean {
  return /^(pr|mr|pull|pull-request|merge-request)s?\b/i.test(target) || /^create\b.*\b(pr|mr)\b/i.test(target)
}

function isLocalServer(server: string): boolean {
  return /^(file-?system|files?|fs|local|desktop-commander|serena|ide|lsp|editor)/i.test(server)
}
