import { noFaults, type Faults } from './faults.ts'
import { startHttp } from './http.ts'
import { createInbox } from './inbox.ts'
import { startSmtp } from './smtp.ts'

/** A mail server and an SMS provider with one inbox. Port 0 selects a free one. */
export async function startSandbox(options: { host?: string; smtpPort: number; httpPort: number; secret?: string }) {
  const inbox = createInbox()
  const faults: Faults = { ...noFaults }
  const common = { host: options.host ?? '127.0.0.1', inbox, faults }
  const smtp = await startSmtp({ ...common, port: options.smtpPort })
  const http = await startHttp({ ...common, port: options.httpPort, ...(options.secret && { secret: options.secret }) })
  return {
    inbox,
    faults,
    smtpPort: smtp.port,
    httpPort: http.port,
    stop: async () => {
      await http.stop()
      await smtp.stop()
    },
  }
}
