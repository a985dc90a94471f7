import { describe, expect, test } from 'vitest'
import { loosenedCommands, loosenedPipeline } from './pipeline-held.ts'

const deploy = (job: object): object => ({
  jobs: { scan: { steps: [] }, deploy: { steps: [{ run: './deploy.sh' }], ...job } },
})

describe('a pipeline holds back what it held', () => {
  test('a release waits for what checks it', () => {
    expect(loosenedPipeline(deploy({ needs: ['scan'] }), deploy({}))).toBeDefined()
    expect(loosenedPipeline(deploy({ needs: ['scan'] }), deploy({ needs: ['scan', 'scan2'] }))).toBeUndefined()
    expect(loosenedPipeline(deploy({ environment: 'production' }), deploy({ environment: 'preview' }))).toBeDefined()
    expect(loosenedPipeline(deploy({ environment: 'staging' }), deploy({ environment: 'production' }))).toBeUndefined()
  })
  test('checks run on changes of sources', () => {
    const on = (pull: object | null): object => ({ on: { pull_request: pull }, jobs: {} })
    expect(loosenedPipeline(on(null), on({ paths: ['docs/**'] }))).toBeDefined()
    expect(loosenedPipeline(on(null), on({ 'paths-ignore': ['src/**'] }))).toBeDefined()
    expect(loosenedPipeline(on(null), on({ 'paths-ignore': ['docs/**', '**.md'] }))).toBeUndefined()
    expect(loosenedPipeline(on(null), on({ paths: ['web/**'] }))).toBeUndefined()
  })
  test('a scanner looks at as much', () => {
    expect(loosenedCommands(['npm audit --audit-level=high'], ['npm audit --audit-level=critical'])).toBeDefined()
    expect(loosenedCommands(['npm audit --audit-level=high'], ['npm audit --audit-level=low'])).toBeUndefined()
    expect(loosenedCommands(['trivy fs .'], ['trivy fs . --skip-dirs src'])).toBeDefined()
    expect(loosenedCommands(['trivy fs .'], ['trivy fs . --format sarif'])).toBeUndefined()
  })
})
