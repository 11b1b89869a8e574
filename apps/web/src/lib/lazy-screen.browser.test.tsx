import { Suspense, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { ChunkLoadError, lazyScreen, type LoadingOutside, loadOrReload, loadTimeoutMs } from './lazy-screen.ts'

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

function Placeholder({ onDrawn }: { onDrawn: () => void }) {
  onDrawn()
  return <p>wait</p>
}

test('a screen whose code came before it was drawn is drawn at once, without a placeholder that React would hold it back for', async () => {
  const placeholder = vi.fn()
  const Screen = lazyScreen(async () => () => <p>here</p>)
  await Screen.preload()
  const screen = await render(
    <Suspense fallback={<Placeholder onDrawn={placeholder} />}>
      <Screen />
    </Suspense>,
  )
  expect(screen.container.textContent).toBe('here')
  expect(placeholder).not.toHaveBeenCalled()
})

test('a screen that is fetched while another is busy with something else is there when that ends', async () => {
  const placeholder = vi.fn()
  const Screen = lazyScreen(async () => () => <p>here</p>)
  function Guard() {
    const [open, setOpen] = useState(false)
    void Screen.preload()
    return open ? <Screen /> : <button onClick={() => setOpen(true)}>open</button>
  }
  const screen = await render(
    <Suspense fallback={<Placeholder onDrawn={placeholder} />}>
      <Guard />
    </Suspense>,
  )
  await screen.getByRole('button').click()
  await expect.element(screen.getByText('here')).toBeVisible()
  expect(placeholder).not.toHaveBeenCalled()
})
