import type { BankEntry } from './config.ts'
import type { BankOrder } from './port.ts'

/**
 * What the customer agrees to, in the words of the standard. The bank compares the payment with the consent letter by letter, so
 * both are made here and from nothing that could have changed in between.
 */
export function initiationOf(order: BankOrder, account: BankEntry['account']) {
  const payee = plain(order.payee)
  const words = { Particulars: payee.slice(0, 12).trim(), Code: order.code.slice(0, 12), Reference: order.reference.slice(0, 12) }
  return {
    InstructionIdentification: order.id,
    EndToEndIdentification: order.id,
    DebtorAccountRelease: true,
    InstructedAmount: { Amount: decimal(order.amount), Currency: 'NZD' },
    CreditorAccount: { SchemeName: 'BECSElectronicCredit', Identification: account, Name: `Nikau for ${payee}`.slice(0, 70).trim() },
    RemittanceInformation: { Reference: { CreditorName: payee.slice(0, 20).trim(), CreditorReference: words } },
  }
}

export const risk = { PaymentContextCode: 'EcommerceGoods' } as const

/** Cents as dollars with a point, by whole numbers alone. */
export function decimal(amount: bigint): string {
  return `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`
}

/** Statements take plain letters: marks over letters are dropped, anything else becomes a space. */
function plain(text: string): string {
  const bare = text.normalize('NFD').replaceAll(/\p{M}/gu, '')
  return (
    bare
      .replaceAll(/[^\w &'./#-]/g, ' ')
      .replaceAll(/ +/g, ' ')
      .trim() || 'Nikau'
  )
}
