import { runClients } from '../test/agents/run-clients.ts'

await runClients(process.argv.slice(2))
