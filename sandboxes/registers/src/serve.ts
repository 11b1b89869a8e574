import { createRegisters } from './app.ts'

const port = Number(process.env.REGISTERS_PORT ?? 4700)
const server = createRegisters({ key: process.env.REGISTERS_KEY ?? 'sandbox-registers-key' })
server.listen(port, '::', () => console.log(`registers on http://localhost:${port}: /entities/{nzbn}`))

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.close(() => process.exit(0)))
