import { calendarDate, timeOfDay } from '@nikau/nz/nz-time'
import { decimal, type Statement } from './statement-model.ts'

const columns = ['Number', 'Date', 'Time', 'Type', 'Details', 'Amount', 'Balance']

/** One line per movement, oldest first. The byte order mark makes Excel read it as UTF-8, for macrons. */
export function toCsv({ lines }: Statement): string {
  const rows = lines.map((line) => [
    String(line.number),
    calendarDate(line.at),
    timeOfDay(line.at),
    line.label,
    escapeFormula(line.party),
    decimal(line.value),
    decimal(line.balance),
  ])
  return `\uFEFF${[columns, ...rows].map((row) => row.map(quote).join(',')).join('\r\n')}\r\n`
}

/** Keeps a spreadsheet from running a name as a formula. */
function escapeFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
