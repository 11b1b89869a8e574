import type { Db } from '@nikau/runtime'
import { selectAuthentication } from './store.ts'

/** What a person is asked for whose authentication is too old or too weak. */
export interface SignInAgain {
  acr: 'code' | 'passkey'
  /** How long it is valid, in seconds. */
  maxAge: number
}

/**
 * Compares the session's last authentication, by sign-in or step-up, with what is required: at most `maxAge` seconds ago, and for a
 * person with a passkey stronger than one code, because whoever has the phone or its number also receives the code. Undefined if it
 * is enough.
 */
export async function checkAuthentication(db: Db, sessionUid: string, rule: { now: Date; maxAge: number }): Promise<SignInAgain | undefined> {
  const last = await selectAuthentication(db, sessionUid, rule.now)
  const strong = last && (!last.hasPasskey || last.acr !== 'code')
  if (strong && last.authenticatedAt.getTime() >= rule.now.getTime() - rule.maxAge * 1000) return undefined
  return { acr: last?.hasPasskey ? 'passkey' : 'code', maxAge: rule.maxAge }
}
