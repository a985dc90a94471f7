const PROJECT = '/home/dev/project'

/** What lies in the project and is in no commit. */
export const REPOSITORY_FILES: Readonly<Record<string, string>> = {
  [`${PROJECT}/package.json`]: '{ "name": "shop", "version": "1.4.0" }\n',
  [`${PROJECT}/src/app.ts`]: 'export const total = 1\n',
  [`${PROJECT}/src/other.ts`]: 'export const other = 2\n',
  [`${PROJECT}/old_reports/2023/q1.csv`]: 'a;b\n',
  [`${PROJECT}/old_reports/summary.csv`]: 'a;b\n',
  [`${PROJECT}/old-reports/q2.csv`]: 'a;b\n',
  [`${PROJECT}/data/raw/import.csv`]: 'a;b\n',
  [`${PROJECT}/notes/draft.md`]: '# Draft\n',
  [`${PROJECT}/notes/plan.md`]: '# Plan\n',
  [`${PROJECT}/build/report.pdf`]: '%PDF-1.7\n',
  [`${PROJECT}/k8s/api.yaml`]: 'kind: Deployment\nmetadata:\n  name: api\n',
  [`${PROJECT}/chart/Chart.yaml`]: 'name: shop\n',
  '/home/dev/old_reports/x.csv': 'a\n',
  '/home/dev/old-reports/x.csv': 'a\n',
  '/home/dev/data/raw/x.csv': 'a\n',
  '/home/dev/notes/draft.md': '# Draft\n',
}
