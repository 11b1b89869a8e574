import type { PayoutLine } from '@nikau/contract/payouts'
import { type Cents, cents, decimal } from '@nikau/money'
import { escapeXml } from '../../http/xml.ts'
import type { PayoutFile } from './export-model.ts'

/** An ISO 20022 credit notification (camt.054) of the payout, with a transaction per line: what it was, its fee and GST, and what is left of it. */
export function toCamt({ payout, lines, generatedAt }: PayoutFile): string {
  const { id, day, net, status, bank } = payout
  const transactions = lines.map((line, index) => transaction(line, `${id}-${index + 1}`)).join('')
  const text = bank ? `${bank.particulars} ${bank.code} ${bank.reference}` : 'nothing is sent'
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><BkToCstmrDbtCdtNtfctn>
<GrpHdr><MsgId>${escapeXml(id)}</MsgId><CreDtTm>${generatedAt.toISOString()}</CreDtTm></GrpHdr>
<Ntfctn><Id>${escapeXml(id)}</Id><CreDtTm>${generatedAt.toISOString()}</CreDtTm><Acct><Id><Othr><Id>${escapeXml(bank?.number ?? 'none')}</Id></Othr></Id><Ccy>NZD</Ccy></Acct>
<Ntry>${amountOf(net)}<Sts><Cd>${status === 'paid' ? 'BOOK' : 'PDNG'}</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>${escapeXml(bank?.reference ?? id)}</AcctSvcrRef><BkTxCd><Prtry><Cd>PAYOUT</Cd></Prtry></BkTxCd>
<NtryDtls><Btch><NbOfTxs>${lines.length}</NbOfTxs>${amountOf(net, 'TtlAmt')}</Btch>${transactions}</NtryDtls><AddtlNtryInf>${escapeXml(text)}</AddtlNtryInf></Ntry></Ntfctn>
</BkToCstmrDbtCdtNtfctn></Document>
`
}

function transaction({ kind, paymentRequestId, shortCode, externalRef, adjustment, amount, fee, gst, net }: PayoutLine, fallback: string): string {
  const charge = (value: Cents, type: string) =>
    value === 0n
      ? ''
      : `<Rcrd><Amt Ccy="NZD">${decimal(abs(value))}</Amt><CdtDbtInd>${value > 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd><Tp><Prtry><Id>${type}</Id></Prtry></Tp></Rcrd>`
  const charges = fee === 0n && gst === 0n ? '' : `<Chrgs>${charge(fee, 'FEE')}${charge(gst, 'GST')}</Chrgs>`
  const refs = `<Refs><EndToEndId>${escapeXml(externalRef ?? 'NOTPROVIDED')}</EndToEndId><TxId>${escapeXml(paymentRequestId ?? fallback)}</TxId></Refs>`
  const info = `<RmtInf><Ustrd>${escapeXml([kind, shortCode, adjustment].filter(Boolean).join(' '))}</Ustrd></RmtInf>`
  return `<TxDtls>${refs}${amountOf(net)}<AmtDtls><InstdAmt><Amt Ccy="NZD">${decimal(abs(amount))}</Amt></InstdAmt></AmtDtls>${charges}${info}</TxDtls>`
}

function amountOf(amount: Cents, name = 'Amt'): string {
  const indicator = `<CdtDbtInd>${amount < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd>`
  return name === 'Amt' ? `<Amt Ccy="NZD">${decimal(abs(amount))}</Amt>${indicator}` : `<${name} Ccy="NZD">${decimal(abs(amount))}</${name}>${indicator}`
}

function abs(amount: Cents): Cents {
  return cents(amount < 0n ? -amount : amount)
}
