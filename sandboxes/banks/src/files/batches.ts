import { createHash, randomUUID } from 'node:crypto'
import { readAccountNumber, type AccountNumber } from '../account-number.ts'
import { banks, type BankId } from '../banks.ts'
import type { Side } from '../ledger.ts'
import { addBusinessDays, addDays, aucklandDay, aucklandInstant, businessDayFrom } from '../calendar.ts'
import { fileSentinel, type ReasonCode } from '../sentinels.ts'
import type { BanksDeps } from '../deps.ts'
import { readUpload, type Detail, type Reason } from './read-upload.ts'
import type { StatementFaults } from './statement-faults.ts'

/** A file received after this hour counts as received the next day. */
const cutOff = '16:00'
const processingHour = '18:00'
const returnsHour = '08:00'

export type Batch = {
  id: string
  bank: BankId
  account: AccountNumber
  reference: string
  kind: 'debit' | 'credit'
  digest: string
  status: 'accepted' | 'processed'
  receivedAt: string
  dueDay: string
  processingDay: string
  /** The last day on which a detail can still be dishonoured or bounced. */
  finalDay: string
  count: number
  totalCents: number
}

export type Item = Detail & { batch: string; status: 'waiting' | Outcome; reason: ReasonCode | null }
export type Outcome = 'settled' | 'dishonoured' | 'bounced' | 'reversed'

/** A result of one detail. A detail may have several: settled, and much later reversed. */
export type Result = {
  seq: number
  bank: BankId
  batch: string
  fileReference: string
  ownAccount: AccountNumber
  line: number
  day: string
  outcome: Outcome
  reason: ReasonCode | null
  cents: number
  account: AccountNumber
  particulars: string
  code: string
  reference: string
}

export type Received =
  | { outcome: 'accepted'; batch: Batch; duplicate: boolean }
  | { outcome: 'rejected'; reasons: Reason[] }
  | { outcome: 'conflict'; batch: Batch }

export type Batches = ReturnType<typeof openBatches>

export const openBatches = (deps: BanksDeps, statementFaults: StatementFaults) => {
  const { store, clock, ledger, schedule, config } = deps
  const batches = store.collection<Batch>('batches')
  const items = store.collection<Item>('items')
  const results = store.collection<Result>('results')

  const registered = (bank: BankId): Set<AccountNumber> =>
    new Set(
      [banks[bank].settlement, ...config.extraAccounts.filter((extra) => extra.bank === bank).map(({ number }) => number)].map((number) =>
        readAccountNumber(number)!,
      ),
    )

  const report = (batch: Batch, item: Item, outcome: Outcome, reason: ReasonCode | null, at: number): void => {
    items.put(`${batch.id} ${item.line}`, { ...item, status: outcome, reason })
    const seq = results.size() + 1
    results.put(String(seq), {
      seq,
      bank: batch.bank,
      batch: batch.id,
      fileReference: batch.reference,
      ownAccount: batch.account,
      line: item.line,
      day: aucklandDay(at),
      outcome,
      reason,
      cents: item.cents,
      account: item.account,
      particulars: item.own.particulars,
      code: item.own.code,
      reference: item.own.reference,
    })
  }

  const sides = (batch: Batch, item: Item): { customer: Side; own: Side } => ({
    customer: { account: item.account, ...item.other },
    own: { account: batch.account, ...item.own },
  })

  /** Why a detail is returned without a sentinel: the account is closed or holds too little. */
  const returnReason = (batch: Batch, item: Item): ReasonCode | undefined => {
    const account = ledger.account(item.account)
    if (account?.closed) return '04'
    return batch.kind === 'debit' && account && account.customer !== null && ledger.balance(item.account) < item.cents ? '01' : undefined
  }

  const process = (batch: Batch, item: Item, at: number): void => {
    const { customer, own } = sides(batch, item)
    const source = `file ${batch.id} ${item.line}`
    const natural = returnReason(batch, item)
    if (batch.kind === 'debit') ledger.transfer({ from: customer, to: own, amount: item.cents, type: 'DD', at, source })
    else ledger.transfer({ from: own, to: customer, amount: item.cents, type: 'DC', at, source })
    report(batch, item, 'settled', null, at)

    const ref = (reason: ReasonCode): string => `${batch.id} ${item.line} ${reason}`
    const sentinel = fileSentinel(batch.kind, item.cents)
    if (natural !== undefined) {
      schedule.plan('detail comes back', ref(natural), aucklandInstant(addBusinessDays(batch.processingDay, 1), returnsHour))
    } else if (sentinel?.kind === 'return') {
      schedule.plan('detail comes back', ref(sentinel.reason), aucklandInstant(addBusinessDays(batch.processingDay, sentinel.businessDays), returnsHour))
    } else if (sentinel?.kind === 'reversal') {
      schedule.plan('detail is reversed', ref(sentinel.reason), aucklandInstant(addDays(batch.processingDay, sentinel.calendarDays), returnsHour))
    } else if (sentinel?.kind === 'statement') {
      statementFaults.inject(sentinel.fault, ledger.entries(batch.account).at(-1)!)
    }
  }

  const returnDetail = (ref: string, at: number, late: boolean): void => {
    const [batchId = '', line = '', reason = ''] = ref.split(' ')
    const batch = batches.get(batchId)
    const item = items.get(`${batchId} ${line}`)
    if (!batch || !item) return
    const { customer, own } = sides(batch, item)
    const source = `file ${batchId} ${line}`
    if (batch.kind === 'debit') ledger.transfer({ from: own, to: customer, amount: item.cents, type: late ? 'RV' : 'DH', at, source })
    else ledger.transfer({ from: customer, to: own, amount: item.cents, type: 'BC', at, source })
    report(batch, item, late ? 'reversed' : batch.kind === 'debit' ? 'dishonoured' : 'bounced', reason as ReasonCode, at)
  }

  schedule.on('file is processed', ({ ref, due }) => {
    const batch = batches.get(ref)
    if (!batch) return
    batches.put(batch.id, { ...batch, status: 'processed' })
    for (let line = 2; line < batch.count + 2; line++) process(batch, items.get(`${batch.id} ${line}`)!, due)
  })
  schedule.on('detail comes back', ({ ref, due }) => returnDetail(ref, due, false))
  schedule.on('detail is reversed', ({ ref, due }) => returnDetail(ref, due, true))

  return {
    batch: (bank: BankId, id: string): Batch | undefined => {
      const batch = batches.get(id)
      return batch?.bank === bank ? batch : undefined
    },
    all: (bank?: BankId): Batch[] => [...batches.values()].filter((batch) => bank === undefined || batch.bank === bank),
    resultsOf: (id: string): Result[] => [...results.values()].filter(({ batch }) => batch === id),
    resultsAfter: (bank: BankId, account: AccountNumber | undefined, after: number): Result[] => {
      const found: Result[] = []
      for (let seq = after + 1; seq <= results.size(); seq++) {
        const result = results.get(String(seq))!
        if (result.bank === bank && (account === undefined || result.ownAccount === account)) found.push(result)
      }
      return found
    },

    /** A file reference is used once per account. The same file again gets the first response. */
    receive(bank: BankId, bytes: Buffer): Received {
      const now = clock.ms()
      const today = aucklandDay(now)
      const digest = createHash('sha256').update(bytes).digest('hex')
      const sent = [...batches.values()].find((batch) => batch.bank === bank && batch.digest === digest)
      // Before the dates are checked: a file sent again on a later day is a duplicate.
      if (sent) return { outcome: 'accepted', batch: sent, duplicate: true }
      const accounts = registered(bank)
      const read = readUpload(bytes, { today, mayUse: (account) => accounts.has(account) })
      if ('reasons' in read) return { outcome: 'rejected', reasons: read.reasons }
      const { upload } = read
      const taken = [...batches.values()].find((batch) => batch.bank === bank && batch.account === upload.account && batch.reference === upload.reference)
      if (taken) return { outcome: 'conflict', batch: taken }

      const earliest = now < aucklandInstant(today, cutOff) ? today : addDays(today, 1)
      const processingDay = businessDayFrom(upload.dueDay > earliest ? upload.dueDay : earliest)
      const batch: Batch = {
        id: randomUUID(),
        bank,
        account: upload.account,
        reference: upload.reference,
        kind: upload.kind,
        digest,
        status: 'accepted',
        receivedAt: new Date(now).toISOString(),
        dueDay: upload.dueDay,
        processingDay,
        finalDay: addBusinessDays(processingDay, 3),
        count: upload.details.length,
        totalCents: upload.totalCents,
      }
      store.atomically(() => {
        batches.put(batch.id, batch)
        for (const detail of upload.details) items.put(`${batch.id} ${detail.line}`, { ...detail, batch: batch.id, status: 'waiting', reason: null })
        schedule.plan('file is processed', batch.id, aucklandInstant(processingDay, processingHour))
      })
      return { outcome: 'accepted', batch, duplicate: false }
    },
  }
}
