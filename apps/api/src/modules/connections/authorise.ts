import type { RefusalOf } from '@nikau/contract'
import type { authorizeConnection } from '@nikau/contract/connections'
import type { Permission } from '@nikau/contract/permissions'
import type { Clock, Db } from '@nikau/runtime'
import { recordSecurityEvent } from '@nikau/security-events'
import type { Person, Source } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { presentPermission } from './present.ts'
import { authoriseConnection, selectAuthorised, selectConnection } from './store.ts'

/** Connects an account to the shop that asked. Of two people who open the same link, the first has it. Repeating it changes nothing. */
export async function authorise(
  { db, clock }: { db: Db; clock: Clock },
  call: { person: Person; source: Source },
  id: string,
  accountId: string,
): Promise<Permission | Refusal<RefusalOf<typeof authorizeConnection>>> {
  const { person, source } = call
  return await inTransaction(db, async (tx) => {
    if (!(await mayActFor(tx, person, accountId))) return refuse('FORBIDDEN')
    if (!(await selectConnection(tx, id))) return refuse('FORBIDDEN')
    const at = clock.now()
    const isFirst = await authoriseConnection(tx, id, { accountId, personId: person.personId, at })
    const row = await selectAuthorised(tx, id)
    if (row?.accountId !== accountId) return refuse('CONNECTION_NOT_OPEN')
    if (isFirst) await recordSecurityEvent(tx, { ...person, ...source, kind: 'connection-authorised', at, detail: { merchant: row.merchantName } })
    return await presentPermission(tx, row, at)
  })
}
