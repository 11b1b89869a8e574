import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll } from 'vitest'

const program = join(import.meta.dirname, '../../../sandboxes/messages/src/serve.ts')

interface InboxMessage {
  id: number
  channel: 'sms' | 'email'
  to: string
  from: string
  subject: string
  text: string
  key: string
  duplicates: number
}

/** Starts the messages sandbox as a process on free ports; stopped with the test file. */
export async function startMessagesSandbox(secret = 'sandbox-secret') {
  const child = spawn(process.execPath, [program], { env: { SMTP_PORT: '0', HTTP_PORT: '0', SMS_SECRET: secret }, stdio: ['ignore', 'pipe', 'inherit'] })
  afterAll(() => void child.kill())
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const { smtp, http } = JSON.parse(line) as { smtp: string; http: string }
  const json = async (path: string, init?: RequestInit) => (await fetch(http + path, init)).json()
  return {
    smtpUrl: smtp,
    smsUrl: `${http}/sms`,
    url: http,
    secret,
    messages: async (to: string) => ((await json(`/api/messages?to=${encodeURIComponent(to)}`)) as { messages: InboxMessage[] }).messages,
    wait: async (to: string, timeoutMs = 10_000) => (await json(`/api/messages/wait?to=${encodeURIComponent(to)}&timeout=${timeoutMs}`)) as InboxMessage,
    /** Sets these faults and clears all others. */
    steer: async (faults: Record<string, number | boolean>) =>
      void (await json('/api/faults', { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(faults) })),
  }
}
