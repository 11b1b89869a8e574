import { type BankAccountNumber, parseAccountNumber } from '@nikau/nz/bank-account-number'
import type { CalendarDate } from '@nikau/nz/nz-time'
import { type Cents, cents } from '@nikau/money'
import { asciiText, fileAccount, shortDay } from './text.ts'

/** One order of an upload file: a debit from, or a payment to, one account. */
export interface UploadDetail {
  account: BankAccountNumber
  amount: Cents
  name: string
  /** Up to 12 characters; repeated in results and on our statement. */
  reference: string
  /** Statement text beside the reference: up to 12 characters each. */
  particulars: string
  code: string
}

export interface Upload {
  ownAccount: BankAccountNumber
  dueDay: CalendarDate
  createdDay: CalendarDate
  /** Up to 12 letters, digits or dashes, used once. */
  reference: string
  details: readonly UploadDetail[]
}

const maxDetails = 9999

/** A batch that the file format cannot express. */
export class UnwritableFile extends Error {}

/**
 * Builds an upload file for BNZ's Internet Banking for Business: a header, the details, and a trailer with the sum, the count and the
 * hash total, each record ending in CR LF. Deterministic: the same batch gives the same bytes.
 */
export function writeUpload(kind: 'debit' | 'credit', upload: Upload): Buffer {
  const { details } = upload
  if (details.length === 0 || details.length > maxDetails) throw new UnwritableFile(`${details.length} details; a file has 1 to ${maxDetails}`)
  if (!/^[A-Za-z0-9-]{1,12}$/.test(upload.reference)) throw new UnwritableFile('a file reference is 1 to 12 letters, digits or dashes')
  const header = ['1', '', '', '', accountOf(upload.ownAccount), '7', shortDay(upload.dueDay), shortDay(upload.createdDay), upload.reference]
  const total = details.reduce((sum, { amount }) => sum + amount, 0n)
  const trailer = ['3', String(total), String(details.length), hashTotal(details.map(({ account }) => accountOf(account)))]
  const records = [header, ...details.map((detail) => detailRecord(kind, detail)), trailer]
  return Buffer.from(records.map((fields) => `${fields.join(',')}\r\n`).join(''), 'ascii')
}

/** Whether the file format can express an order; one that it cannot must not block the others. */
export function isWritable({ account, amount, reference }: UploadDetail): boolean {
  return fileAccount(account) !== undefined && amount > 0n && amount <= 9_999_999_999n && /^[A-Z0-9]{1,12}$/.test(reference)
}

const transactionCodes = { debit: '00', credit: '50' } as const

function detailRecord(kind: 'debit' | 'credit', detail: UploadDetail): string[] {
  if (!isWritable(detail)) throw new UnwritableFile('the file format cannot express the account, amount or reference of an order')
  // A name without Latin letters folds to nothing, and the field must not be empty.
  const name = asciiText(detail.name, 20) || 'Account holder'
  const code = asciiText(detail.code, 12)
  const otherParty = [name, detail.reference, code, '', asciiText(detail.particulars, 12)]
  const ourParty = ['Nikau', code, detail.reference, 'WALLET']
  return ['2', accountOf(detail.account), transactionCodes[kind], String(detail.amount), ...otherParty, ...ourParty]
}

function accountOf(number: BankAccountNumber): string {
  const text = fileAccount(number)
  if (text === undefined) throw new UnwritableFile('the file format cannot express an account number')
  return text
}

/** The sum of branch and base of every account, as one number each; its last eleven digits. */
export function hashTotal(accounts: readonly string[]): string {
  const sum = accounts.reduce((total, account) => total + BigInt(account.slice(2, 13)), 0n)
  return String(sum % 100_000_000_000n).padStart(11, '0')
}

/** The orders of a file that we built, in line order. */
export function parseUpload(bytes: Buffer): UploadDetail[] {
  const records = bytes.toString('ascii').trimEnd().split('\r\n').slice(1, -1)
  return records.map((record) => {
    const [, account = '', , amount = '', name = '', reference = '', code = '', , particulars = ''] = record.split(',')
    const number = parseAccountNumber(account)
    if (!number) throw new UnwritableFile('invalid account number in a stored file')
    return { account: number, amount: cents(amount), name, reference, particulars, code }
  })
}
