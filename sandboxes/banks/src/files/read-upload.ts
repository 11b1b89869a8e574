import { accountNumberFault, hashPart, readAccountNumber, type AccountNumber } from '../account-number.ts'
import { addDays } from '../calendar.ts'

/**
 * The upload file of BNZ's Internet Banking for Business: a header, details and a trailer, comma separated, ASCII, each
 * record ended by CR LF. README.md describes it field by field.
 */
export type Reason = { line: number; field: number | null; code: string; message: string }

export type StatementText = { particulars: string; code: string; reference: string }

export type Detail = {
  line: number
  account: AccountNumber
  cents: number
  other: StatementText & { name: string }
  own: StatementText & { name: string }
}

export type Upload = {
  kind: 'debit' | 'credit'
  account: AccountNumber
  dueDay: string
  createdDay: string
  reference: string
  details: Detail[]
  totalCents: number
}

export type UploadRules = { today: string; mayUse(account: AccountNumber): boolean }

const maxDetails = 9_999
const maxDaysAhead = 60
const alphanumeric = /^[A-Za-z0-9 \-'&/#?:_.]*$/

export const readUpload = (bytes: Buffer, rules: UploadRules): { upload: Upload } | { reasons: Reason[] } => {
  const reasons: Reason[] = []
  const refuse = (line: number, field: number | null, code: string, message: string): void => {
    if (reasons.length < 100) reasons.push({ line, field, code, message })
  }

  const records = recordsOf(bytes, refuse)
  if (!records) return { reasons }
  if (records.length < 3) {
    refuse(1, null, 'INCOMPLETE', 'A file has a header, at least one detail and a trailer.')
    return { reasons }
  }
  if (records.length - 2 > maxDetails) refuse(1, null, 'TOO_MANY', `At most ${maxDetails} details.`)

  const header = readHeader(records[0]!, rules, refuse)
  const details = records.slice(1, -1).map((record, place) => readDetail(record, place + 2, refuse))
  const read = details.filter((detail) => detail !== undefined)
  const codes = new Set(read.map(({ transactionCode }) => transactionCode))
  if (codes.size > 1) refuse(2, 3, 'MIXED_CODES', 'Debits and credits go in separate files.')
  const totalCents = read.reduce((sum, { cents }) => sum + cents, 0)
  const hash = read.reduce((sum, { account }) => sum + hashPart(account), 0)
  // Totals are only checked when every detail could be read.
  if (read.length === details.length) readTrailer(records.at(-1)!, records.length, { totalCents, count: details.length, hash }, refuse)

  if (reasons.length > 0 || !header) return { reasons }
  return { upload: { ...header, kind: codes.has('00') ? 'debit' : 'credit', details: read.map(({ transactionCode: _code, ...detail }) => detail), totalCents } }
}

type Refuse = (line: number, field: number | null, code: string, message: string) => void

const recordsOf = (bytes: Buffer, refuse: Refuse): string[] | undefined => {
  const odd = bytes.findIndex((byte) => byte !== 13 && byte !== 10 && (byte < 32 || byte > 126))
  if (odd >= 0) {
    const line = bytes.subarray(0, odd).toString('latin1').split('\r\n').length
    refuse(line, null, 'NOT_ASCII', `Byte ${odd + 1} is not printable ASCII.`)
    return undefined
  }
  const text = bytes.toString('latin1')
  if (!text.endsWith('\r\n') || /[\r\n]/.test(text.replaceAll('\r\n', ''))) {
    refuse(1, null, 'NOT_CRLF', 'Every record, the last one too, ends in CR LF.')
    return undefined
  }
  return text.slice(0, -2).split('\r\n')
}

const fieldsOf = (record: string, line: number, type: string, count: number, name: string, refuse: Refuse): string[] | undefined => {
  const fields = record.split(',')
  if (fields[0] !== type) {
    refuse(line, 1, 'RECORD_TYPE', `A ${name} starts with ${type}.`)
    return undefined
  }
  if (fields.length !== count) {
    refuse(line, null, 'FIELD_COUNT', `A ${name} has ${count} fields, this has ${fields.length}.`)
    return undefined
  }
  return fields
}

const readHeader = (record: string, rules: UploadRules, refuse: Refuse): Pick<Upload, 'account' | 'dueDay' | 'createdDay' | 'reference'> | undefined => {
  const fields = fieldsOf(record, 1, '1', 9, 'header', refuse)
  if (!fields) return undefined
  for (const field of [2, 3, 4]) if (fields[field - 1] !== '') refuse(1, field, 'NOT_BLANK', 'This field stays blank.')
  const account = readAccount(fields[4]!, 1, 5, refuse)
  if (account !== undefined && !rules.mayUse(account)) refuse(1, 5, 'ACCOUNT_NOT_REGISTERED', 'This account is not registered for file upload at this bank.')
  if (fields[5] !== '7') refuse(1, 6, 'BATCH_TYPE', 'The batch type is 7.')
  const dueDay = readDay(fields[6]!)
  if (dueDay === undefined) refuse(1, 7, 'DATE', 'The due date is YYMMDD.')
  else if (dueDay < rules.today) refuse(1, 7, 'DATE_PAST', `The due date is past; today is ${rules.today}.`)
  else if (dueDay > addDays(rules.today, maxDaysAhead)) refuse(1, 7, 'DATE_FAR', `The due date is more than ${maxDaysAhead} days ahead.`)
  const createdDay = readDay(fields[7]!)
  if (createdDay === undefined) refuse(1, 8, 'DATE', 'The creation date is YYMMDD.')
  else if (createdDay > rules.today) refuse(1, 8, 'DATE_FUTURE', `The creation date is ahead; today is ${rules.today}.`)
  const reference = fields[8]!
  if (!/^[A-Za-z0-9-]{1,12}$/.test(reference)) refuse(1, 9, 'FILE_REFERENCE', 'A file reference has 1 to 12 letters, digits or dashes.')
  return account !== undefined && dueDay !== undefined && createdDay !== undefined ? { account, dueDay, createdDay, reference } : undefined
}

const readDetail = (record: string, line: number, refuse: Refuse): (Detail & { transactionCode: string }) | undefined => {
  const fields = fieldsOf(record, line, '2', 13, 'detail', refuse)
  if (!fields) return undefined
  const account = readAccount(fields[1]!, line, 2, refuse)
  const transactionCode = fields[2]!
  if (transactionCode !== '00' && transactionCode !== '50') refuse(line, 3, 'TRANSACTION_CODE', '00 is a debit, 50 a credit.')
  const amount = fields[3]!
  const goodAmount = /^[1-9]\d{0,9}$/.test(amount)
  if (!goodAmount) refuse(line, 4, 'AMOUNT', 'Cents, 1 to 10 digits, no leading zero, more than nothing.')
  if (fields[7] !== '') refuse(line, 8, 'NOT_BLANK', 'This field stays blank.')
  const text = (field: number, longest: number, required = false): string => {
    const value = fields[field - 1]!
    if (required && value.trim() === '') refuse(line, field, 'REQUIRED', 'This field is required.')
    if (value.length > longest) refuse(line, field, 'TOO_LONG', `At most ${longest} characters.`)
    if (!alphanumeric.test(value)) refuse(line, field, 'CHARACTER', "Letters, digits, space and - ' & / # ? : _ . only.")
    return value.trim()
  }
  const other = { name: text(5, 20, true), reference: text(6, 12), code: text(7, 12), particulars: text(9, 12) }
  const own = { name: text(10, 20, true), code: text(11, 12), reference: text(12, 12), particulars: text(13, 12) }
  return account !== undefined && goodAmount ? { line, account, cents: Number(amount), other, own, transactionCode } : undefined
}

const readTrailer = (record: string, line: number, found: { totalCents: number; count: number; hash: number }, refuse: Refuse): void => {
  const fields = fieldsOf(record, line, '3', 4, 'trailer', refuse)
  if (!fields) return
  if (fields[1] !== String(found.totalCents)) refuse(line, 2, 'TOTAL', `The details add up to ${found.totalCents}.`)
  if (fields[2] !== String(found.count)) refuse(line, 3, 'COUNT', `There are ${found.count} details.`)
  const hash = String(found.hash).slice(-11).padStart(11, '0')
  if (fields[3] !== hash) refuse(line, 4, 'HASH_TOTAL', `The hash total is ${hash}.`)
}

const readAccount = (text: string, line: number, field: number, refuse: Refuse): AccountNumber | undefined => {
  const account = /^\d{15,16}$/.test(text) ? readAccountNumber(text) : undefined
  if (account === undefined) {
    refuse(line, field, 'ACCOUNT', 'An account number has 15 or 16 digits and nothing else.')
    return undefined
  }
  const fault = accountNumberFault(account)
  if (fault === undefined) return account
  refuse(line, field, 'ACCOUNT', `The account number has a ${fault}.`)
  return undefined
}

const readDay = (text: string): string | undefined => {
  if (!/^\d{6}$/.test(text)) return undefined
  const day = `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4)}`
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : undefined
}
