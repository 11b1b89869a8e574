import { addDays, momentAt } from '@nikau/contract/nz-time'
import { decimal, type Statement, type StatementLine } from './statement-model.ts'

/** OFX 2.1.1, the XML form, because it is the one that may say UTF-8. Times are Auckland's, for importers tend to drop the zone. */
export function toOfx(statement: Statement): string {
  const { walletId, from, to, closing, lines, madeAt } = statement
  return `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
<OFX>
<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS><DTSERVER>${stamp(madeAt)}</DTSERVER><LANGUAGE>ENG</LANGUAGE><FI><ORG>Nikau</ORG></FI></SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>0</TRNUID><STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS><STMTRS><CURDEF>NZD</CURDEF>
<BANKACCTFROM><BANKID>NIKAU</BANKID><ACCTID>${escaped(walletId)}</ACCTID><ACCTTYPE>CHECKING</ACCTTYPE></BANKACCTFROM>
<BANKTRANLIST><DTSTART>${stamp(momentAt(from))}</DTSTART><DTEND>${stamp(momentAt(addDays(to, 1)))}</DTEND>
${lines.map((line) => transaction(walletId, line)).join('\n')}
</BANKTRANLIST>
<LEDGERBAL><BALAMT>${decimal(closing)}</BALAMT><DTASOF>${stamp(madeAt)}</DTASOF></LEDGERBAL>
</STMTRS></STMTTRNRS></BANKMSGSRSV1>
</OFX>
`
}

/** The id of a transaction is the wallet's and the entry's number: the same in every export, so an importer knows what it has. */
function transaction(walletId: string, line: StatementLine): string {
  const type = line.value < 0n ? 'DEBIT' : 'CREDIT'
  const name = escaped(shortened(line.party || line.label))
  return `<STMTTRN><TRNTYPE>${type}</TRNTYPE><DTPOSTED>${stamp(line.at)}</DTPOSTED><TRNAMT>${decimal(line.value)}</TRNAMT><FITID>${escaped(walletId)}-${line.number}</FITID><NAME>${name}</NAME><MEMO>${escaped(line.label)}</MEMO></STMTTRN>`
}

const longestName = 32

function shortened(name: string): string {
  return Array.from(name).slice(0, longestName).join('').trimEnd()
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const wall = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Pacific/Auckland',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'shortOffset',
})

/** `20261115161200[+13:NZDT]` */
function stamp(at: Date): string {
  const part = Object.fromEntries(wall.formatToParts(at).map(({ type, value }) => [type, value]))
  const offset = part.timeZoneName!.replace('GMT', '')
  return `${part.year}${part.month}${part.day}${part.hour}${part.minute}${part.second}[${offset}:${offset === '+13' ? 'NZDT' : 'NZST'}]`
}
