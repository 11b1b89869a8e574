import { type DeskSession, endDeskSession, finishPasskey, getDeskSession, lockDesk, recordDeskInput, startPasskey } from '@nikau/contract/desk/session'
import type { KeyRing } from '@nikau/runtime'
import { Unavailable } from '../errors.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { bindDesk, type DeskServer } from './bind.ts'
import { type DeskOperator, endSession, idleMinutes, isLocked, lockSession, recordInput, selectCaller, stepUpMinutes, unlockSession } from './session.ts'

export interface SessionDeps {
  /** The OpenID provider, which knows the passkeys. */
  issuer: string
  keys: KeyRing
  /** A desk over test money. */
  test: boolean
}

export function sessionRoutes(server: DeskServer, { issuer, keys, test }: SessionDeps): void {
  const { db, wallClock } = server
  const present = ({ id, name, roles, ...operator }: DeskOperator): DeskSession => {
    const now = wallClock.now()
    const after = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000)
    return {
      operator: { id, name, roles },
      locked: isLocked({ id, name, roles, ...operator }, now),
      locksAt: after(operator.inputAt, idleMinutes),
      endsAt: operator.endsAt,
      passkeyAt: operator.passkeyAt,
      steppedUpUntil: after(operator.passkeyAt, stepUpMinutes),
      test,
      now,
    }
  }
  const presentNow = async ({ secretHash }: DeskOperator): Promise<DeskSession | Refusal<never>> => {
    const operator = await selectCaller(db, secretHash, wallClock.now())
    return operator ? present(operator) : (refuse('UNAUTHORIZED') as Refusal<never>)
  }
  /** The provider's answer to a call with the operator's token. */
  const askProvider = async ({ sealedToken, keyId, secretHash }: DeskOperator, path: string, body?: object): Promise<Response> => {
    const token = keys.open({ sealed: sealedToken, keyId }, secretHash.toString('hex'))
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    const sent = await fetch(new URL(path, issuer), {
      method: 'POST',
      headers,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    }).catch(() => undefined)
    if (!sent || sent.status >= 500) throw new Unavailable('the provider did not answer')
    return sent
  }

  bindDesk(server, getDeskSession, async ({ operator }) => present(operator))

  bindDesk(server, recordDeskInput, async ({ operator }) => {
    await recordInput(db, operator, wallClock.now())
    return await presentNow(operator)
  })

  bindDesk(server, lockDesk, async ({ operator }) => {
    await lockSession(db, operator, wallClock.now())
    return await presentNow(operator)
  })

  bindDesk(server, startPasskey, async ({ operator }) => {
    const options = await askProvider(operator, '/step-up/passkey/options')
    return options.ok ? ((await options.json()) as Record<string, unknown>) : refuse('PASSKEY_REFUSED')
  })

  bindDesk(server, finishPasskey, async ({ operator, body }) => {
    const checked = await askProvider(operator, '/step-up/passkey', { response: body.response })
    if (!checked.ok || !(await unlockSession(db, operator, wallClock.now()))) return refuse('PASSKEY_REFUSED')
    return await presentNow(operator)
  })

  // The session ends here whether or not the provider can be told.
  bindDesk(server, endDeskSession, async ({ operator }) => {
    await endSession(db, operator, wallClock.now())
    const token = keys.open({ sealed: operator.sealedToken, keyId: operator.keyId }, operator.secretHash.toString('hex'))
    const body = new URLSearchParams({ token, client_id: 'nikau-desk' })
    await fetch(`${issuer}/token/revocation`, { method: 'POST', body, signal: AbortSignal.timeout(5000) }).catch((error: unknown) =>
      server.log.warn({ err: error }, 'the provider was not told of a sign-out'),
    )
    return {}
  })
}
