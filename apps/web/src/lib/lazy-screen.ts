import { type ComponentType, createElement, type ReactNode, use } from 'react'
import { reporting } from './reporting.ts'

/** A screen's code failed to load. Monitoring knows it under this name, whichever bundler split the code. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError'
}

export const loadTimeoutMs = 120_000

/** Session storage key of the last automatic reload. boot.js uses the same key. */
const reloadedKey = 'nikau.reloaded'
const minReloadIntervalMs = 600_000

export interface LoadDeps {
  storage: Pick<Storage, 'getItem' | 'setItem'>
  now: () => number
  reload: () => void
  timeoutMs: number
  isOnline: () => boolean
  report: (error: ChunkLoadError) => void
}

const browserDeps: LoadDeps = {
  storage: sessionStorage,
  now: Date.now,
  reload: () => location.reload(),
  timeoutMs: loadTimeoutMs,
  isOnline: () => navigator.onLine,
  report: (error) => reporting.error(error.name, error),
}

/**
 * Loads code, and reloads the page once when that fails: after a release the old page asks for files that are gone, and the
 * new page knows the new ones. A second failure within ten minutes throws, and the error boundary shows it. Other chunks that
 * load in between do not reset the ten minutes. Without signal a reload cannot help, and could lose what the page shows.
 */
export async function loadOrReload<T>(load: () => Promise<T>, deps: LoadDeps = browserDeps): Promise<T> {
  try {
    return await withTimeout(load(), deps.timeoutMs)
  } catch (cause) {
    const error = new ChunkLoadError(cause instanceof Error ? cause.message : 'no code', { cause })
    if (!deps.isOnline()) throw error
    deps.report(error)
    if (deps.now() - Number(deps.storage.getItem(reloadedKey) ?? 0) < minReloadIntervalMs) throw error
    deps.storage.setItem(reloadedKey, String(deps.now()))
    deps.reload()
    return new Promise<T>(() => {}) // the page is reloading
  }
}

function withTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const timer = setTimeout(() => reject(new ChunkLoadError(`no response within ${timeoutMs} ms`)), timeoutMs)
  void work.then(resolve, reject).finally(() => clearTimeout(timer))
  return promise
}

export interface LazyScreen<Props> {
  (props: Props): ReactNode
  /** Fetches the code ahead of rendering. A failure is thrown when the screen renders. */
  preload(): Promise<void>
}

/**
 * A component whose code is fetched on first render, or earlier by `preload`. A preloaded screen renders without suspending:
 * React delays content for which it has shown a fallback by up to 300 ms.
 */
export function lazyScreen<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyScreen<Props> {
  let loading: Promise<ComponentType<Props>> | undefined
  const loadOnce = () => {
    if (loading) return loading
    loading = trackStatus(loadOrReload(load))
    // What could not be loaded without signal is tried once more when it is back.
    loading.catch(() => addEventListener('online', () => (loading = undefined), { once: true }))
    return loading
  }
  return Object.assign((props: Props) => createElement(use(loadOnce()), props), {
    preload: () =>
      loadOnce().then(
        () => {},
        () => {},
      ),
  })
}

/** Sets the fields that React's `use` reads, so that a settled promise does not suspend. */
function trackStatus<T>(promise: Promise<T>): Promise<T> {
  promise.then(
    (value) => void Object.assign(promise, { status: 'fulfilled', value }),
    (reason: unknown) => void Object.assign(promise, { status: 'rejected', reason }),
  )
  return promise
}
