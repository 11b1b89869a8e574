import type { AnswerOf, ParamsOf } from '@nikau/contract'
import type { getWalletTransaction } from '@nikau/contract/wallets'
import type { Db } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { moneyFor } from './access.ts'
import { selectLines } from './store.ts'
import { toTransaction } from './transactions.ts'

/** One movement by its number on the wallet. Unknown numbers return FORBIDDEN, as for another person's wallet. */
export async function transaction(
  db: Db,
  person: Person,
  { walletId, activityNumber }: ParamsOf<typeof getWalletTransaction>,
): Promise<AnswerOf<typeof getWalletTransaction> | Refusal<'FORBIDDEN'>> {
  if (!(await moneyFor(db, person, walletId))) return refuse('FORBIDDEN')
  const version = BigInt(activityNumber)
  const [line] = await selectLines(db, walletId, { before: version + 1n, limit: 1 }, {})
  return line?.version === version ? toTransaction(line, walletId) : refuse('FORBIDDEN')
}
