import type { BankAccountNumber } from '@nikau/nz/bank-account-number'
import type { CalendarDate } from '@nikau/nz/nz-time'

/** Letters that NFD does not decompose into a base letter and a mark. */
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
 * Folds text to the characters that bank files allow: ASCII letters and a few signs, cut to a length. Macrons and other marks are
 * dropped (Hēmi Māhuta becomes Hemi Mahuta), curly apostrophes become straight, everything else becomes a space.
 */
export function asciiText(text: string, maxLength: number): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]/gu, (letter) => plainLetters[letter] ?? (letter === '’' || letter === '‘' ? "'" : ' '))
    .replaceAll(/[^A-Za-z0-9 \-'&/#?:_.]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
    .slice(0, maxLength)
    .trimEnd()
}

/**
 * The account number in file format, 2-4-7-2 or 2-4-7-3 without dashes. Undefined for a base of eight digits or a suffix of four,
 * which no bank that accepts these files uses.
 */
export function fileAccount(number: BankAccountNumber): string | undefined {
  if (number[6] !== '0' || number[14] !== '0') return undefined
  return number.slice(0, 6) + number.slice(7, 14) + (number[15] === '0' ? number.slice(16) : number.slice(15))
}

/** `261202` */
export function shortDay(day: CalendarDate): string {
  return day.slice(2).replaceAll('-', '')
}

/** Parses `20261202`. */
export function parseDay(text: string): CalendarDate {
  if (!/^\d{8}$/.test(text)) throw new UnreadableFile('a date is not YYYYMMDD')
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`
}

/** A file of the bank breaks the format. The message names the rule, never the content. */
export class UnreadableFile extends Error {}

/** Parses a file of the bank into header, details and trailer, and checks the number of fields of each. */
export function parseRecords(
  text: string,
  fields: { header: number; detail: number; trailer: number },
): { header: string[]; details: string[][]; trailer: string[] } {
  if (!text.endsWith('\r\n')) throw new UnreadableFile('the file is truncated')
  const records = text
    .slice(0, -2)
    .split('\r\n')
    .map((record) => record.split(','))
  const header = records.shift()
  const trailer = records.pop()
  if (!isRecord(header, '1', fields.header)) throw new UnreadableFile('the header is missing or malformed')
  if (!isRecord(trailer, '3', fields.trailer)) throw new UnreadableFile('the trailer is missing or malformed')
  const malformed = records.findIndex((record) => !isRecord(record, '2', fields.detail))
  if (malformed >= 0) throw new UnreadableFile(`record ${malformed + 2} is not a detail`)
  if (trailer[1] !== String(records.length)) throw new UnreadableFile('the trailer count differs from the number of details')
  return { header, details: records, trailer }
}

function isRecord(record: string[] | undefined, type: string, fields: number): record is string[] {
  return record !== undefined && record[0] === type && record.length === fields
}

export function parseInteger(text: string): bigint {
  if (!/^-?\d{1,18}$/.test(text)) throw new UnreadableFile('a number is not an integer')
  return BigInt(text)
}
