import type { Sealed, Tx } from '@nikau/runtime'
import { sql } from 'kysely'

export type OutgoingPurpose = 'payout' | 'account-check' | 'bank-return' | 'top-up-return' | 'card-refund' | 'operator-payment'
export type OutgoingStatus = 'waiting' | 'sent' | 'paid' | 'returned'

/** A linked bank account, or the account of somebody without one, whose number is sealed for the payment. */
type Payee = { accountId: string; bankAccountId: string } | ({ name: string; maskedNumber: string } & Sealed)

export interface NewOutgoingPayment {
  id: string
  purpose: OutgoingPurpose
  payee: Payee
  amount: bigint
  /** The ledger account that the money left. */
  sourceAccount: string
  reference: string
  particulars: string
  code: string
  posting: bigint
}

/** The caller has posted the amounts to the account of payouts in the same transaction. */
export async function insertOutgoingPayments(tx: Tx, payments: readonly NewOutgoingPayment[], now: Date): Promise<void> {
  const column = <Key extends keyof NewOutgoingPayment>(key: Key) => payments.map((payment) => payment[key])
  const linked = payments.map(({ payee }) => ('bankAccountId' in payee ? payee : undefined))
  const unlinked = payments.map(({ payee }) => ('bankAccountId' in payee ? undefined : payee))
  await sql`
    insert into outgoing_payment (id, purpose, account_id, bank_account_id, payee_name, masked_number, sealed_number, key_id, amount, source_account, reference,
      particulars, code, posting, status, created_at)
    select n.*, 'waiting', ${now}
      from unnest(${column('id')}::text[], ${column('purpose')}::text[], ${linked.map((payee) => payee?.accountId ?? null)}::text[],
        ${linked.map((payee) => payee?.bankAccountId ?? null)}::text[], ${unlinked.map((payee) => payee?.name ?? null)}::text[],
        ${unlinked.map((payee) => payee?.maskedNumber ?? null)}::text[], ${unlinked.map((payee) => payee?.sealed ?? null)}::bytea[],
        ${unlinked.map((payee) => payee?.keyId ?? null)}::text[], ${column('amount')}::bigint[], ${column('sourceAccount')}::text[],
        ${column('reference')}::text[], ${column('particulars')}::text[], ${column('code')}::text[], ${column('posting')}::bigint[]) as n`.execute(tx)
}

/** A payment as an order of a bank file, with the sealed number of its account. */
export interface OutgoingOrder {
  transferId: string
  reference: string
  particulars: string
  code: string
  amount: bigint
  name: string
  /** What the number is sealed for: the linked account, or the payment. */
  sealedFor: string
  sealed: Buffer
  keyId: string
}

/** Claims payments that were made before the cut-off, oldest first. They count as sent from now on. */
export async function claimForFile(tx: Tx, file: { fileId: string; requestedBefore: Date; limit: number; now: Date }): Promise<OutgoingOrder[]> {
  const { rows } = await sql<OutgoingOrder>`
    with claimed as (
      select id from outgoing_payment where status = 'waiting' and created_at < ${file.requestedBefore} order by id limit ${file.limit}
         for no key update skip locked),
    changed as (
      update outgoing_payment p set status = 'sent', sent_at = ${file.now}, file_id = ${file.fileId} from claimed c where p.id = c.id returning p.*)
    select p.id as "transferId", p.reference, p.particulars, p.code, p.amount, coalesce(b.name, p.payee_name) as name,
           coalesce(b.id, p.id) as "sealedFor", coalesce(b.sealed_number, p.sealed_number) as sealed, coalesce(b.key_id, p.key_id) as "keyId"
      from changed p left join bank_account b on b.id = p.bank_account_id order by p.id`.execute(tx)
  return rows
}

export interface OutgoingPayment {
  id: string
  purpose: OutgoingPurpose
  accountId: string | null
  sourceAccount: string
  status: OutgoingStatus
  amount: bigint
  maskedNumber: string
}

export async function lockByReference(tx: Tx, reference: string): Promise<OutgoingPayment | undefined> {
  const { rows } = await sql<OutgoingPayment>`
    select p.id, p.purpose, p.account_id as "accountId", p.source_account as "sourceAccount", p.status, p.amount,
           coalesce(b.masked_number, p.masked_number) as "maskedNumber"
      from outgoing_payment p left join bank_account b on b.id = p.bank_account_id where p.reference = ${reference} for no key update of p`.execute(tx)
  return rows[0]
}

export async function markPaid(tx: Tx, id: string, at: Date): Promise<void> {
  await sql`update outgoing_payment set status = 'paid', paid_at = ${at} where id = ${id}`.execute(tx)
}

export async function markReturned(tx: Tx, id: string, returned: { reason: string; posting: bigint; at: Date }): Promise<void> {
  await sql`
    update outgoing_payment set status = 'returned', returned_at = ${returned.at}, return_reason = ${returned.reason}, return_posting = ${returned.posting}
     where id = ${id}`.execute(tx)
}
