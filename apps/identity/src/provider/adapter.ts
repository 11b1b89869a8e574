import { createHash } from 'node:crypto'
import type { Clock, Db } from '@nikau/runtime'
import { type Adapter, type AdapterFactory, type AdapterPayload, errors } from 'oidc-provider'
import { select, selectByUid, selectByUserCode, type StoredPayload, markConsumed, upsert, deleteRow, deleteByGrant, deleteGrantOf } from './store.ts'

/** Models whose id is a bearer secret. The database stores only its hash. */
const secretIds = new Set(['AccessToken', 'RefreshToken', 'AuthorizationCode', 'Session'])

export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** Models that are revoked with their grant. An interaction has a grant too, but must outlive it so that another person can sign in. */
const grantable = new Set(['AccessToken', 'RefreshToken', 'AuthorizationCode', 'DeviceCode', 'BackchannelAuthenticationRequest'])

/** Stores the provider's state in PostgreSQL, so that any instance can continue for another. */
export function postgresAdapter(db: Db, clock: Clock): AdapterFactory {
  return (model) => adapterOf(db, clock, model)
}

function adapterOf(db: Db, clock: Clock, model: string): Adapter {
  const hashed = secretIds.has(model)
  const key = (id: string) => (hashed ? tokenHash(id) : id)
  return {
    async upsert(id, payload, expiresIn) {
      if (expiresIn === undefined) throw new Error(`${model} without expiry`)
      await upsert(db, {
        model,
        id: key(id),
        payload: withoutSecrets(payload, hashed),
        grantId: grantable.has(model) ? payload.grantId : undefined,
        uid: model === 'Session' ? payload.uid : undefined,
        userCode: payload.userCode,
        expiresAt: new Date(clock.now().getTime() + expiresIn * 1000),
      })
    },
    async find(id) {
      const stored = await select(db, model, key(id))
      return stored && { ...toPayload(stored), jti: id }
    },
    async findByUid(uid) {
      const stored = await selectByUid(db, model, uid)
      return stored && toPayload(stored)
    },
    async findByUserCode(userCode) {
      const stored = await selectByUserCode(db, model, userCode)
      return stored && toPayload(stored)
    },
    async consume(id) {
      if (await markConsumed(db, model, key(id), clock.now())) return
      // The provider saw an unused code before this call, but another request used it in between. That is a replay: revoke the
      // tokens of the first request.
      await deleteGrantOf(db, model, key(id))
      throw new errors.InvalidGrant('already used')
    },
    destroy: (id) => deleteRow(db, model, key(id)),
    revokeByGrantId: (grantId) => deleteByGrant(db, model, grantId),
  }
}

/** Drops secrets that nothing reads: the id repeated in the payload, and the session cookie in an interaction. */
function withoutSecrets(payload: AdapterPayload, hashed: boolean): AdapterPayload {
  const { jti, session, ...rest } = payload
  const { cookie: _, ...bareSession } = session ?? {}
  return { ...rest, ...(hashed ? {} : { jti }), ...(session ? { session: bareSession } : {}) }
}

function toPayload({ payload, consumedAt }: StoredPayload): AdapterPayload {
  return consumedAt ? { ...payload, consumed: Math.floor(consumedAt.getTime() / 1000) } : payload
}
