import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from './free-port.ts'

// Starts the farm card company's sandbox as a process. Independent of vitest, so that trials can use it.

const root = join(import.meta.dirname, '../../..')
const secret = 'sandbox-farmlands-secret'

export interface CompanyCharge {
  key: string
  card: string
  cents: number
  merchantGst: string
  reference: string
  status: 'approved' | 'declined'
  refundedCents: number
}

export type Farmlands = Awaited<ReturnType<typeof startFarmlands>>

export async function startFarmlands(options: { folder?: string } = {}) {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const start = async () => {
    const env = {
      ...process.env,
      FARMLANDS_PORT: String(port),
      FARMLANDS_SECRET: secret,
      ...(options.folder !== undefined && { FARMLANDS_DATA: options.folder }),
    }
    const started = spawn(process.execPath, ['sandboxes/farmlands/src/serve.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
    await once(createInterface({ input: started.stdout }), 'line')
    return started
  }
  let child = await start()
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }
  const control = async <T = Record<string, unknown>>(path: string, body?: object): Promise<T> => {
    const init = body && { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const answer = await fetch(`${origin}/control/${path}`, init)
    if (!answer.ok) throw new Error(`control ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  return {
    origin,
    control,
    /** One entry of FARMLANDS. */
    entry: (more: object = {}) => ({ liveness: 'test', api: origin, clientId: 'nikau', secret, timeoutMs: 2000, ...more }),
    fault: (at: string, kind: string, times?: number) => control('faults', { at, kind, ...(times !== undefined && { times }) }),
    clear: () => control('clear', {}),
    charges: async () => (await control<{ charges: CompanyCharge[] }>('charges')).charges,
    /** Closes a day at the company; the advice is what the API gives out. */
    settleDay: (day: string, more: { payDay?: string; fault?: string } = {}) =>
      control<{ number: number; reference: string; netCents: number; lines: { kind: string; key: string; cents: number }[] }>('settlements', { day, ...more }),
    /** Pays an advice at the sandbox banks, in full or another sum. */
    paySettlement: (reference: string, to: { banks: string; account: string; cents?: number }) => control(`settlements/${reference}/pay`, to),
    /** Every call the sandbox received. */
    calls: async () => (await control<{ calls: { method: string; path: string; key: string | null }[] }>('calls')).calls,
    stop,
    /** Kills the process and starts it again with its stored data. */
    restart: async () => {
      await stop()
      child = await start()
    },
  }
}
