import { useState } from 'react'
import type { CallError } from '../../lib/call-error.ts'
import { paths } from '../../lib/paths.ts'

/** The Claim button: what it does, and how that goes. */
export interface ClaimAction {
  start: () => void
  busy: boolean
  /** Why it was not claimed; a failed sign-in has no code. */
  problem: CallError | 'sign-in' | undefined
  isSignedIn: boolean
}

/** Whether a sign-in was started by Claim. Only the app itself can set a navigation state, so no link claims by being opened. */
export const isClaimState = (state: unknown): boolean => typeof state === 'object' && state !== null && 'claim' in state

/** The key of a link that claims, which the sign-in carries in its own state and not in an address. */
export function linkKeyIn(state: unknown): string | undefined {
  return isClaimState(state) && 'linkKey' in (state as object) ? String((state as { linkKey: unknown }).linkKey) : undefined
}

/** Signs in, and returns to the transfer to claim it. A new person signs up. */
export async function signInToClaim(id: string, { again = false, linkKey }: { again?: boolean; linkKey?: string | undefined } = {}): Promise<void> {
  const { requestSignUp, signIn } = await import('../../lib/session.tsx')
  requestSignUp(undefined)
  await signIn(paths.assetTransfer(id), { navigationState: { claim: true, ...(linkKey !== undefined && { linkKey }) }, again })
}

/** For a visitor: claiming starts with the sign-in, whose code is loaded then. */
export function useVisitorClaim(id: string, linkKey: string | undefined): ClaimAction {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const start = () => {
    setState('busy')
    void signInToClaim(id, { linkKey }).catch(() => setState('failed'))
  }
  return { start, busy: state === 'busy', problem: state === 'failed' ? 'sign-in' : undefined, isSignedIn: false }
}
