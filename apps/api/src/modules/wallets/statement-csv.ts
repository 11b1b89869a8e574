import { calendarDate, timeOfDay } from '@nikau/contract/nz-time'
import { decimal, type Statement } from './statement-model.ts'

const columns = ['Number', 'Date', 'Time', 'Type', 'Details', 'Amount', 'Balance']

/** One line per movement, oldest first, for a spreadsheet. The mark at the start tells Excel that macrons are meant. */
export function toCsv({ lines }: Statement): string {
  const rows = lines.map((line) => [
    String(line.number),
    calendarDate(line.at),
    timeOfDay(line.at),
    line.label,
    harmless(line.party),
    decimal(line.value),
    decimal(line.balance),
  ])
  return `\uFEFF${[columns, ...rows].map((row) => row.map(quoted).join(',')).join('\r\n')}\r\n`
}

/** A name that a spreadsheet would run as a formula is given as text. */
function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
