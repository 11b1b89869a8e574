import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'

interface Inbox {
  messages: { to: string; key: string; duplicates: number }[]
  counts: { accepted: number; duplicates: number; refused: number; dropped: number }
}

/** The messages sandbox as a process of its own. */
export async function startSandbox(root: string) {
  const secret = 'trial-secret'
  const child = spawn(process.execPath, ['sandboxes/messages/src/serve.ts'], {
    cwd: root,
    env: { SMTP_PORT: '0', HTTP_PORT: '0', SMS_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const { smtp, http } = JSON.parse(line) as { smtp: string; http: string }
  return {
    smtpUrl: smtp,
    smsUrl: `${http}/sms`,
    secret,
    inbox: async (to = '') => (await (await fetch(`${http}/api/messages?to=${encodeURIComponent(to)}`)).json()) as Inbox,
    steer: async (faults: Record<string, number>) =>
      void (await fetch(`${http}/api/faults`, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(faults) })),
    stop: () => void child.kill(),
  }
}

/** Asks again and again until the answer is yes (or a thing), and gives that; false when the time is up. A question that fails is a no. */
export async function until<T>(question: () => Promise<T | false>, milliseconds: number): Promise<T | false> {
  const deadline = Date.now() + milliseconds
  while (Date.now() < deadline) {
    const answer = await question().catch(() => false as const)
    if (answer) return answer
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return false
}

export async function atPort(port: number, path: string): Promise<boolean> {
  return (await fetch(`http://127.0.0.1:${port}${path}`)).ok
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

export function medianOf(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
