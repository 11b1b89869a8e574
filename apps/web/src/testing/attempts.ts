import { vi } from 'vitest'
import { queryClient } from '../lib/endpoint-hooks.ts'
import { openApp } from './fixtures.tsx'
import { refusal, server } from './mock-server.ts'

const defaults = queryClient.getDefaultOptions()

/** Only the pauses between attempts get shorter. */
export function shortenPauses(): void {
  queryClient.setDefaultOptions({ queries: { ...defaults.queries, retryDelay: 1 }, mutations: { ...defaults.mutations, retryDelay: 1 } })
}

/** Until nothing has been requested or changed for a while. */
export async function settle(isShown: () => boolean): Promise<void> {
  let quietSince = performance.now()
  let state = ''
  await vi.waitFor(
    () => {
      const now = `${server.requests.length} ${queryClient.isFetching()} ${document.body.innerHTML.length}`
      if (now !== state) quietSince = performance.now()
      state = now
      if (queryClient.isFetching() > 0 || !isShown() || performance.now() - quietSince < 150) throw new Error('not settled')
    },
    { timeout: 45_000, interval: 20 },
  )
}

/** Opens a screen with this call failing, and answers how often it was made until the screen had settled. */
export async function attemptsOf(call: string, path: string): Promise<number> {
  queryClient.clear()
  server.requests.length = 0
  const before = server.answers[call]
  server.answers[call] = () => refusal('UNAVAILABLE', {}, 503)
  const screen = await openApp(path)
  await settle(() => server.to(call).length > 0).catch(() => {}) // a screen that asks again and again is found by its number of attempts
  await screen.unmount()
  server.answers[call] = before
  return server.to(call).length
}
