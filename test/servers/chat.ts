export * from '../../src/surfaces/selftest/model-server/chat.ts'
