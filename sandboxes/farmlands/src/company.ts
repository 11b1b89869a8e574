import { randomUUID } from 'node:crypto'
import { type Account, type Card, type CardStatus, seedAccounts, seedCards, statusAt } from './cards.ts'
import { applySettlementFault, type Fault, type SettlementFault } from './faults.ts'
import { openJournal } from './journal.ts'

export type Decline = 'INSUFFICIENT_CREDIT' | 'CARD_EXPIRED' | 'CARD_INACTIVE' | 'DECLINED'

/** A charge, under the idempotency key of the caller. It never changes once it is approved or declined. */
export type Charge = {
  key: string
  id: string
  card: string
  account: string
  cents: number
  merchantGst: string
  reference: string
  status: 'approved' | 'declined'
  decline: Decline | null
  at: string
}

export type Refund = { key: string; id: string; charge: string; account: string; cents: number; reference: string; at: string }

/** What is paid for a day: one bank payment of the net sum, with the reference. Numbers count without gaps. */
export type Settlement = {
  number: number
  reference: string
  day: string
  payDay: string
  netCents: number
  lines: { kind: 'charge' | 'refund'; key: string; cents: number; reference: string }[]
}

type Event =
  | { what: 'account'; account: Account }
  | { what: 'card'; card: Card }
  | { what: 'charge'; charge: Charge }
  | { what: 'refund'; refund: Refund }
  | { what: 'settlement'; settlement: Settlement; covers: string[] }
  | { what: 'fault'; fault: Fault }
  | { what: 'fault-gone'; id: string }

const netOf = (lines: Settlement['lines']): number => lines.reduce((sum, { kind, cents }) => sum + (kind === 'charge' ? cents : -cents), 0)

export type Company = ReturnType<typeof openCompany>

/** The card company: cards, what each account owes, charges and refunds. */
export const openCompany = (folder: string | undefined) => {
  const accounts = new Map<string, Account>()
  const byNumber = new Map<string, Card>()
  const byToken = new Map<string, Card>()
  const byBarcode = new Map<string, Card>()
  const charges = new Map<string, Charge>()
  const refunds = new Map<string, Refund>()
  const settlements: Settlement[] = []
  /** Ids of charges and refunds that a settlement covers. */
  const settled = new Set<string>()
  const faults = new Map<string, Fault>()
  const addOwed = (id: string, cents: number): void => {
    const account = accounts.get(id)!
    accounts.set(id, { ...account, owedCents: account.owedCents + cents })
  }

  const apply = (event: Event): void => {
    switch (event.what) {
      case 'account':
        accounts.set(event.account.id, event.account)
        break
      case 'card':
        byNumber.set(event.card.number, event.card)
        byToken.set(event.card.token, event.card)
        if (event.card.barcode !== undefined) byBarcode.set(event.card.barcode, event.card)
        break
      case 'charge':
        charges.set(event.charge.key, event.charge)
        if (event.charge.status === 'approved') addOwed(event.charge.account, event.charge.cents)
        break
      case 'refund':
        refunds.set(event.refund.key, event.refund)
        addOwed(event.refund.account, -event.refund.cents)
        break
      case 'settlement':
        settlements[event.settlement.number - 1] = event.settlement
        for (const id of event.covers) settled.add(id)
        break
      case 'fault':
        faults.set(event.fault.id, event.fault)
        break
      case 'fault-gone':
        faults.delete(event.id)
    }
  }
  const journal = openJournal<Event>(folder, apply)
  if (accounts.size === 0) for (const account of seedAccounts) journal.add({ what: 'account', account })
  for (const card of seedCards) {
    const known = byNumber.get(card.number)
    // A journal from before cards had barcodes.
    if (known?.barcode === undefined) journal.add({ what: 'card', card: { ...(known ?? card), barcode: card.barcode! } })
  }

  const available = (id: string): number => {
    const { limitCents, owedCents } = accounts.get(id)!
    return limitCents - owedCents
  }
  const refundedOf = (key: string): number => [...refunds.values()].filter(({ charge }) => charge === key).reduce((sum, { cents }) => sum + cents, 0)

  const declineFor = (card: Card, cents: number, now: Date): Decline | null => {
    const status = statusAt(card, now)
    if (status !== 'active') return status === 'expired' ? 'CARD_EXPIRED' : 'CARD_INACTIVE'
    return cents > available(card.account) ? 'INSUFFICIENT_CREDIT' : null
  }

  return {
    account: (id: string) => accounts.get(id)!,
    accounts: () => [...accounts.values()],
    available,
    refundedOf,
    cards: () => [...byToken.values()],
    cardOf: (token: string) => byToken.get(token),
    cardByNumber: (number: string) => byNumber.get(number),
    cardByBarcode: (barcode: string) => byBarcode.get(barcode),
    charge: (key: string) => charges.get(key),
    refund: (key: string) => refunds.get(key),
    charges: () => [...charges.values()],
    refunds: () => [...refunds.values()],
    faults: () => [...faults.values()],
    settlements: () => settlements,
    settlement: (reference: string) => settlements.find((one) => one.reference === reference),
    setFault: (fault: Fault) => journal.add({ what: 'fault', fault }),
    removeFault: (id: string) => journal.add({ what: 'fault-gone', id }),

    addCard(card: Card, account: Account): void {
      if (!accounts.has(account.id)) journal.add({ what: 'account', account })
      journal.add({ what: 'card', card })
    },
    setStatus(card: Card, status: CardStatus): void {
      journal.add({ what: 'card', card: { ...card, status } })
    },
    /** Approves or declines a charge, and stores that before responding. */
    authoriseCharge(order: Pick<Charge, 'key' | 'cents' | 'merchantGst' | 'reference'>, card: Card, forced: Decline | null): Charge {
      const now = new Date()
      const decline = forced ?? declineFor(card, order.cents, now)
      const charge: Charge = {
        ...order,
        id: `ch_${randomUUID()}`,
        card: card.token,
        account: card.account,
        status: decline === null ? 'approved' : 'declined',
        decline,
        at: now.toISOString(),
      }
      journal.add({ what: 'charge', charge })
      return charge
    },
    refundCharge(order: Pick<Refund, 'key' | 'cents' | 'reference'>, charge: Charge): Refund {
      const refund: Refund = { ...order, id: `re_${randomUUID()}`, charge: charge.key, account: charge.account, at: new Date().toISOString() }
      journal.add({ what: 'refund', refund })
      return refund
    },
    /** Closes a day: everything charged and refunded since the last settlement, or what has these keys; with a fault if one is asked for. */
    settleDay(day: string, payDay: string, { fault, keys }: { fault?: SettlementFault | undefined; keys?: string[] | undefined }): Settlement {
      const isListed = ({ id, key }: { id: string; key: string }): boolean => (keys ? keys.includes(key) : !settled.has(id))
      const open = [
        ...[...charges.values()].filter((charge) => charge.status === 'approved' && isListed(charge)).map((charge) => ({ kind: 'charge' as const, ...charge })),
        ...[...refunds.values()].filter(isListed).map((refund) => ({ kind: 'refund' as const, ...refund })),
      ]
      const lines = applySettlementFault(
        open.map(({ kind, key, cents, reference }) => ({ kind, key, cents, reference })),
        fault,
      )
      const number = settlements.length + 1
      const ofDay = settlements.filter((one) => one.day === day).length + 1
      const settlement: Settlement = {
        number,
        reference: `FLS${day.slice(2).replaceAll('-', '')}-${String(ofDay).padStart(2, '0')}`,
        day,
        payDay,
        netCents: netOf(lines) + (fault === 'wrong-net' ? 1 : 0),
        lines,
      }
      journal.add({ what: 'settlement', settlement, covers: open.map(({ id }) => id) })
      return settlement
    },
    /** Gives out the right sum again, as a company does that was asked. */
    correctSettlement(settlement: Settlement): void {
      journal.add({ what: 'settlement', settlement: { ...settlement, netCents: netOf(settlement.lines) }, covers: [] })
    },
    close: () => journal.close(),
  }
}
