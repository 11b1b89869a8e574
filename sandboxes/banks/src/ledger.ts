import { readAccountNumber, type AccountNumber } from './account-number.ts'
import { banks, bankIds, seedCustomers, type BankId, type Customer } from './banks.ts'
import { aucklandDay } from './calendar.ts'
import type { Store } from './store.ts'

/** An account at one of the banks. Accounts at other banks are opened by the first entry that names them. */
export type Account = { number: AccountNumber; bank: BankId | null; name: string; customer: string | null; opening: number; closed?: boolean }

/** BP online payment, DD direct debit, DC direct credit, DH dishonour, RV reversal, BC bounced credit. */
export type EntryType = 'BP' | 'DD' | 'DC' | 'DH' | 'RV' | 'BC'

export type StatementText = { particulars: string; code: string; reference: string }

export type Entry = StatementText & {
  id: string
  account: AccountNumber
  at: string
  day: string
  /** Signed cents: money in is positive. */
  amount: number
  type: EntryType
  otherName: string
  otherAccount: AccountNumber
  /** The payment, or the line of a file. */
  source: string
}

export type Side = StatementText & { account: AccountNumber; name: string }

export type Ledger = {
  account(number: AccountNumber): Account | undefined
  customer(bank: BankId, number: string): Customer | undefined
  customers(): Customer[]
  addCustomer(customer: Customer): void
  /** Credits to a closed account bounce and debits are dishonoured. */
  close(number: AccountNumber): void
  entries(number: AccountNumber): readonly Entry[]
  balance(number: AccountNumber): number
  /** Posts a debit on one account and the matching credit on the other, in one change. */
  transfer(move: { from: Side; to: Side; amount: number; type: EntryType; at: number; source: string }): void
}

export const openLedger = (store: Store): Ledger => {
  const accounts = store.collection<Account>('accounts')
  const customers = store.collection<Customer>('customers')
  const entries = store.collection<Entry>('entries')

  const byAccount = new Map<AccountNumber, Entry[]>()
  const balances = new Map<AccountNumber, number>()
  const index = (entry: Entry): void => {
    const list = byAccount.get(entry.account)
    if (list) list.push(entry)
    else byAccount.set(entry.account, [entry])
    balances.set(entry.account, (balances.get(entry.account) ?? 0) + entry.amount)
  }
  for (const entry of entries.values()) index(entry)

  const open = (account: Account): void => {
    if (!accounts.get(account.number)) accounts.put(account.number, account)
  }
  const addCustomer = (customer: Customer): void => {
    store.atomically(() => {
      customers.put(`${customer.bank} ${customer.number}`, customer)
      for (const { number, name, opening } of customer.accounts)
        open({ number: canonical(number), bank: customer.bank, name, customer: customer.number, opening })
    })
  }
  if (customers.size() === 0) for (const customer of seedCustomers) addCustomer(customer)
  for (const id of bankIds) open({ number: canonical(banks[id].settlement), bank: id, name: 'Nikau settlement', customer: null, opening: 0 })

  const post = (entry: Omit<Entry, 'id'>): void => {
    const full = { id: `T${String(entries.size() + 1).padStart(9, '0')}`, ...entry }
    entries.put(full.id, full)
    index(full)
  }

  return {
    account: (number) => accounts.get(number),
    customer: (bank, number) => customers.get(`${bank} ${number}`),
    customers: () => [...customers.values()],
    addCustomer,
    close(number) {
      accounts.put(number, { ...(accounts.get(number) ?? { number, bank: null, name: 'Closed account', customer: null, opening: 0 }), closed: true })
    },
    entries: (number) => byAccount.get(number) ?? [],
    balance: (number) => (accounts.get(number)?.opening ?? 0) + (balances.get(number) ?? 0),
    transfer({ from, to, amount, type, at, source }) {
      store.atomically(() => {
        const dated = { at: new Date(at).toISOString(), day: aucklandDay(at), type, source }
        for (const side of [from, to]) open({ number: side.account, bank: null, name: side.name, customer: null, opening: 0 })
        post({ ...dated, ...statementTextOf(from), account: from.account, amount: -amount, otherName: to.name, otherAccount: to.account })
        post({ ...dated, ...statementTextOf(to), account: to.account, amount, otherName: from.name, otherAccount: from.account })
      })
    },
  }
}

const statementTextOf = ({ particulars, code, reference }: StatementText): StatementText => ({ particulars, code, reference })

const canonical = (text: string): AccountNumber => {
  const number = readAccountNumber(text)
  if (number === undefined) throw new Error(`not an account number: ${text}`)
  return number
}
