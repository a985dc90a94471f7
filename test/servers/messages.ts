export * from '../../src/surfaces/selftest/model-server/messages.ts'
