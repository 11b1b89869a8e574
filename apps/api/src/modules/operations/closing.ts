import { balances, lockAccounts } from '@nikau/ledger'
import { cents, format } from '@nikau/money'
import type { Tx } from '@nikau/runtime'
import { Refusal, refuse } from '../../http/refusal.ts'
import { closeAccount, emailOwners, selectOwnerContacts } from '../accounts/index.ts'
import { archiveWallets } from '../assets/index.ts'
import { selectAccountChoices } from '../payouts/index.ts'
import type { ActContext, OperationsDeps, Plan } from './act.ts'
import { unclaimedAccount } from './accounts.ts'
import { postAdjustment } from './adjust.ts'
import { sendPayment } from './send-payment.ts'
import { type ClosingAccount, type ClosingPayee, lockClosingAccount, selectClosingWallets, selectPending, selectVerifiedAccount } from './store-closing.ts'

export interface Closing {
  account: ClosingAccount
  wallets: Awaited<ReturnType<typeof selectClosingWallets>>
  total: bigint
}

/** Whether an account can be closed, and what is in it. Nothing may be on its way to or from it, and no wallet below zero. */
export async function findClosing(tx: Tx, accountId: string, { at, withTokens }: { at: Date; withTokens: boolean }): Promise<Closing | Refusal<string>> {
  const account = await lockClosingAccount(tx, accountId)
  if (!account) return refuse('ACCOUNT_NOT_FOUND')
  if (account.closed) return refuse('CLOSED_ALREADY')
  const wallets = await selectClosingWallets(tx, accountId)
  const below = wallets.find(({ balance }) => balance < 0n)
  if (below) return refuse('BALANCE_BELOW_ZERO', { walletId: below.id, balance: String(below.balance) })
  const pending = (await selectPending(tx, accountId, at)).filter(({ what }) => what !== 'token' || !withTokens)
  if (pending.length > 0) return refuse('PENDING', { pending: pending.map(({ what, id }) => `${what} ${id}`) })
  return { account, wallets, total: wallets.reduce((sum, { balance }) => sum + balance, 0n) }
}

/** Where the money goes that its owner asks for: the payout account of a business, the account that a person has verified last. */
export async function findOwnAccount(tx: Tx, accountId: string, { type }: ClosingAccount, at: Date): Promise<ClosingPayee | undefined> {
  if (type === 'individual') return await selectVerifiedAccount(tx, accountId)
  const { current } = await selectAccountChoices(tx, accountId, at)
  return current?.toConfirm ? undefined : current
}

export function planClosing(accountId: string, { wallets, total }: Closing, madeFor: Plan['madeFor']): Plan {
  const largest = wallets.toSorted((a, b) => Number(b.balance - a.balance))[0]
  return {
    subject: `account:${accountId}`,
    accountId,
    madeFor: { ...madeFor, wallets: wallets.map(({ id, balance }) => `${id} ${balance}`).join(', ') },
    ...(largest && total > 0n && { money: { unit: 'nzd.main', amount: total, debit: largest.ledgerId } }),
  }
}

interface ClosedAccount {
  accountId: string
  closing: Closing
  /** Undefined only if there is no money. */
  payee: Parameters<typeof sendPayment>[2]['payee'] | undefined
  /** Its masked number. */
  number: string | undefined
}

/**
 * Empties the wallets of an account, closes them in the ledger, and sends their money to a bank account. It leaves by way of the account
 * of unclaimed money: a payment that the bank returns cannot go back to a closed wallet, and is sent from there again.
 */
export async function close(
  tx: Tx,
  deps: OperationsDeps,
  { accountId, closing: { account, wallets, total }, payee, number }: ClosedAccount,
  { proposalId, at }: Pick<ActContext, 'proposalId' | 'at'>,
): Promise<Readonly<Record<string, string>> | Refusal<string>> {
  await deps.ledger.openAccount(tx, unclaimedAccount)
  await lockAccounts(tx, [unclaimedAccount.id, ...wallets.map(({ ledgerId }) => ledgerId)])
  const found = await balances(tx, [unclaimedAccount.id, ...wallets.map(({ ledgerId }) => ledgerId)])
  const to = found.find(({ id }) => id === unclaimedAccount.id)!
  for (const { id, ledgerId, balance: amount } of wallets) {
    const from = found.find((one) => one.id === ledgerId)!
    const closed =
      amount > 0n
        ? await postAdjustment(tx, deps, {
            id: `${proposalId}:${id}`,
            proposalId,
            from,
            to,
            amount,
            words: 'account-closed',
            subject: `account:${accountId}`,
            closes: true,
            at,
          })
        : await closeEmpty(tx, deps, ledgerId)
    if (closed instanceof Refusal) return closed
  }
  await archiveWallets(tx, accountId)
  if (!(await closeAccount(tx, accountId, at))) return refuse('CLOSED_ALREADY')
  if (total === 0n) {
    await tellOwners(tx, accountId, account, 'There was no money in it.')
    return {}
  }
  const sent = await sendPayment(tx, deps, { id: proposalId, debit: unclaimedAccount.id, amount: total, payee: payee!, particulars: 'ACCT CLOSED', at })
  if (sent instanceof Refusal) return sent
  await tellOwners(tx, accountId, account, `${format(cents(total))} goes to ${number!}, with the reference ${sent.reference!}.`)
  return sent
}

async function closeEmpty(tx: Tx, { ledger }: OperationsDeps, id: string): Promise<undefined | Refusal<'LEDGER_REFUSED'>> {
  const [outcome] = await ledger.postInTransaction(tx, [
    { reference: `account-closed:${id}`, kind: 'account-closed', subject: id, operations: [{ op: 'close', account: id }] },
  ])
  return outcome?.outcome === 'accepted' ? undefined : refuse('LEDGER_REFUSED', { reason: outcome?.outcome === 'refused' ? outcome.code : 'replay' })
}

async function tellOwners(tx: Tx, accountId: string, { name }: ClosingAccount, what: string): Promise<void> {
  const owners = (await selectOwnerContacts(tx, [accountId])).get(accountId) ?? []
  await emailOwners(tx, owners, {
    key: `account-closed:${accountId}`,
    purpose: 'account-closed',
    subject: `Your account ${name} is closed`,
    body: `Your account ${name} is closed. ${what}\n\nNothing can be paid, topped up or received any more. You can still sign in and read your activity and statements.`,
  })
}
