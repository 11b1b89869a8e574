import { startSandbox } from './sandbox.ts'

// SMTP_PORT and HTTP_PORT (0 selects a free one), HOST to listen for other machines, SMS_SECRET to check the bearer secret.
const { SMTP_PORT = '1025', HTTP_PORT = '8025', HOST, SMS_SECRET } = process.env
const sandbox = await startSandbox({
  smtpPort: Number(SMTP_PORT),
  httpPort: Number(HTTP_PORT),
  ...(HOST && { host: HOST }),
  ...(SMS_SECRET && { secret: SMS_SECRET }),
})
console.log(JSON.stringify({ smtp: `smtp://127.0.0.1:${sandbox.smtpPort}`, http: `http://127.0.0.1:${sandbox.httpPort}` }))

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.stop().then(() => process.exit(0)))
