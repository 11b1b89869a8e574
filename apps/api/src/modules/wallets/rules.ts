/** How the counterparty of a movement sees a person: `+6421*****18`. */
export function maskPhone(e164: string): string {
  return e164.replace(/^(\+\d{4})(\d+)(\d{2})$/, (_, head: string, middle: string, tail: string) => head + '*'.repeat(middle.length) + tail)
}

/** Per account and ledger. */
export const maxSettlementWallets = 20

/** The ledger account that test money comes from. It has no floor. */
export const testMoney = { id: 'test-money', unit: 'nzd.test', kind: 'test money' }
