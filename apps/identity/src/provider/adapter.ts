import { createHash } from 'node:crypto'
import type { Clock, Db } from '@nikau/runtime'
import { type Adapter, type AdapterFactory, type AdapterPayload, errors } from 'oidc-provider'
import { get, getByUid, getByUserCode, type Kept, markConsumed, put, remove, removeByGrant, removeFamily } from './store.ts'

/** Models whose id is the very secret that a bearer shows. Of these the database holds only the hash. */
const secretIds = new Set(['AccessToken', 'RefreshToken', 'AuthorizationCode', 'Session'])

export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** What dies with its grant. An interaction names a grant as well, but must outlive it: it is how the next person signs in. */
const grantable = new Set(['AccessToken', 'RefreshToken', 'AuthorizationCode', 'DeviceCode', 'BackchannelAuthenticationRequest'])

/** What the provider remembers, in PostgreSQL: any instance can carry on where another one was killed. */
export function postgresAdapter(db: Db, clock: Clock): AdapterFactory {
  return (model) => adapterOf(db, clock, model)
}

function adapterOf(db: Db, clock: Clock, model: string): Adapter {
  const hashed = secretIds.has(model)
  const key = (id: string) => (hashed ? tokenHash(id) : id)
  return {
    async upsert(id, payload, expiresIn) {
      if (expiresIn === undefined) throw new Error(`${model} without an end`)
      await put(db, {
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
      const kept = await get(db, model, key(id))
      return kept && { ...revived(kept), jti: id }
    },
    async findByUid(uid) {
      const kept = await getByUid(db, model, uid)
      return kept && revived(kept)
    },
    async findByUserCode(userCode) {
      const kept = await getByUserCode(db, model, userCode)
      return kept && revived(kept)
    },
    async consume(id) {
      if (await markConsumed(db, model, key(id), clock.now())) return
      // The provider looked before this call and saw an unused code; another request used it in between. That is a replay
      // like any other: whoever came second ends what the first one got.
      await removeFamily(db, model, key(id))
      throw new errors.InvalidGrant('already used')
    },
    destroy: (id) => remove(db, model, key(id)),
    revokeByGrantId: (grantId) => removeByGrant(db, model, grantId),
  }
}

/** The payload repeats the id, and an interaction carries its session's cookie, which nothing reads: neither is kept. */
function withoutSecrets(payload: AdapterPayload, hashed: boolean): AdapterPayload {
  const { jti, session, ...rest } = payload
  const { cookie: _, ...bareSession } = session ?? {}
  return { ...rest, ...(hashed ? {} : { jti }), ...(session ? { session: bareSession } : {}) }
}

function revived({ payload, consumedAt }: Kept): AdapterPayload {
  return consumedAt ? { ...payload, consumed: Math.floor(consumedAt.getTime() / 1000) } : payload
}
