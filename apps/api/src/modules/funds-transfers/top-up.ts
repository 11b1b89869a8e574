import { createTopUp, type FundsTransfer } from '@nikau/contract/funds-transfers'
import { type Group, type Outcome } from '@nikau/ledger'
import type { Tx } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { once } from '../../http/idempotency.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import { count, countedGroup, quotaExceeded } from '../quotas/index.ts'
import { recordMovements } from '../wallets/index.ts'
import { inFlightOf, openInFlight, takeOff } from './books.ts'
import { type CreateMeans, type Move, type Sides, sidesOf, write } from './create.ts'
import { noticeLetter, tell } from './letters.ts'
import { toFundsTransfer } from './show.ts'

type Refused = keyof typeof createTopUp.refusals

/**
 * Asks for money from a bank account. None moves yet: it counts as in flight and against the quota, both in the ledger, so that
 * fifty who ask at the same moment get no more than one after the other would. The letter is the notice of the debit.
 */
export async function topUp(means: CreateMeans, person: Person, body: Move): Promise<FundsTransfer | Refusal<Refused>> {
  return await once(means, createTopUp, { caller: person.personId, body }, async (tx, reference): Promise<FundsTransfer | Refusal<Refused>> => {
    const sides = await sidesOf(tx, person, body)
    if (sides instanceof Refusal) return sides
    if (sides.bankAccount.type !== 'nikau') return refuse('BANK_ACCOUNT_TYPE_NOT_CONFIGURED_FOR_TOPUP')
    if (!sides.bankAccount.directDebit) return refuse('DIRECT_DEBIT_NOT_AUTHORIZED')
    const id = means.ids.public()
    const posting = await ask(tx, means, sides, { id, reference, amount: body.amount })
    if (posting instanceof Refusal) return posting
    const transfer = await write(tx, means, { ...sides, id, type: 'topup', amount: body.amount, personId: person.personId, posting })
    await tell(tx, person.personId, noticeLetter(transfer, { ...means, verified: sides.bankAccount.verified }))
    return toFundsTransfer(transfer)
  })
}

async function ask(
  tx: Tx,
  means: CreateMeans,
  { wallet, bankAccount }: Sides,
  { id, reference, amount }: { id: string; reference: string; amount: Move['amount'] },
): Promise<bigint | Refusal<'QUOTA_EXCEEDED' | 'MAX_INFLIGHT_TOPUPS_EXCEEDED' | 'MAX_INFLIGHT_TOPUP_AMOUNT_EXCEEDED'>> {
  await openInFlight(tx, means.ledger, bankAccount.id, bankAccount.verified)
  const counted = await count(tx, means, { accountId: wallet.accountId, type: 'topup', assetType: wallet.type, amount })
  const group: Group = { reference, kind: 'topup.requested', subject: `funds-transfer:${id}`, operations: takeOff(bankAccount.id, amount) }
  const [outcome] = await means.ledger.postIn(tx, [countedGroup(group, counted)])
  if (outcome?.outcome === 'accepted') {
    const movement = { topupId: id, destWalletId: wallet.id, quota: counted.quota, counted: counted.counted }
    await recordMovements(tx, [{ posting: outcome.posting, movement }])
    return outcome.posting
  }
  const refused = outcome && (inFlightExceeded(bankAccount.id, outcome) ?? (await quotaExceeded(tx, counted, outcome)))
  if (refused) return refused
  throw new Error(`a top-up was refused: ${JSON.stringify(outcome)}`)
}

function inFlightExceeded(bankAccountId: string, outcome: Outcome): Refusal<'MAX_INFLIGHT_TOPUPS_EXCEEDED' | 'MAX_INFLIGHT_TOPUP_AMOUNT_EXCEEDED'> | undefined {
  if (outcome.outcome !== 'refused' || outcome.code !== 'over_ceiling') return undefined
  const counters = inFlightOf(bankAccountId)
  if (outcome.account === counters.count) return refuse('MAX_INFLIGHT_TOPUPS_EXCEEDED')
  return outcome.account === counters.amount ? refuse('MAX_INFLIGHT_TOPUP_AMOUNT_EXCEEDED') : undefined
}
