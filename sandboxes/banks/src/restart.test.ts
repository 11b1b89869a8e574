import { spawn } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { api, authorised, clientToken, control, freePort, initiation, makeKeys, pay, walletOrigin, type Banks, type Keys } from './wallet.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'banks-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const start = async (keys: Keys, port: number): Promise<{ server: Banks; kill: () => Promise<void> }> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'serve.ts')], {
    env: {
      ...process.env,
      BANKS_PORT: String(port),
      BANKS_DATA: folder,
      REDIRECT_ORIGINS: walletOrigin,
      CLIENT_JWKS: JSON.stringify({ keys: [keys.publicJwk] }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => text.includes('banks on') && resolve())
    child.once('exit', () => reject(new Error('the banks did not start')))
  })
  const kill = async () => {
    child.kill('SIGKILL')
    await gone
  }
  return { server: { origin: `http://localhost:${port}`, keys, alg: 'ES256', close: async () => undefined }, kill }
}

test('after a kill and a restart the banks have their consents, payments, keys, tokens, faults and clock', async () => {
  const keys = await makeKeys('ES256')
  const port = await freePort()
  const first = await start(keys, port)
  let second: Awaited<ReturnType<typeof start>> | undefined
  try {
    await control(first.server, 'clock', { advance: '40d' })
    await control(first.server, 'faults', { at: 'results', kind: 'shuffle', times: 3 })
    const body = initiation('bnz', '44.64')
    const { consentId, bearer } = await authorised(first.server, 'bnz', body)
    await expect(pay(first.server, 'bnz', bearer, consentId, body, 'k')).rejects.toThrow('fetch failed')
    const jwks = await (await fetch(`${first.server.origin}/bnz/jwks`)).text()
    await first.kill()
    appendFileSync(join(folder, 'banks.jsonl'), '[["consents","torn",{"id":"to')

    second = await start(keys, port)
    expect(await (await fetch(`${second.server.origin}/bnz/jwks`)).text()).toBe(jwks)
    expect(Date.parse((await control<{ now: string }>(second.server, 'clock')).now) - Date.now()).toBeGreaterThan(39.9 * 86_400_000)
    expect((await control<{ faults: unknown[] }>(second.server, 'faults')).faults).toHaveLength(1)
    // The amount loses the first response of a process; the payment from before the kill is found, not repeated.
    await expect(pay(second.server, 'bnz', bearer, consentId, body, 'k')).rejects.toThrow('fetch failed')
    const answer = await pay(second.server, 'bnz', bearer, consentId, body, 'k')
    expect(answer.status).toBe(201)
    const { Data } = (await answer.json()) as { Data: { DomesticPaymentId: string } }
    const { payments } = await control<{ payments: { id: string }[] }>(second.server, 'payments')
    expect(payments.map(({ id }) => id)).toEqual([Data.DomesticPaymentId])
    const consent = await api(second.server, 'bnz', `domestic-payment-consents/${consentId}`, await clientToken(second.server, 'bnz'))
    expect(await consent.json()).toMatchObject({ Data: { Status: 'Consumed' } })
  } finally {
    await first.kill()
    await second?.kill()
  }
}, 40_000)
