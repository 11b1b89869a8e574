/** How the other side of a movement may read who one is: `+6421*****18`, `m**@example.nz`. Names of merchants and issuers stay as they are. */
export function maskPhone(e164: string): string {
  return e164.replace(/^(\+\d{4})(\d+)(\d{2})$/, (_, head: string, middle: string, tail: string) => head + '*'.repeat(middle.length) + tail)
}

/** The most settlement wallets that an account has on one ledger. */
export const mostSettlementWallets = 20

/** The account that play money comes from. It may owe any amount: it is nobody's money. */
export const testMoney = { id: 'test-money', unit: 'nzd.test', kind: 'test money' }

/** A page of a wallet's list ends at an entry; the next one starts below its number. */
export function decodePageKey(key: string | undefined): bigint | undefined {
  return key !== undefined && /^\d{1,18}$/.test(key) ? BigInt(key) : undefined
}
