import type { AllowCategory } from '../category.ts'
import { judgeDelete } from '../deletes.ts'
import { isHere, isOurs, pathOf } from '../grounds.ts'
import { write } from '../examples.ts'

const TESTS =
  /(^|\/)(tests?|__tests__|spec|specs|e2e|fixtures?|__fixtures__|testdata|mocks?|__mocks__|__snapshots__|snapshots|coverage|test-results|playwright-report|\.nyc_output|htmlcov)(\/|$)|[._](test|spec)\.\w+$|\.snap$/i

export const testArtifacts: AllowCategory = {
  code: 'allow.test-artifacts',
  title: 'Test artifacts',
  forClassifier:
    'Making, changing or deleting tests, fixtures, mock data, snapshots, coverage and reports in the workspace, including placeholder credentials that are plainly not live.',
  covers: (action, deeds) => {
    if (!isHere(action)) return false
    if (action.does === 'write-file')
      return isOurs(action.place, deeds) && TESTS.test(inWorkspace(pathOf(action.place), deeds.surroundings.workspace))
    if (action.does === 'delete-file')
      return (
        isOurs(action.place, deeds) &&
        TESTS.test(inWorkspace(pathOf(action.place), deeds.surroundings.workspace)) &&
        judgeDelete(action, deeds) === undefined
      )
    return false
  },
  examples: {
    covered: [
      write('/home/dev/project/test/fixtures/user.json', '{"name":"A"}'),
      write('/home/dev/project/src/app.test.ts', 'test("x", () => {})\n'),
      'rm -rf coverage',
      'rm -f test/fixtures/old.json',
      'echo "[]" > tests/fixtures/empty.json',
      'mkdir -p test/fixtures',
    ],
    notCovered: [
      'rm -rf /home/dev/other/test',
      'rm -rf ~',
      write('/home/dev/project/src/app.ts', 'x\n'),
      write('/etc/test/x', 'x\n'),
      'rm -rf "$X"/test',
    ],
  },
}

function inWorkspace(path: string, workspace: string): string {
  return path.startsWith(`${workspace}/`) ? path.slice(workspace.length) : path
}
