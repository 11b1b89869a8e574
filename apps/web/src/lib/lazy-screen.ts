import { type ComponentType, createElement, type ReactNode, use } from 'react'
import { reporting } from './reporting.ts'

/** Code of a screen that did not arrive. Known to those who watch under this name, whichever bundler cut the code. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError'
}

/** Longer than this, and the load counts as failed. */
export const loadTimeoutMs = 120_000

/** When the page last reloaded itself, in the tab's own store, so that a reload knows of the one before. boot.js keeps to the same. */
const reloadedKey = 'nikau.reloaded'
const oncePerMs = 600_000

export interface LoadingOutside {
  kept: Pick<Storage, 'getItem' | 'setItem'>
  now: () => number
  reload: () => void
  timeoutMs: number
  report: (error: ChunkLoadError) => void
}

const browser: LoadingOutside = {
  kept: sessionStorage,
  now: Date.now,
  reload: () => location.reload(),
  timeoutMs: loadTimeoutMs,
  report: (error) => reporting.fault(error.name, error),
}

/**
 * Loads code. When that fails the page is loaded anew, once: after a release the old page asks for files that are gone, and
 * the new page knows the new ones. When something fails again within ten minutes the error goes on to the screen that says so;
 * what else did load in between proves nothing, so it does not open the way to a second reload.
 */
export async function loadOrReload<T>(load: () => Promise<T>, outside: LoadingOutside = browser): Promise<T> {
  try {
    return await inTime(load(), outside.timeoutMs)
  } catch (cause) {
    const error = new ChunkLoadError(cause instanceof Error ? cause.message : 'no code', { cause })
    outside.report(error)
    if (outside.now() - Number(outside.kept.getItem(reloadedKey) ?? 0) < oncePerMs) throw error
    outside.kept.setItem(reloadedKey, String(outside.now()))
    outside.reload()
    return new Promise<T>(() => {}) // the page is on its way out
  }
}

function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const timer = setTimeout(() => reject(new ChunkLoadError(`no answer within ${milliseconds} ms`)), milliseconds)
  void work.then(resolve, reject).finally(() => clearTimeout(timer))
  return promise
}

export interface LazyScreen<Props> {
  (props: Props): ReactNode
  /** Fetches the code before it is drawn. A failure is told where it is drawn. */
  preload(): Promise<void>
}

/**
 * A component whose code is fetched when it is first drawn, or before. Once it is there it is drawn like any other: React holds
 * back what it has shown a placeholder for, by up to 300 ms, so a screen whose code came in time must not ask for one.
 */
export function lazyScreen<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyScreen<Props> {
  let loading: Promise<ComponentType<Props>> | undefined
  const fetched = () => (loading ??= readable(loadOrReload(load)))
  return Object.assign((props: Props) => createElement(use(fetched()), props), {
    preload: () =>
      fetched().then(
        () => {},
        () => {},
      ),
  })
}

/** Marked in the way that React looks for: what has arrived can then be used without waiting for a turn. */
function readable<T>(promise: Promise<T>): Promise<T> {
  promise.then(
    (value) => Object.assign(promise, { status: 'fulfilled', value }),
    (reason: unknown) => Object.assign(promise, { status: 'rejected', reason }),
  )
  return promise
}
