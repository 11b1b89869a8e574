import type { Account, createAccount } from '@nikau/contract/accounts'
import type { BodyOf } from '@nikau/contract'
import type { Clock, Db, Ids, Tx } from '@nikau/runtime'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { countOwnedOrgs, selectIndividualAccount, insertIndividual, insertMember, insertOrg } from './store.ts'

interface Deps {
  db: Db
  clock: Clock
  ids: Ids
}

/** Opens an account for the caller. A person has one individual account: repeated and concurrent calls return the same one. */
export async function open(
  deps: Deps,
  personId: string,
  body: BodyOf<typeof createAccount>,
): Promise<Account | Refusal<'FORBIDDEN' | 'ACCOUNT_LIMIT_EXCEEDED'>> {
  if (body.owner !== undefined && body.owner !== personId) return refuse('FORBIDDEN')
  return body.type === 'individual' ? await openIndividual(deps, personId, body.name) : await openOrgWithinLimit(deps, personId, body)
}

export async function openIndividual({ db, clock, ids }: Deps, personId: string, name: string): Promise<Account> {
  return await inTransaction(db, async (tx) => {
    const id = ids.public()
    const at = clock.now()
    if (await insertIndividual(tx, { id, name, personId, at })) await insertMember(tx, { accountId: id, personId, role: 'account-owner', at })
    return await selectIndividualAccount(tx, personId)
  })
}

/** Opens an organisation, which takes test money only until its business is verified. */
export async function openOrg({ db, clock, ids }: Deps, personId: string, org: NewOrg): Promise<Account> {
  return await inTransaction(db, (tx) => insertOrgWithOwner(tx, { clock, ids }, personId, org))
}

/** Of one person. Seeds open more. */
const maxOrgs = 10

async function openOrgWithinLimit(deps: Deps, personId: string, org: NewOrg): Promise<Account | Refusal<'ACCOUNT_LIMIT_EXCEEDED'>> {
  return await inTransaction(deps.db, (tx) => openOrgInTransaction(tx, deps, personId, org))
}

export async function openOrgInTransaction(
  tx: Tx,
  deps: Omit<Deps, 'db'>,
  personId: string,
  org: NewOrg,
): Promise<Account | Refusal<'ACCOUNT_LIMIT_EXCEEDED'>> {
  if ((await countOwnedOrgs(tx, personId)) >= maxOrgs) return refuse('ACCOUNT_LIMIT_EXCEEDED')
  return await insertOrgWithOwner(tx, deps, personId, org)
}

interface NewOrg {
  name: string
  region?: string | undefined
  test?: boolean | undefined
}

async function insertOrgWithOwner(tx: Tx, { clock, ids }: Omit<Deps, 'db'>, personId: string, org: NewOrg): Promise<Account> {
  const at = clock.now()
  const account = await insertOrg(tx, { id: ids.public(), name: org.name, region: org.region ?? 'NZ', test: org.test ?? false, personId, at })
  await insertMember(tx, { accountId: account.id, personId, role: 'account-owner', at })
  return account
}
