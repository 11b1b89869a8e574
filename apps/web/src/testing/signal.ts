import { afterEach, beforeEach, vi } from 'vitest'

let isOnline = true

/** For tests that lose the signal: the browser knows, and every test starts with signal. */
export function signalPerTest(): void {
  beforeEach(() => {
    isOnline = true
    vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
  })
  afterEach(() => setOnline(true))
}

export function setOnline(online: boolean): void {
  isOnline = online
  dispatchEvent(new Event(online ? 'online' : 'offline'))
}
