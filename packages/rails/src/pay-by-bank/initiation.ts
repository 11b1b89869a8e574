import type { BankEntry } from './config.ts'
import type { BankOrder } from './port.ts'

/**
 * The payment in the format of the standard. The bank compares payment and consent field by field, so both are built here, from
 * values that cannot change in between.
 */
export function toInitiation(order: BankOrder, account: BankEntry['account']) {
  const payee = toStatementText(order.payee)
  const reference = { Particulars: payee.slice(0, 12).trim(), Code: order.code.slice(0, 12), Reference: order.reference.slice(0, 12) }
  return {
    InstructionIdentification: order.id,
    EndToEndIdentification: order.id,
    DebtorAccountRelease: true,
    InstructedAmount: { Amount: toDollars(order.amount), Currency: 'NZD' },
    CreditorAccount: { SchemeName: 'BECSElectronicCredit', Identification: account, Name: `Nikau for ${payee}`.slice(0, 70).trim() },
    RemittanceInformation: { Reference: { CreditorName: payee.slice(0, 20).trim(), CreditorReference: reference } },
  }
}

export const risk = { PaymentContextCode: 'EcommerceGoods' } as const

/** Cents as decimal dollars, without floating point. */
export function toDollars(amount: bigint): string {
  return `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`
}

/** Folds text to the characters statements allow: marks are dropped, everything else becomes a space. */
function toStatementText(text: string): string {
  const bare = text.normalize('NFD').replaceAll(/\p{M}/gu, '')
  return (
    bare
      .replaceAll(/[^\w &'./#-]/g, ' ')
      .replaceAll(/ +/g, ' ')
      .trim() || 'Nikau'
  )
}
