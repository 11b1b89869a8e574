import type { Mutant } from './mutant.ts'

const requests = 'apps/api/src/modules/payment-requests'
const receipts = 'apps/api/src/modules/receipts'
const bills = 'apps/api/src/receipts-on-statements/issuer-bills.test.ts'

export const mutants: Mutant[] = [
  {
    item: 'BIZ-81',
    file: `${requests}/pay/postings.ts`,
    find: 'if (!isOwnToken(request, asset))',
    replace: 'if (isTokenType(asset.type))',
    test: `${requests}/pay/pay.test.ts`,
  },
  {
    item: 'BIZ-81',
    file: `${requests}/refund/return-to-source.ts`,
    find: 'bringsMoney(request, tender) ?',
    replace: 'tender !== undefined ?',
    test: `${requests}/pay/pay.test.ts`,
  },
  {
    item: 'BIZ-81',
    file: `${receipts}/apply-bill-receipts.ts`,
    find: 'receipt.amount < open ? receipt.amount : open',
    replace: 'receipt.amount',
    test: bills,
  },
  { item: 'BIZ-81', file: `${receipts}/store-bills.ts`, find: 'and e.version <= c.version', replace: '', test: bills },
  { item: 'BIZ-81', file: `${receipts}/apply-bill-receipts.ts`, find: 'if (amount === open) await', replace: 'if (false as boolean) await', test: bills },
]
