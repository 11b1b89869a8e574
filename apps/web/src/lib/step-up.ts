import { useSyncExternalStore } from 'react'
import { CallError } from './call-error.ts'

// A call that needs a recent proof of who is asking is refused with SIGN_IN_AGAIN. The person then confirms in a sheet over the
// screen, and call.ts repeats the call (docs/decisions/0127). This file holds only the request for the sheet; its code is
// fetched when it opens.

/** The code of a call whose person closed the sheet: nothing happened, and the screen stays as it was. */
const cancelledCode = 'STEP_UP_CANCELLED'

export const stepUpCancelled = () => new CallError(403, cancelledCode)
export const isStepUpCancelled = (error: unknown): boolean => error instanceof CallError && error.code === cancelledCode
export const isStepUpNeeded = (error: unknown): boolean => error instanceof CallError && error.code === 'SIGN_IN_AGAIN'

/** Calls that are refused while the sheet is open wait for the same confirmation. */
let waiting: PromiseWithResolvers<boolean> | undefined
let confirmedAt = -Infinity
const listeners = new Set<() => void>()

/** Resolves to whether the person confirmed. `sentAt` is when the refused call was sent, as `performance.now()`. */
export async function confirmIdentity(sentAt: number): Promise<boolean> {
  // The call was on its way when another one was confirmed.
  if (sentAt < confirmedAt) return true
  if (listeners.size === 0) return false // no frame that could show the sheet
  waiting ??= Promise.withResolvers<boolean>()
  notify()
  return await waiting.promise
}

/** The sheet's answer. */
export function endStepUp(confirmed: boolean): void {
  if (confirmed) confirmedAt = performance.now()
  waiting?.resolve(confirmed)
  waiting = undefined
  notify()
}

function notify(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) endStepUp(false)
  }
}

/** Whether a call waits for the sheet. */
export const useStepUpPending = (): boolean => useSyncExternalStore(subscribe, () => waiting !== undefined)
