export * from '../../src/surfaces/selftest/model-server/said.ts'
