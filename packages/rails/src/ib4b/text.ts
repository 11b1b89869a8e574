import type { BankAccountNumber } from '@nikau/contract/bank-account-number'
import type { CalendarDate } from '@nikau/contract/nz-time'

/** Letters that are no plain letter with a mark on it, so that taking marks away leaves them. */
const plainLetters: Readonly<Record<string, string>> = {
  ø: 'o',
  Ø: 'O',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ß: 'ss',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/**
 * A text as a bank's file can carry it: plain ASCII letters and a few signs, cut to a length. Macrons and other marks are dropped
 * (Hēmi Māhuta becomes Hemi Mahuta), curly apostrophes made straight, everything else becomes a space.
 */
export function asciiText(text: string, longest: number): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]/gu, (letter) => plainLetters[letter] ?? (letter === '’' || letter === '‘' ? "'" : ' '))
    .replaceAll(/[^A-Za-z0-9 \-'&/#?:_.]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
    .slice(0, longest)
    .trimEnd()
}

/**
 * The number as files write it, 2-4-7-2 or 2-4-7-3 without dashes. Undefined for the few that do not fit: a base of eight digits
 * or a suffix of four, which no bank that takes these files uses.
 */
export function fileAccount(number: BankAccountNumber): string | undefined {
  if (number[6] !== '0' || number[14] !== '0') return undefined
  return number.slice(0, 6) + number.slice(7, 14) + (number[15] === '0' ? number.slice(16) : number.slice(15))
}

/** `261202` */
export function shortDay(day: CalendarDate): string {
  return day.slice(2).replaceAll('-', '')
}

/** `20261202` as a day of the calendar. */
export function readDay(text: string): CalendarDate {
  if (!/^\d{8}$/.test(text)) throw new UnreadableFile('a day is not YYYYMMDD')
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`
}

/** What the bank wrote cannot be what it meant. Says which rule is broken, never what stood there. */
export class UnreadableFile extends Error {}

/** The records of a file that the bank wrote: header, details, trailer, each with its number of fields. */
export function readRecords(
  text: string,
  fields: { header: number; detail: number; trailer: number },
): { header: string[]; details: string[][]; trailer: string[] } {
  if (!text.endsWith('\r\n')) throw new UnreadableFile('the file ends in the middle of a record')
  const records = text
    .slice(0, -2)
    .split('\r\n')
    .map((record) => record.split(','))
  const header = records.shift()
  const trailer = records.pop()
  if (!isRecord(header, '1', fields.header)) throw new UnreadableFile('the header is missing or has another form')
  if (!isRecord(trailer, '3', fields.trailer)) throw new UnreadableFile('the trailer is missing or has another form')
  const odd = records.findIndex((record) => !isRecord(record, '2', fields.detail))
  if (odd >= 0) throw new UnreadableFile(`record ${odd + 2} is no detail`)
  if (trailer[1] !== String(records.length)) throw new UnreadableFile('the trailer counts other details than there are')
  return { header, details: records, trailer }
}

function isRecord(record: string[] | undefined, type: string, fields: number): record is string[] {
  return record !== undefined && record[0] === type && record.length === fields
}

export function readWhole(text: string): bigint {
  if (!/^-?\d{1,18}$/.test(text)) throw new UnreadableFile('a number is not one')
  return BigInt(text)
}
