import { balance, type Ledger } from '@nikau/ledger'
import { type Cents, cents } from '@nikau/money'
import type { Tx } from '@nikau/runtime'

interface Counter {
  id: string
  accountId: string
  limit: Cents
  kind?: 'own-limit' | 'till'
}

/**
 * Opens a counter with the limit in force as its ceiling, or changes the ceiling of an open one. A limit below what the day has used
 * leaves nothing: the ceiling is then the use, until a refund makes room to set the limit itself.
 */
export async function setCeiling(tx: Tx, ledger: Ledger, counter: Counter): Promise<void> {
  const { id, accountId, limit, kind = 'own-limit' } = counter
  await ledger.openAccounts(tx, [{ id, unit: 'allowance', kind, counter: true, owner: accountId, floor: 0n, ceiling: limit }])
  const state = (await balance(tx, id))!
  const ceiling = state.posted > limit ? cents(state.posted) : limit
  if (state.ceiling === ceiling) return
  const refused = await ledger.changeLimits(tx, id, { floor: 0n, ceiling })
  // A payment was counted in between: the limit lies below the use now.
  if (refused === 'over_ceiling') await setCeiling(tx, ledger, counter)
  else if (refused) throw new Error(`limit of ${id} cannot be changed: ${refused}`)
}
