import type { BodyOf, RefusalOf } from '@nikau/contract'
import type { listPayees, Payee, removePayee, renamePayee } from '@nikau/contract/payees'
import { type Cents, cents, zero } from '@nikau/money'
import { type Db, randomIds, type Tx } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { deletePayee, insertRecentSend, type PayeeRow, selectPayees, updateOwnName, upsertPayee } from './store.ts'

/** A send that was made: its recipient becomes a contact, and the brake learns what is usual. */
export interface MadeSend {
  accountId: string
  alias: string
  /** The recipient's shown name, if the sender may read it. */
  name?: string | undefined
  value?: Cents | undefined
  message?: string | undefined
  at: Date
}

/** Records a send in its own transaction. */
export async function recordPayee(tx: Tx, send: MadeSend): Promise<void> {
  const firstTime = await upsertPayee(tx, { ...send, id: randomIds.public() })
  await insertRecentSend(tx, { accountId: send.accountId, value: send.value ?? zero, firstTime, at: send.at })
}

export async function list(db: Db, person: Person, accountId: string): Promise<{ items: Payee[] } | Refusal<RefusalOf<typeof listPayees>>> {
  if (!(await mayActFor(db, person, accountId))) return refuse('FORBIDDEN')
  return { items: (await selectPayees(db, accountId)).map(toPayee) }
}

interface PayeeParams {
  accountId: string
  payeeId: string
}

export async function rename(
  db: Db,
  person: Person,
  { accountId, payeeId }: PayeeParams,
  { name }: BodyOf<typeof renamePayee>,
): Promise<Payee | Refusal<RefusalOf<typeof renamePayee>>> {
  const row = (await mayActFor(db, person, accountId)) ? await updateOwnName(db, { accountId, payeeId, name }) : undefined
  return row ? toPayee(row) : refuse('FORBIDDEN')
}

export async function remove(
  db: Db,
  person: Person,
  { accountId, payeeId }: PayeeParams,
): Promise<Record<string, never> | Refusal<RefusalOf<typeof removePayee>>> {
  const removed = (await mayActFor(db, person, accountId)) && (await deletePayee(db, { accountId, payeeId }))
  return removed ? {} : refuse('FORBIDDEN')
}

function toPayee({ id, alias, ownName, shownName, lastSentAt, lastValue, lastMessage }: PayeeRow): Payee {
  return {
    id,
    alias,
    name: ownName ?? shownName ?? undefined,
    lastSentAt,
    lastValue: lastValue === null ? undefined : cents(lastValue),
    lastMessage: lastMessage ?? undefined,
  }
}
