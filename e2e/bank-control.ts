import { banks } from './addresses.ts'
import { expect } from './pay.ts'

/** Sets something in the sandbox of the banks, whose clock the whole environment follows. */
export async function controlBank(path: string, body: object): Promise<void> {
  const response = await fetch(`${banks}/control/${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  expect(response.ok).toBe(true)
}

export const moveClock = (now: Date): Promise<void> => controlBank('clock', { now: now.toISOString() })
