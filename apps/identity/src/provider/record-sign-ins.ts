import type { Clock, Db } from '@nikau/runtime'
import { deviceOf, recordSecurityEvent } from '@nikau/security-events'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { markSignedIn, selectPerson } from '../people/store.ts'
import { recordDeviceAge } from '../sessions/store.ts'
import { deskClientId } from './clients.ts'
import { deviceCookie, deviceCookieSeconds, readDeviceToken, rememberDevice } from '../sign-in/devices.ts'

/**
 * Provider middleware for completed sign-ins: remembers the browser, records the security event and tells the person of a new
 * device. Here rather than at the end of the sign-in pages, because only now there is a session. Silent renewals count as use of the
 * number.
 */
export function recordSignIns(deps: { db: Db; clock: Clock; secure: boolean }) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next()
    // Paths that are no route of the provider have no `oidc`.
    const oidc = ctx.oidc as KoaContextWithOIDC['oidc'] | undefined
    const personId = oidc?.entities.AuthorizationCode?.accountId
    if (!oidc?.session || !personId) return
    if (oidc.client?.clientId === deskClientId) return await recordDeskSignIn(deps, ctx, personId)
    if (oidc.result?.login) await recordSignIn(deps, ctx, personId)
    else await markSignedIn(deps.db, personId, deps.clock.now())
  }
}

async function recordSignIn(deps: { db: Db; clock: Clock; secure: boolean }, ctx: KoaContextWithOIDC, personId: string): Promise<void> {
  const at = deps.clock.now()
  const { session } = ctx.oidc
  const device = deviceOf(ctx.get('user-agent'))
  // Fastify's, which believes only our own proxies; the provider's context believes everyone.
  const { ip: address } = ctx.req as { ip?: string }
  const token = await deps.db.transaction().execute(async (tx) => {
    const person = await selectPerson(tx, personId)
    if (!person) throw new Error('unknown person')
    const remembered = await rememberDevice(tx, { token: readDeviceToken(ctx.get('cookie'), deps), personId, at })
    if (session) await recordDeviceAge(tx, { sessionUid: session.uid, personId, device, firstSeenAt: remembered.firstSeenAt, at })
    await markSignedIn(tx, personId, at)
    await recordSecurityEvent(tx, {
      personId,
      // The first sign-in of all creates the account: there is nobody to warn.
      kind: remembered.isNew && person.lastSignedInAt !== null ? 'signed-in-new-device' : 'signed-in',
      at,
      method: acrOf(session?.amr ?? []),
      device,
      detail: { device },
      ...(address === undefined ? {} : { address }),
      ...(session ? { sessionUid: session.uid } : {}),
    })
    return remembered.token
  })
  ctx.cookies.set(deviceCookie(deps), token, { maxAge: deviceCookieSeconds * 1000, httpOnly: true, sameSite: 'lax', path: '/', signed: false, overwrite: true })
}

/** A sign-in at the desk is no use of the person's number, and does not make the browser one that they are known in as a customer. */
async function recordDeskSignIn(deps: { db: Db; clock: Clock }, ctx: KoaContextWithOIDC, personId: string): Promise<void> {
  const { ip: address } = ctx.req as { ip?: string }
  const device = deviceOf(ctx.get('user-agent'))
  const event = { personId, kind: 'signed-in', at: deps.clock.now(), method: 'passkey', device, detail: { device } } as const
  const sessionUid = ctx.oidc.session?.uid
  await deps.db
    .transaction()
    .execute((tx) => recordSecurityEvent(tx, { ...event, ...(address === undefined ? {} : { address }), ...(sessionUid === undefined ? {} : { sessionUid }) }))
}

/** As `identity.authentication` derives it. */
function acrOf(amr: string[]): 'passkey' | 'two-codes' | 'code' {
  if (amr.includes('pop')) return 'passkey'
  return amr.includes('sms') && amr.includes('email') ? 'two-codes' : 'code'
}
