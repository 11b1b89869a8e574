import { decimal } from '@nikau/money'
import { calendarDate, timeOfDay } from '@nikau/nz/nz-time'
import { escapeFormula, toCsvFile } from '../../http/csv.ts'
import type { Statement } from './statement-model.ts'

const columns = ['Number', 'Date', 'Time', 'Type', 'Details', 'Amount', 'Balance']

/** One line per movement, oldest first. */
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
  return toCsvFile([columns, ...rows])
}
