/** A CSV file. The byte order mark makes Excel read it as UTF-8, for macrons. */
export function toCsvFile(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(quote).join(',')).join('\r\n')}\r\n`
}

/** Cents as spreadsheets read them: 1234.56. */
export function csvAmount(cents: bigint | string): string {
  return String(cents).replace(/^(-?)(\d+)$/, (_, sign: string, digits: string) => `${sign}${digits.padStart(3, '0').replace(/(\d\d)$/, '.$1')}`)
}

/** Keeps a spreadsheet from running a text from outside as a formula. */
export function escapeFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
