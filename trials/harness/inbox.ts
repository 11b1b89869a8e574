import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { root } from './processes.ts'

interface Inbox {
  messages: { to: string; key: string; text: string; duplicates: number }[]
  counts: { accepted: number; duplicates: number; refused: number; dropped: number }
}

/** The messages sandbox as a separate process: it accepts SMS and email and shows what it received. */
export async function startInbox() {
  const secret = 'trial-secret'
  const child = spawn(process.execPath, ['sandboxes/messages/src/serve.ts'], {
    cwd: root,
    env: { SMTP_PORT: '0', HTTP_PORT: '0', SMS_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const { smtp, http } = JSON.parse(line) as { smtp: string; http: string }
  return {
    /** For the worker that sends to it. */
    env: { SMTP_URL: smtp, SMS_URL: `${http}/sms`, SMS_SECRET: secret },
    read: async (to = '') => (await (await fetch(`${http}/api/messages?to=${encodeURIComponent(to)}`)).json()) as Inbox,
    setFaults: async (faults: Record<string, number>) =>
      void (await fetch(`${http}/api/faults`, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(faults) })),
    stop: () => void child.kill(),
  }
}
