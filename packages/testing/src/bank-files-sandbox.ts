import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { freePort } from './free-port.ts'

const program = join(import.meta.dirname, '../../../sandboxes/banks/src/serve.ts')

/** Starts the sandbox banks as a process with a frozen clock; stopped with the test file. */
export async function startBankFilesSandbox(at: string) {
  const secret = 'files-secret-of-a-test'
  const folder = await mkdtemp(join(tmpdir(), 'nikau-banks-'))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const child = spawn(process.execPath, [program], {
    env: { BANKS_PORT: String(port), BANKS_FILES_SECRET: secret, CLIENT_JWKS: '{"keys":[]}', BANKS_DATA: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  afterAll(async () => {
    child.kill()
    await rm(folder, { recursive: true, force: true })
  })
  const control = async <T = Record<string, unknown>>(path: string, body?: object): Promise<T> => {
    const init = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const answer = await fetch(`${origin}/control/${path}`, init)
    if (!answer.ok) throw new Error(`control ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }
  for (let tries = 0; tries < 100; tries++) {
    const up = await control('clock', { now: at, freeze: true }).then(
      () => true,
      () => false,
    )
    if (up) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { origin, url: `${origin}/bnz`, secret, control, setClock: (now: string) => control('clock', { now }) }
}
