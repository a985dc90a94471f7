export * from '../../src/surfaces/selftest/model-server/server.ts'
