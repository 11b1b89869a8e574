import { createFarmlands } from './app.ts'
import { readConfig } from './config.ts'

const config = readConfig(process.env)
const app = await createFarmlands(config)
await app.listen({ port: config.port, host: '::' })
console.log(`farmlands on ${config.origin}: cards under /v1; control page /control`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close().then(() => process.exit(0)))
