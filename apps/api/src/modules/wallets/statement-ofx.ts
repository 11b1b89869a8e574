import { decimal } from '@nikau/money'
import { addDays, instantAt } from '@nikau/nz/nz-time'
import { escapeXml } from '../../http/xml.ts'
import type { Statement, StatementLine } from './statement-model.ts'

/** OFX 2.1.1: the XML form allows UTF-8. Times are Auckland's, because importers tend to drop the zone. */
export function toOfx(statement: Statement): string {
  const { walletId, from, to, closing, lines, generatedAt } = statement
  return `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
<OFX>
<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS><DTSERVER>${stamp(generatedAt)}</DTSERVER><LANGUAGE>ENG</LANGUAGE><FI><ORG>Nikau</ORG></FI></SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>0</TRNUID><STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS><STMTRS><CURDEF>NZD</CURDEF>
<BANKACCTFROM><BANKID>NIKAU</BANKID><ACCTID>${escapeXml(walletId)}</ACCTID><ACCTTYPE>CHECKING</ACCTTYPE></BANKACCTFROM>
<BANKTRANLIST><DTSTART>${stamp(instantAt(from))}</DTSTART><DTEND>${stamp(instantAt(addDays(to, 1)))}</DTEND>
${lines.map((line) => transaction(walletId, line)).join('\n')}
</BANKTRANLIST>
<LEDGERBAL><BALAMT>${decimal(closing)}</BALAMT><DTASOF>${stamp(generatedAt)}</DTASOF></LEDGERBAL>
</STMTRS></STMTTRNRS></BANKMSGSRSV1>
</OFX>
`
}

/** FITID is the wallet id and the entry number, the same in every export, so that importers skip duplicates. */
function transaction(walletId: string, line: StatementLine): string {
  const type = line.value < 0n ? 'DEBIT' : 'CREDIT'
  const name = escapeXml(truncate(line.party || line.label))
  return `<STMTTRN><TRNTYPE>${type}</TRNTYPE><DTPOSTED>${stamp(line.at)}</DTPOSTED><TRNAMT>${decimal(line.value)}</TRNAMT><FITID>${escapeXml(walletId)}-${line.number}</FITID><NAME>${name}</NAME><MEMO>${escapeXml(line.label)}</MEMO></STMTTRN>`
}

const maxNameLength = 32

function truncate(name: string): string {
  return Array.from(name).slice(0, maxNameLength).join('').trimEnd()
}

const aucklandTime = new Intl.DateTimeFormat('en-US', {
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
  const part = Object.fromEntries(aucklandTime.formatToParts(at).map(({ type, value }) => [type, value]))
  const offset = part.timeZoneName!.replace('GMT', '')
  return `${part.year}${part.month}${part.day}${part.hour}${part.minute}${part.second}[${offset}:${offset === '+13' ? 'NZDT' : 'NZST'}]`
}
