import { Suspense, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { ChunkLoadError, lazyScreen, type LoadDeps, loadOrReload, loadTimeoutMs } from './lazy-screen.ts'
import { reporting } from './reporting.ts'

function fakeDeps(timeoutMs = 1000) {
  const stored = new Map<string, string>()
  const seen = { reloads: 0, reported: [] as ChunkLoadError[], now: 1_000_000 }
  const deps: LoadDeps = {
    storage: { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => void stored.set(key, value) },
    reload: () => void seen.reloads++,
    now: () => seen.now,
    timeoutMs,
    isOnline: () => true,
    report: (error) => void seen.reported.push(error),
  }
  return { seen, deps }
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
  const { seen, deps } = fakeDeps()
  expect(await settled(loadOrReload(broken, deps))).toBe('waiting')
  expect(seen.reloads).toBe(1)
  expect(await settled(loadOrReload(broken, deps))).toBeInstanceOf(ChunkLoadError)
  expect(seen.reloads).toBe(1)
  expect(seen.reported.map(({ name }) => name)).toEqual(['ChunkLoadError', 'ChunkLoadError'])
})

test('other chunks that load after the reload do not allow a second one; ten minutes do [ERR-34]', async () => {
  const { seen, deps } = fakeDeps()
  void loadOrReload(broken, deps)
  await expect.poll(() => seen.reloads).toBe(1)
  expect(await loadOrReload(() => Promise.resolve('catalogue'), deps)).toBe('catalogue')
  expect(await settled(loadOrReload(broken, deps))).toBeInstanceOf(ChunkLoadError)
  seen.now += 600_000
  expect(await settled(loadOrReload(broken, deps))).toBe('waiting')
  expect(seen.reloads).toBe(2)
})

test.each(['Failed to fetch dynamically imported module', 'Unable to preload CSS for /deimos/assets/checkout.css'])(
  '"%s" is reported as ChunkLoadError [ERR-35]',
  async (message) => {
    const reported = vi.spyOn(reporting, 'error').mockImplementation(() => {})
    sessionStorage.setItem('nikau.reloaded', String(Date.now())) // the page has been reloaded already
    const Screen = lazyScreen(() => Promise.reject(new TypeError(message)))
    await Screen.preload()
    expect(reported.mock.calls).toEqual([['ChunkLoadError', expect.objectContaining({ name: 'ChunkLoadError', message })]])
    reported.mockRestore()
    sessionStorage.removeItem('nikau.reloaded')
  },
)

test('a load fails after its timeout of 120 seconds [CONST-09]', async () => {
  expect(loadTimeoutMs).toBe(120_000)
  const { seen, deps } = fakeDeps(20)
  void loadOrReload(() => new Promise(() => {}), deps)
  await expect.poll(() => seen.reloads).toBe(1)
  expect(seen.reported[0]?.message).toContain('no response within 20 ms')
})

function Fallback({ onRender }: { onRender: () => void }) {
  onRender()
  return <p>wait</p>
}

test('a preloaded screen renders at once, without a fallback', async () => {
  const onFallback = vi.fn()
  const Screen = lazyScreen(async () => () => <p>here</p>)
  await Screen.preload()
  const screen = await render(
    <Suspense fallback={<Fallback onRender={onFallback} />}>
      <Screen />
    </Suspense>,
  )
  expect(screen.container.textContent).toBe('here')
  expect(onFallback).not.toHaveBeenCalled()
})

test('a screen that is preloaded behind a guard renders at once when the guard opens', async () => {
  const onFallback = vi.fn()
  const Screen = lazyScreen(async () => () => <p>here</p>)
  function Guard() {
    const [open, setOpen] = useState(false)
    void Screen.preload()
    return open ? <Screen /> : <button onClick={() => setOpen(true)}>open</button>
  }
  const screen = await render(
    <Suspense fallback={<Fallback onRender={onFallback} />}>
      <Guard />
    </Suspense>,
  )
  await screen.getByRole('button').click()
  await expect.element(screen.getByText('here')).toBeVisible()
  expect(onFallback).not.toHaveBeenCalled()
})
