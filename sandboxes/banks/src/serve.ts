import { createBanks } from './app.ts'
import { bankIds } from './banks.ts'
import { readConfig } from './config.ts'

const config = readConfig(process.env)
const app = await createBanks(config)
await app.listen({ port: config.port, host: '::' })
console.log(`banks on ${config.origin}: ${bankIds.map((bank) => `/${bank}`).join(' ')}; control page /control`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close().then(() => process.exit(0)))
