import type { FindCompany } from '@nikau/rails/farmlands'
import type { StatementLine } from '@nikau/rails/ib4b'
import type { Receipt, ReceiptPort } from '../bank-files/index.ts'
import { referencesOf } from './rules.ts'
import { insertReceipts, selectBillReferences, selectFirstExpectedDay, selectRecorded } from './store-receipts.ts'

/**
 * Recognises payments from partners on our statements: those of the card company by the prefix of its references, so that one without
 * an advice is found too, and those of issuers by the reference of their bill.
 */
export function createReceiptPort({ companyOf }: { companyOf: FindCompany }): ReceiptPort {
  return {
    firstDay: selectFirstExpectedDay,
    async recognise(tx, account, lines) {
      const prefix = companyOf('main')?.settlementPrefix
      const recorded = await selectRecorded(tx, account, [...new Set(lines.map(({ transactionId }) => transactionId))])
      const bills = await selectBillReferences(tx, [...new Set(lines.flatMap(referencesOf))])
      const found = new Map<string, Receipt>()
      for (const line of lines) {
        const { transactionId, day, amount } = line
        if (amount === 0n || recorded.has(transactionId) || found.has(transactionId)) continue
        const partner = partnerOf(line, prefix, bills)
        if (partner) found.set(transactionId, { account, day, transactionId, amount, ...partner })
      }
      return [...found.values()]
    },
    record: insertReceipts,
  }
}

function partnerOf(line: StatementLine, prefix: string | undefined, bills: ReadonlySet<string>): Pick<Receipt, 'kind' | 'reference'> | undefined {
  const references = referencesOf(line)
  const advice = prefix === undefined ? undefined : references.find((text) => text.startsWith(prefix))
  if (advice !== undefined) return { kind: 'card-advice', reference: advice }
  // An issuer takes nothing from our account.
  const bill = line.amount > 0n ? references.find((text) => bills.has(text)) : undefined
  return bill === undefined ? undefined : { kind: 'issuer-bill', reference: bill }
}
