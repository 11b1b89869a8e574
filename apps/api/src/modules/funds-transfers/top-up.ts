import { createTopUp, type FundsTransfer } from '@nikau/contract/funds-transfers'
import { type Group, type Outcome } from '@nikau/ledger'
import type { Tx } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { withIdempotencyKey } from '../../http/idempotency.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import { refusalIfStopped } from '../controls/index.ts'
import { consume, withConsumption, quotaExceeded } from '../quotas/index.ts'
import { recordMovements } from '../wallets/index.ts'
import { inFlightCounters, openInFlight, countInFlight } from './in-flight.ts'
import { type CreateDeps, type TransferBody, type TransferParties, loadParties, createTransfer } from './create.ts'
import { directDebitNotice, notify } from './notifications.ts'
import { toFundsTransfer } from './present.ts'

type Refused = keyof typeof createTopUp.refusals

/**
 * Creates a top-up. No money moves yet: it counts as in flight and against the quota, both in the ledger, so that concurrent calls
 * cannot exceed either limit. The message it sends is the notice of the direct debit.
 */
export async function topUp(deps: CreateDeps, person: Person, body: TransferBody): Promise<FundsTransfer | Refusal<Refused>> {
  return await withIdempotencyKey(deps, createTopUp, { caller: person.personId, body }, async (tx, reference): Promise<FundsTransfer | Refusal<Refused>> => {
    const sides = await loadParties(tx, person, body)
    if (sides instanceof Refusal) return sides
    const stopped = await refusalIfStopped(tx, 'top-ups')
    if (stopped) return stopped
    if (sides.bankAccount.type !== 'nikau') return refuse('BANK_ACCOUNT_TYPE_NOT_CONFIGURED_FOR_TOPUP')
    if (!sides.bankAccount.directDebit) return refuse('DIRECT_DEBIT_NOT_AUTHORIZED')
    const id = deps.ids.public()
    const posting = await reserveInFlight(tx, deps, sides, { id, reference, amount: body.amount })
    if (posting instanceof Refusal) return posting
    const transfer = await createTransfer(tx, deps, { ...sides, id, type: 'topup', amount: body.amount, personId: person.personId, posting })
    await notify(tx, person.personId, directDebitNotice(transfer, { ...deps, verified: sides.bankAccount.verified }))
    return toFundsTransfer(transfer)
  })
}

async function reserveInFlight(
  tx: Tx,
  deps: CreateDeps,
  { wallet, bankAccount }: TransferParties,
  { id, reference, amount }: { id: string; reference: string; amount: TransferBody['amount'] },
): Promise<bigint | Refusal<'QUOTA_EXCEEDED' | 'MAX_INFLIGHT_TOPUPS_EXCEEDED' | 'MAX_INFLIGHT_TOPUP_AMOUNT_EXCEEDED'>> {
  await openInFlight(tx, deps.ledger, bankAccount.id, bankAccount.verified)
  const counted = await consume(tx, deps, { accountId: wallet.accountId, type: 'topup', assetType: wallet.type, amount })
  const group: Group = { reference, kind: 'topup.requested', subject: `funds-transfer:${id}`, operations: countInFlight(bankAccount.id, amount) }
  const [outcome] = await deps.ledger.postInTransaction(tx, [withConsumption(group, counted)])
  if (outcome?.outcome === 'accepted') {
    const movement = { topupId: id, destWalletId: wallet.id, quota: counted.quota, counted: counted.counted }
    await recordMovements(tx, [{ posting: outcome.posting, movement }])
    return outcome.posting
  }
  const refused = outcome && (inFlightExceeded(bankAccount.id, outcome) ?? (await quotaExceeded(tx, counted, outcome)))
  if (refused) return refused
  throw new Error(`top-up refused by the ledger: ${JSON.stringify(outcome)}`)
}

function inFlightExceeded(bankAccountId: string, outcome: Outcome): Refusal<'MAX_INFLIGHT_TOPUPS_EXCEEDED' | 'MAX_INFLIGHT_TOPUP_AMOUNT_EXCEEDED'> | undefined {
  if (outcome.outcome !== 'refused' || outcome.code !== 'over_ceiling') return undefined
  const counters = inFlightCounters(bankAccountId)
  if (outcome.account === counters.count) return refuse('MAX_INFLIGHT_TOPUPS_EXCEEDED')
  return outcome.account === counters.amount ? refuse('MAX_INFLIGHT_TOPUP_AMOUNT_EXCEEDED') : undefined
}
