import type { Mutant } from './mutant.ts'

const links = 'apps/api/src/modules/payment-links'
const test = `${links}/payment-links.test.ts`
const page = 'apps/web/src/features/payment-link'

export const mutants: Mutant[] = [
  { item: 'BIZ-50', file: `${links}/store.ts`, find: "r.status = 'paid' and ${received} > 0", replace: '${received} >= 0', test },
  { item: 'BIZ-51', file: `${links}/open.ts`, find: 'link.once ? await onlyWaiting(tx, deps, link, amount) : undefined', replace: 'undefined', test },
  { item: 'BIZ-51', file: `${links}/rules.ts`, find: 'typed >= (link.least ?? 0n) &&', replace: '', test },
  { item: 'BIZ-52', file: `${links}/store.ts`, find: 'order by r.created_at desc, r.id limit 1', replace: 'order by r.created_at, r.id limit 1', test },
  {
    item: 'BIZ-53',
    file: `${links}/paper-pdf.ts`,
    find: "{ errorCorrectionLevel: 'H' }",
    replace: "{ errorCorrectionLevel: 'M' }",
    test: `${links}/paper-pdf.test.ts`,
  },
  { item: 'BIZ-53', file: `${links}/paper-pdf.ts`, find: 'width: 76 })', replace: 'width: 50 })', test: `${links}/paper-pdf.test.ts` },
  { item: 'BIZ-54', file: `${links}/rules.ts`, find: "  if (link.closedAt !== null) return 'closed'\n", replace: '', test },
  {
    item: 'BIZ-54',
    file: `${page}/useLink.ts`,
    find: "error.code === 'PAYMENT_LINK_USED' ? 'used' : 'closed'",
    replace: "'used'",
    test: `${page}/payment-link.browser.test.tsx`,
  },
  {
    item: 'BIZ-52',
    file: 'apps/api/src/modules/payment-requests/create/create.ts',
    find: 'return { ...charge, paymentLinkId: await selectLinkOfTill(tx, till.id) }',
    replace: 'return charge',
    test: 'apps/api/src/till-sticker.test.ts',
  },
]
