import type { Customer } from '@nikau/contract/desk/customers'
import { balances } from '@nikau/ledger'
import { cents } from '@nikau/money'
import { bankOf } from '@nikau/nz/bank-account-number'
import type { Db } from '@nikau/runtime'
import type { DeskOperator } from '../../http/desk/session.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import { selectSpendableTypes } from '../assets/index.ts'
import { linkedBankAccounts } from '../bank-accounts/index.ts'
import { counterOf, keysAt, ownLimitsOf, quotaTypes } from '../quotas/index.ts'
import { selectFreeze } from '../safety/index.ts'
import { customerNumber, stateOf } from './present.ts'
import { countReveals, countTokens, selectIdentity, selectNotes, selectSessions, selectTransfers, selectWallets } from './store.ts'

/** How often an operator may see contact details; the database has the same (desk_count_reveal). */
export const revealsPerHour = 20

/** A customer as the desk may see them: the owner's identity comes masked from the database. An operator sees nothing of their own account. */
export async function findCustomer(
  db: Db,
  operator: DeskOperator,
  accountId: string,
  { test, now }: { test: boolean; now: { wall: Date; money: Date } },
): Promise<Customer | Refusal<'OWN_ACCOUNT' | 'NOT_FOUND'>> {
  const asking = { secretHash: operator.secretHash, now: now.wall }
  const identity = await selectIdentity(db, asking, accountId)
  if (!identity) return refuse('NOT_FOUND')
  if (identity.personId === operator.personId) return refuse('OWN_ACCOUNT')
  const freeze = await selectFreeze(db, accountId)
  const { maskedName, maskedEmail, lastSignedInAt } = identity
  return {
    id: accountId,
    number: customerNumber(identity.personId),
    ...(maskedName !== null && { maskedName }),
    maskedPhone: identity.maskedPhone,
    ...(maskedEmail !== null && { maskedEmail }),
    phoneVerified: identity.phoneVerified,
    emailVerified: identity.emailVerified,
    joinedAt: identity.joinedAt,
    ...(lastSignedInAt && { lastSignedInAt }),
    passkeys: identity.passkeys,
    state: stateOf({ closed: identity.closedAt !== null, frozen: freeze !== undefined }),
    ...(freeze && { freeze: { by: freeze.by, since: freeze.since, ...(freeze.reason !== null && { reason: freeze.reason }) } }),
    wallets: (await selectWallets(db, accountId, test)).map(({ id, type, status, posted, held }) => ({
      id,
      type,
      status,
      posted: cents(posted),
      held: cents(held),
      available: cents(posted - held),
    })),
    tokens: await countTokens(db, accountId, test),
    limits: await usedLimits(db, accountId, test, now.money),
    bankAccounts: (await linkedBankAccounts(db, accountId))
      .filter(({ liveness }) => (liveness === 'test') === test)
      .map(({ id, maskedNumber, verifiedAt, directDebit }) => ({
        id,
        bank: bankOf(maskedNumber.slice(0, 2))?.name ?? maskedNumber.slice(0, 2),
        maskedNumber,
        ...(verifiedAt && { verifiedAt }),
        directDebit,
      })),
    transfers: (await selectTransfers(db, accountId, test)).map(({ amount, ...transfer }) => ({ ...transfer, amount: cents(amount) })),
    sessions: await selectSessions(db, asking, accountId),
    notes: (await selectNotes(db, accountId)).map(({ operator: id, name, at, note }) => ({ by: { id, name }, at, note })),
    reveals: { hour: (await countReveals(db, asking)).hour, perHour: revealsPerHour },
  }
}

/** Of the month and year under way; a counter that nothing has used does not exist. */
async function usedLimits(db: Db, accountId: string, test: boolean, now: Date): Promise<Customer['limits']> {
  const assetTypes = (await selectSpendableTypes(db, accountId)).filter((type) => type.endsWith('.test') === test)
  const keys = assetTypes.flatMap((assetType) => quotaTypes.flatMap((type) => keysAt({ accountId, type, assetType }, now)))
  const counters = new Map((await balances(db, keys.map(counterOf))).map((counter) => [counter.id, counter]))
  const own = await ownLimitsOf(db, accountId)
  return keys.flatMap((key) => {
    const counter = counters.get(counterOf(key))
    if (!counter) return []
    const isOwn = own.some(({ type, assetType, period }) => type === key.type && assetType === key.assetType && period === key.period)
    return [{ type: key.type, period: key.period, interval: key.interval, used: cents(counter.posted), limit: cents(counter.ceiling ?? 0n), own: isOwn }]
  })
}
