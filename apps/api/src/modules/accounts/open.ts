import type { Account, createAccount } from '@nikau/contract/accounts'
import type { BodyOf } from '@nikau/contract'
import type { Clock, Db, Ids } from '@nikau/runtime'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { selectIndividualAccount, insertIndividual, insertMember, insertOrg } from './store.ts'

interface Deps {
  db: Db
  clock: Clock
  ids: Ids
}

/** Opens an account for the caller. A person has one individual account: repeated and concurrent calls return the same one. */
export async function open(deps: Deps, personId: string, body: BodyOf<typeof createAccount>): Promise<Account | Refusal<'FORBIDDEN'>> {
  if (body.owner !== undefined && body.owner !== personId) return refuse('FORBIDDEN')
  return body.type === 'individual' ? await openIndividual(deps, personId, body.name) : await openOrg(deps, personId, body)
}

export async function openIndividual({ db, clock, ids }: Deps, personId: string, name: string): Promise<Account> {
  return await inTransaction(db, async (tx) => {
    const id = ids.public()
    const at = clock.now()
    if (await insertIndividual(tx, { id, name, personId, at })) await insertMember(tx, { accountId: id, personId, role: 'account-owner', at })
    return await selectIndividualAccount(tx, personId)
  })
}

export async function openOrg({ db, clock, ids }: Deps, personId: string, org: { name: string; region?: string; test?: boolean }): Promise<Account> {
  return await inTransaction(db, async (tx) => {
    const at = clock.now()
    const account = await insertOrg(tx, { id: ids.public(), name: org.name, region: org.region ?? 'NZ', test: org.test ?? false, personId, at })
    await insertMember(tx, { accountId: account.id, personId, role: 'account-owner', at })
    return account
  })
}
