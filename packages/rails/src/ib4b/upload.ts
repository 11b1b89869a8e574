import { type BankAccountNumber, parseAccountNumber } from '@nikau/contract/bank-account-number'
import type { CalendarDate } from '@nikau/contract/nz-time'
import { type Cents, cents } from '@nikau/money'
import { asciiText, fileAccount, shortDay } from './text.ts'

/** One order of an upload file: money drawn from, or paid to, one account. */
export interface UploadDetail {
  account: BankAccountNumber
  amount: Cents
  name: string
  /** Up to 12 characters; comes back in results and on our statement. */
  reference: string
  /** The four digits by which the owner shows that the account is theirs. */
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

/** The most details that one file may have. */
const mostDetails = 9999

/** A file that no one should have asked for. */
export class UnwritableFile extends Error {}

/**
 * An upload file of BNZ's Internet Banking for Business, as bytes: one header, the details, one trailer with the sum, the count and
 * the hash total, each record ended by CR LF. The same batch always gives the same bytes.
 */
export function writeUpload(kind: 'debit' | 'credit', upload: Upload): Buffer {
  const { details } = upload
  if (details.length === 0 || details.length > mostDetails) throw new UnwritableFile(`a file of ${details.length} details`)
  if (!/^[A-Za-z0-9-]{1,12}$/.test(upload.reference)) throw new UnwritableFile('a file reference that is not 1 to 12 letters, digits or dashes')
  const header = ['1', '', '', '', accountOf(upload.ownAccount), '7', shortDay(upload.dueDay), shortDay(upload.createdDay), upload.reference]
  const total = details.reduce((sum, { amount }) => sum + amount, 0n)
  const trailer = ['3', String(total), String(details.length), hashTotal(details.map(({ account }) => accountOf(account)))]
  const records = [header, ...details.map((detail) => detailRecord(kind, detail)), trailer]
  return Buffer.from(records.map((fields) => `${fields.join(',')}\r\n`).join(''), 'ascii')
}

/** Whether an order can be written at all; one that cannot must not keep the others back. */
export function isWritable({ account, amount, reference }: UploadDetail): boolean {
  return fileAccount(account) !== undefined && amount > 0n && amount <= 9_999_999_999n && /^[A-Z0-9]{1,12}$/.test(reference)
}

const words = { debit: { code: '00', purpose: 'TOPUP' }, credit: { code: '50', purpose: 'WITHDRAWAL' } } as const

function detailRecord(kind: 'debit' | 'credit', detail: UploadDetail): string[] {
  if (!isWritable(detail)) throw new UnwritableFile('an order with an account, amount or reference that no file can carry')
  const { code, purpose } = words[kind]
  // A name without one Latin letter leaves nothing, and the field must not be empty.
  const name = asciiText(detail.name, 20) || 'Account holder'
  const other = [name, detail.reference, purpose, '', asciiText(`CODE ${detail.code}`, 12)]
  const own = ['Nikau', purpose, detail.reference, 'WALLET']
  return ['2', accountOf(detail.account), code, String(detail.amount), ...other, ...own]
}

function accountOf(number: BankAccountNumber): string {
  const written = fileAccount(number)
  if (written === undefined) throw new UnwritableFile('an account number that no file can carry')
  return written
}

/** Branch and base of every account as one number, added up; the last eleven digits of the sum. */
export function hashTotal(accounts: readonly string[]): string {
  const sum = accounts.reduce((total, account) => total + BigInt(account.slice(2, 13)), 0n)
  return String(sum % 100_000_000_000n).padStart(11, '0')
}

/** The orders of a file that was written here, in the order of its lines. */
export function readUpload(bytes: Buffer): UploadDetail[] {
  const records = bytes.toString('ascii').trimEnd().split('\r\n').slice(1, -1)
  return records.map((record) => {
    const [, account = '', , amount = '', name = '', reference = '', , , particulars = ''] = record.split(',')
    const number = parseAccountNumber(account)
    if (!number) throw new UnwritableFile('a file with an account number that is none')
    return { account: number, amount: cents(amount), name, reference, code: particulars.replace('CODE ', '') }
  })
}
