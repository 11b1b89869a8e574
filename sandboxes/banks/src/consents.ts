import { randomUUID } from 'node:crypto'
import { readAccountNumber, type AccountNumber } from './account-number.ts'
import type { BankId } from './banks.ts'
import { paymentSentinel, type PaymentSentinel } from './sentinels.ts'
import type { FaultKind } from './fault-injection.ts'
import type { BanksDeps } from './deps.ts'

type StatementText = { Particulars?: string; Code?: string; Reference?: string }

/** What the customer consents to. Stored verbatim, since the payment must repeat it. */
export type Initiation = {
  InstructionIdentification: string
  EndToEndIdentification: string
  DebtorAccountRelease?: boolean
  InstructedAmount: { Amount: string; Currency: string }
  DebtorAccount?: { SchemeName: string; Identification: string; Name?: string }
  CreditorAccount: { SchemeName: string; Identification: string; Name: string }
  RemittanceInformation: { Reference?: { CreditorName: string; CreditorReference?: StatementText; DebtorName?: string; DebtorReference?: StatementText } }
}

export type ConsentStatus = 'AwaitingAuthorisation' | 'Authorised' | 'Consumed' | 'Rejected'

export type Consent = {
  id: string
  bank: BankId
  clientId: string
  status: ConsentStatus
  createdAt: number
  updatedAt: number
  expiresAt: number
  initiation: Initiation
  risk: unknown
  debtor: AccountNumber | null
}

export type PaymentStatus = 'Pending' | 'AcceptedSettlementInProcess' | 'AcceptedSettlementCompleted' | 'Rejected'

export type Payment = {
  id: string
  bank: BankId
  consentId: string
  idempotencyKey: string
  status: PaymentStatus
  createdAt: number
  updatedAt: number
  initiation: Initiation
  risk: unknown
  cents: number
  debtor: AccountNumber
  creditor: AccountNumber
  /** Every status it had, for tests. */
  history: { status: PaymentStatus; at: string }[]
}

const day = 24 * 3_600_000

/** Cents of a decimal string, or undefined when it has fractions of a cent or is zero. */
export const centsOf = (amount: string): number | undefined => {
  const match = /^(\d{1,13})\.(\d{1,5})$/.exec(amount)
  if (!match) return undefined
  const fraction = match[2]!.padEnd(5, '0')
  if (!fraction.endsWith('000')) return undefined
  const cents = Number(match[1]) * 100 + Number(fraction.slice(0, 2))
  return cents > 0 && Number.isSafeInteger(cents) ? cents : undefined
}

export const sentinelOf = (initiation: Initiation): PaymentSentinel | undefined => {
  const words = initiation.RemittanceInformation.Reference?.CreditorReference ?? {}
  return paymentSentinel(centsOf(initiation.InstructedAmount.Amount) ?? 0, [words.Particulars ?? '', words.Code ?? '', words.Reference ?? ''])
}

export type Consents = ReturnType<typeof openConsents>

export const openConsents = (deps: BanksDeps) => {
  const { store, clock, ledger, schedule, faultInjection } = deps
  const consents = store.collection<Consent>('consents')
  const payments = store.collection<Payment>('payments')

  const change = (consent: Consent, status: ConsentStatus, at: number, more: Partial<Consent> = {}): Consent => {
    const changed = { ...consent, ...more, status, updatedAt: at }
    consents.put(consent.id, changed)
    return changed
  }

  const move = (payment: Payment, status: PaymentStatus, at: number): Payment => {
    const changed = { ...payment, status, updatedAt: at, history: [...payment.history, { status, at: new Date(at).toISOString() }] }
    payments.put(payment.id, changed)
    return changed
  }

  const sides = (payment: Payment) => {
    const { initiation } = payment
    const remittance = initiation.RemittanceInformation.Reference
    const textOf = (text: StatementText | undefined) => ({ particulars: text?.Particulars ?? '', code: text?.Code ?? '', reference: text?.Reference ?? '' })
    return {
      debtor: {
        account: payment.debtor,
        name: remittance?.DebtorName ?? ledger.account(payment.debtor)?.name ?? 'Payer',
        ...textOf(remittance?.DebtorReference ?? remittance?.CreditorReference),
      },
      creditor: { account: payment.creditor, name: remittance?.CreditorName ?? initiation.CreditorAccount.Name, ...textOf(remittance?.CreditorReference) },
    }
  }

  const transfer = (payment: Payment, at: number): void => {
    const { debtor, creditor } = sides(payment)
    ledger.transfer({ from: debtor, to: creditor, amount: payment.cents, type: 'BP', at, source: `payment ${payment.id}` })
  }

  schedule.on('payment completes', ({ ref, due }) => {
    const payment = payments.get(ref)
    if (!payment) return
    move(payment, 'AcceptedSettlementCompleted', due)
    transfer(payment, due)
  })
  schedule.on('payment is rejected', ({ ref, due }) => {
    const payment = payments.get(ref)
    if (payment) move(payment, 'Rejected', due)
  })
  schedule.on('consent lapses', ({ ref, due }) => {
    const consent = consents.get(ref)
    if (consent && (consent.status === 'AwaitingAuthorisation' || consent.status === 'Authorised')) change(consent, 'Rejected', due)
  })

  return {
    consent: (bank: BankId, id: string): Consent | undefined => {
      const consent = consents.get(id)
      return consent?.bank === bank ? consent : undefined
    },
    payment: (bank: BankId, id: string): Payment | undefined => {
      const payment = payments.get(id)
      return payment?.bank === bank ? payment : undefined
    },
    allConsents: () => [...consents.values()],
    allPayments: () => [...payments.values()],

    create(bank: BankId, clientId: string, initiation: Initiation, risk: unknown): Consent {
      const now = clock.ms()
      const consent: Consent = {
        id: randomUUID(),
        bank,
        clientId,
        status: 'AwaitingAuthorisation',
        createdAt: now,
        updatedAt: now,
        expiresAt: now + day,
        initiation,
        risk,
        debtor: null,
      }
      consents.put(consent.id, consent)
      schedule.plan('consent lapses', consent.id, consent.expiresAt)
      return consent
    },

    authorise(consent: Consent, debtor: AccountNumber): void {
      store.atomically(() => {
        const now = clock.ms()
        change(consent, 'Authorised', now, { debtor })
        const expire = faultInjection.take(consent.bank, 'approve').includes('expire') || sentinelOf(consent.initiation) === 'EXPIRED'
        if (expire) schedule.plan('consent lapses', consent.id, now)
      })
    },

    decline(consent: Consent): void {
      change(consent, 'Rejected', clock.ms())
    },

    /** Consumes the consent and starts the payment. It is rejected at once when the account no longer holds enough. */
    pay(consent: Consent, debtor: AccountNumber, idempotencyKey: string, faults: FaultKind[]): Payment {
      const now = clock.ms()
      const sentinel = sentinelOf(consent.initiation)
      const asked = centsOf(consent.initiation.InstructedAmount.Amount)!
      const cents = faults.includes('other-amount') ? Math.ceil(asked / 10) : asked
      const initiation = { ...consent.initiation, InstructedAmount: { ...consent.initiation.InstructedAmount, Amount: (cents / 100).toFixed(2) } }
      const { settleMs, lateRejectMs, pendingMs } = faultInjection.settings()
      const has = (kind: FaultKind, word: PaymentSentinel): boolean => faults.includes(kind) || sentinel === word
      const rejected = has('reject', 'REJECT') || ledger.balance(debtor) - reserved(payments.values(), debtor) < cents
      const pending = has('pending', 'PEND')
      const status: PaymentStatus = rejected ? 'Rejected' : pending ? 'Pending' : 'AcceptedSettlementInProcess'
      const payment: Payment = {
        id: randomUUID(),
        bank: consent.bank,
        consentId: consent.id,
        idempotencyKey,
        status,
        createdAt: now,
        updatedAt: now,
        initiation,
        risk: consent.risk,
        cents,
        debtor,
        creditor: readAccountNumber(consent.initiation.CreditorAccount.Identification)!,
        history: [{ status, at: new Date(now).toISOString() }],
      }
      change(consent, 'Consumed', now)
      payments.put(payment.id, payment)
      if (rejected || has('stuck', 'STUCK')) return payment
      if (has('late-reject', 'LATE')) schedule.plan('payment is rejected', payment.id, now + lateRejectMs)
      else schedule.plan('payment completes', payment.id, now + (pending ? pendingMs : settleMs))
      return payment
    },
  }
}

/** The sum of payments that have not settled yet. */
const reserved = (payments: Iterable<Payment>, debtor: AccountNumber): number => {
  let sum = 0
  for (const payment of payments) {
    if (payment.debtor === debtor && (payment.status === 'Pending' || payment.status === 'AcceptedSettlementInProcess')) sum += payment.cents
  }
  return sum
}
