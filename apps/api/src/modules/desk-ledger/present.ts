import type { LedgerAccount, LedgerEntry, LedgerPosting } from '@nikau/contract/desk/ledger'
import { cents } from '@nikau/money'
import type { AccountRow, EntryRow, OperationRow, PostedEntryRow } from './store.ts'

export function presentAccount({ accountNo, owner, floor, ceiling, posted, heldIn, heldOut, version, closesAt, closedAt, ...row }: AccountRow): LedgerAccount {
  return {
    ...row,
    accountNo: String(accountNo),
    ...(owner !== null && { owner }),
    ...(floor !== null && { floor: cents(floor) }),
    ...(ceiling !== null && { ceiling: cents(ceiling) }),
    posted: cents(posted),
    heldIn: cents(heldIn),
    heldOut: cents(heldOut),
    available: cents(posted - heldOut),
    version: Number(version),
    ...(closesAt && { closesAt }),
    ...(closedAt && { closedAt }),
  }
}

export function presentEntry({ version, at, amount, balance, posting, kind, subject, hash }: EntryRow): LedgerEntry {
  return {
    version: Number(version),
    at,
    amount: cents(amount),
    balance: cents(balance),
    posting: String(posting),
    ...(kind !== null && { kind }),
    ...(subject !== null && { subject }),
    hash,
  }
}

export function presentOperation({ operation, debit, credit, unit, amount, hold }: OperationRow): LedgerPosting['operations'][number] {
  return {
    operation,
    ...(debit !== null && { debit }),
    ...(credit !== null && { credit }),
    unit: unit ?? '',
    amount: cents(amount),
    ...(hold !== null && { hold }),
  }
}

export function presentPostedEntry({ account, unit, version, amount, balance, hash }: PostedEntryRow): LedgerPosting['entries'][number] {
  return { account, unit, version: Number(version), amount: cents(amount), balance: cents(balance), hash }
}
