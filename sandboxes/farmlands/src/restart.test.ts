import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { caller } from './caller.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'farmlands-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const start = async (port: number) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'serve.ts')], {
    env: { ...process.env, FARMLANDS_PORT: String(port), FARMLANDS_DATA: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return async () => {
    if (child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
}

/** Below the ephemeral range, so that no other process gets the port between the two starts. */
const freePort = async (): Promise<number> => {
  const port = randomInt(10_000, 32_000)
  const isFree = await new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })
  return isFree ? port : await freePort()
}

test('after a kill and a restart the company has its charges, refunds and faults', { timeout: 40_000 }, async () => {
  const port = await freePort()
  const { charge, refund, call, check, control } = caller(`http://localhost:${port}`)
  const kill = await start(port)
  let killAgain: (() => Promise<void>) | undefined
  try {
    await control('faults', { at: 'refund', kind: 'error', times: 2 })
    const made = await charge('k', 50_000)
    await expect(charge('lost', 164)).rejects.toThrow('fetch failed')
    await kill()
    appendFileSync(join(folder, 'farmlands.jsonl'), '{"what":"charge","charge":{"key":"torn')

    killAgain = await start(port)
    expect(await charge('k', 50_000)).toEqual(made)
    expect((await call('GET', '/v1/charges/lost')).body).toMatchObject({ status: 'approved' })
    expect((await call('GET', '/v1/charges/torn')).status).toBe(404)
    expect((await check('6005091000000001')).body.availableCents).toBe(2_500_000 - 50_164)
    expect([(await refund('r', 'k', 1)).status, (await refund('r', 'k', 1)).status, (await refund('r', 'k', 1)).status]).toEqual([500, 500, 201])
  } finally {
    await kill()
    await killAgain?.()
  }
})
