import type { BodyOf } from '@nikau/contract'
import type { IntegratorGrant, saveIntegratorGrant } from '@nikau/contract/integrators'
import type { Clock, Db, Ids } from '@nikau/runtime'
import { crnOf, type Person, type Source } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { recordForOwners } from '../accounts/index.ts'
import { merchantFor } from './manage.ts'
import { insertGrant, lockGrants, revokeGrant, selectGrants, selectOrgName } from './store-integrators.ts'

interface Deps {
  db: Db
  clock: Clock
  ids: Ids
}

interface GrantParams {
  merchantId: string
  integratorAccountId: string
}

const maxGrants = 50

export async function listGrants(db: Db, person: Person, merchantId: string): Promise<IntegratorGrant[] | Refusal<'FORBIDDEN'>> {
  return (await merchantFor(db, person, merchantId, 'account:own')) ? await selectGrants(db, merchantId) : refuse('FORBIDDEN')
}

type SaveRefused = 'FORBIDDEN' | 'INTEGRATOR_NOT_FOUND' | 'INTEGRATOR_LIMIT_EXCEEDED'

/** Lets the API keys of another org act for the merchant. An existing grant is replaced. */
export async function saveGrant(
  deps: Deps,
  call: { actor: Person; source: Source },
  params: GrantParams,
  { permissions }: BodyOf<typeof saveIntegratorGrant>,
): Promise<IntegratorGrant | Refusal<SaveRefused>> {
  const merchant = await merchantFor(deps.db, call.actor, params.merchantId, 'account:own')
  if (!merchant) return refuse('FORBIDDEN')
  const integrator = await selectOrgName(deps.db, params.integratorAccountId)
  if (integrator === undefined || params.integratorAccountId === merchant.accountId) return refuse('INTEGRATOR_NOT_FOUND')
  return await inTransaction(deps.db, async (tx): Promise<IntegratorGrant | Refusal<SaveRefused>> => {
    const at = deps.clock.now()
    const createdBy = crnOf(call.actor)
    const count = await lockGrants(tx, merchant.id)
    const replaced = await revokeGrant(tx, params, { at, revokedBy: createdBy })
    if (!replaced && count >= maxGrants) return refuse('INTEGRATOR_LIMIT_EXCEEDED')
    const grant = { ...params, permissions: [...new Set(permissions)].sort(), createdBy }
    await insertGrant(tx, { id: deps.ids.public('ig_'), ...grant, at })
    await recordForOwners(tx, merchant.accountId!, { kind: 'integrator-grant-changed', ...call, at, detail: { integrator, merchant: merchant.name } })
    return { ...grant, integratorName: integrator, createdAt: at }
  })
}

/** Ends the grant at once. */
export async function endGrant(
  deps: Deps,
  call: { actor: Person; source: Source },
  params: GrantParams,
): Promise<IntegratorGrant | Refusal<'FORBIDDEN' | 'INTEGRATOR_NOT_FOUND'>> {
  const merchant = await merchantFor(deps.db, call.actor, params.merchantId, 'account:own')
  if (!merchant) return refuse('FORBIDDEN')
  return await inTransaction(deps.db, async (tx) => {
    const at = deps.clock.now()
    await lockGrants(tx, merchant.id)
    const revoked = await revokeGrant(tx, params, { at, revokedBy: crnOf(call.actor) })
    if (!revoked) return refuse('INTEGRATOR_NOT_FOUND')
    const detail = { integrator: revoked.integratorName, merchant: merchant.name }
    await recordForOwners(tx, merchant.accountId!, { kind: 'integrator-grant-changed', ...call, at, detail })
    return revoked
  })
}
