import type { getBankFile, BankFile, BankFileDetail, FileLine, listBankFiles } from '@nikau/contract/desk/bank-files'
import type { DeskAnswerOf } from '@nikau/contract/desk/endpoint'
import { cents } from '@nikau/money'

const at = (day: number, time: string) => new Date(`2026-11-${String(day).padStart(2, '0')}T${time}:00+13:00`)

/** The debits of Monday 16 November. */
export function debitFile(change: Partial<BankFile> = {}): BankFile {
  return {
    id: 'DD261116-01',
    kind: 'debit',
    day: '2026-11-16',
    orders: 398,
    total: cents(5_890_500),
    state: 'accepted',
    parts: [
      { outcome: 'settled', orders: 393, sum: cents(5_826_500) },
      { outcome: 'came-back', orders: 5, sum: cents(64_000) },
    ],
    addsUp: true,
    builtAt: at(16, '15:55'),
    acceptedAt: at(16, '15:56'),
    finalDay: '2026-11-19',
    exceptions: 2,
    ...change,
  }
}

export const rejectedFile = (change: Partial<BankFile> = {}): BankFile => {
  const { acceptedAt: _, finalDay: __, ...rest } = debitFile()
  return {
    ...rest,
    id: 'DC261116-02',
    kind: 'credit',
    orders: 41,
    total: cents(1_294_000),
    state: 'rejected',
    parts: [{ outcome: 'silent', orders: 41, sum: cents(1_294_000) }],
    rejection: '43/4 HASH_TOTAL',
    exceptions: 1,
    waiting: { exceptionId: '2019' },
    ...change,
  }
}

export function filesAnswer(): DeskAnswerOf<typeof listBankFiles> {
  return {
    items: [
      {
        day: '2026-11-16',
        closedAt: at(16, '15:55'),
        isComplete: true,
        files: [debitFile(), rejectedFile({ waiting: { exceptionId: '2019', proposalId: '317' } })],
      },
      { day: '2026-11-13', closedAt: at(13, '15:55'), isComplete: true, files: [debitFile({ id: 'DD261113-01', day: '2026-11-13', exceptions: 0 })] },
    ],
    nextPageKey: '2026-11-13',
    window: {
      day: '2026-11-17',
      isToday: true,
      closesAt: at(17, '15:55'),
      waiting: [
        { kind: 'debit', orders: 412, sum: cents(6_124_000) },
        { kind: 'credit', orders: 118, sum: cents(3_198_000) },
      ],
      comparedAt: at(17, '03:02'),
    },
    now: at(17, '14:41'),
  }
}

const line = (number: number, reference: string, amount: number, change: Partial<FileLine> = {}): FileLine => ({
  line: number,
  reference,
  amount: cents(amount),
  state: 'at-bank',
  payer: '12-••••-••••323-00',
  result: { outcome: 'settled', day: '2026-11-16' },
  exceptions: [],
  ...change,
})

export function detailOf(file: BankFile, change: Partial<BankFileDetail> = {}): BankFileDetail {
  return {
    ...file,
    bank: 'BNZ',
    account: '02-••••-••••018-00',
    dueDay: '2026-11-16',
    attempts: 1,
    generation: 0,
    bankFileId: 'BNZF-88214',
    course: [
      { step: 'built', state: 'done', at: at(16, '15:55') },
      { step: 'accepted', state: 'done', at: at(16, '15:56') },
      { step: 'processed', state: 'done', day: '2026-11-16' },
      { step: 'may-come-back', state: 'now', day: '2026-11-19' },
      { step: 'cleared', state: 'next', at: at(19, '09:00') },
    ],
    related: [],
    digest: 'c41f'.padEnd(60, '0') + '9e02',
    size: 66_104,
    linesWithException: 1,
    ...change,
  }
}

export function fileAnswer(file: BankFileDetail = detailOf(debitFile())): DeskAnswerOf<typeof getBankFile> {
  return {
    items: [
      line(2, 'TA7KQ2MXWB5R', 5000),
      line(4, 'TM2DXK7QRB5W', 20_000, { state: 'failed', result: { outcome: 'dishonoured', reason: 'insufficient-funds', day: '2026-11-17' } }),
      line(197, 'T7QKMX3BVA5R', 25_000, { exceptions: [{ id: '2021', kind: 'statement-duplicate', isOpen: true }] }),
    ],
    nextPageKey: '197',
    file,
    matching: file.orders,
    now: at(17, '14:41'),
  }
}
