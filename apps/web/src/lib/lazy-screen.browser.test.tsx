import { expect, test } from 'vitest'
import { ChunkLoadError, type LoadingOutside, loadOrReload, loadTimeoutMs } from './lazy-screen.ts'

function outside(timeoutMs = 1000) {
  const kept = new Map<string, string>()
  const seen = { reloads: 0, reported: [] as ChunkLoadError[], now: 1_000_000 }
  const given: LoadingOutside = {
    kept: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) },
    reload: () => void seen.reloads++,
    now: () => seen.now,
    timeoutMs,
    report: (error) => void seen.reported.push(error),
  }
  return { seen, given }
}
const broken = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
const settled = (promise: Promise<unknown>) =>
  Promise.race([
    promise.then(
      () => 'loaded',
      (error: Error) => error,
    ),
    new Promise((resolve) => setTimeout(resolve, 50, 'waiting')),
  ])

test('a screen that fails to load reloads the page once; failing again it raises ChunkLoadError [ERR-34]', async () => {
  const { seen, given } = outside()
  expect(await settled(loadOrReload(broken, given))).toBe('waiting')
  expect(seen.reloads).toBe(1)
  expect(await settled(loadOrReload(broken, given))).toBeInstanceOf(ChunkLoadError)
  expect(seen.reloads).toBe(1)
  expect(seen.reported.map(({ name }) => name)).toEqual(['ChunkLoadError', 'ChunkLoadError'])
})

test('what else loads after the reload does not open the way to a second one; ten minutes do [ERR-34]', async () => {
  const { seen, given } = outside()
  void loadOrReload(broken, given)
  await expect.poll(() => seen.reloads).toBe(1)
  expect(await loadOrReload(() => Promise.resolve('catalogue'), given)).toBe('catalogue')
  expect(await settled(loadOrReload(broken, given))).toBeInstanceOf(ChunkLoadError)
  seen.now += 600_000
  expect(await settled(loadOrReload(broken, given))).toBe('waiting')
  expect(seen.reloads).toBe(2)
})

test('a load that takes longer than its time-out, 120 seconds, counts as failed [CONST-09]', async () => {
  expect(loadTimeoutMs).toBe(120_000)
  const { seen, given } = outside(20)
  void loadOrReload(() => new Promise(() => {}), given)
  await expect.poll(() => seen.reloads).toBe(1)
  expect(seen.reported[0]?.message).toContain('no answer within 20 ms')
})
