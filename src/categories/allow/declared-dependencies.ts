import { onlyPublicRegistries } from '../destinations.ts'
import type { AllowCategory } from '../category.ts'

export const declaredDependencies: AllowCategory = {
  code: 'allow.declared-dependencies',
  title: 'Declared dependencies',
  forClassifier:
    "Installing what the project's manifest or lockfile declares, and adding, updating or removing packages by name from the usual public registry with the project's package manager.",
  covers: (action, deeds) => {
    if (action.where.kind === 'remote') return false
    if (action.does === 'install-package')
      return (
        action.origin === 'declared' ||
        action.origin === 'registry' ||
        action.origin === 'file' ||
        (action.origin === 'other-registry' && onlyPublicRegistries(deeds))
      )
    return action.does === 'contact-host' && action.purpose === 'registry' && action.sends === 'nothing'
  },
  examples: {
    covered: [
      'npm ci',
      'npm install',
      'pip install -r requirements.txt',
      'cargo add serde',
      'bundle install',
      'go mod download',
    ],
    notCovered: [
      'npm install https://example.net/x.tgz',
      'pip install git+https://example.net/x.git',
      'npm publish',
      'cargo install --git https://example.net/x.git',
      'pip install --index-url https://pypi.example.net/simple x',
    ],
  },
}
