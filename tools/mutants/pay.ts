import type { Mutant } from './mutant.ts'

const pay = 'apps/web/src/features/pay'
const waysTest = `${pay}/other-ways.browser.test.tsx`
const summaryTest = `${pay}/SummaryScreen.browser.test.tsx`
const api = 'apps/api/src/modules/payment-requests'

export const mutants: Mutant[] = [
  {
    item: 'PAY-01',
    file: `${api}/pay/rules.ts`,
    find: "notYetActive || isOtherLiveness ? refuse('INACTIVE_ASSET')",
    replace: "notYetActive || isOtherLiveness || asset.creditLine ? refuse('INACTIVE_ASSET')",
    test: `${api}/pay/credit-line.test.ts`,
  },
  { item: 'PAY-01', file: `${pay}/suggestion.ts`, find: '{ externalPaymentRef: idempotencyKey }', replace: '{}', test: waysTest },
  { item: 'PAY-06', file: `${pay}/Pay.tsx`, find: '          setChosen(keyOfWay(way))\n', replace: '', test: waysTest },
  { item: 'PAY-10', file: `${pay}/usePayment.ts`, find: 'setPhase(latest.remainingAmount > 0n ? idle : ', replace: 'setPhase(', test: waysTest },
  { item: 'PAY-11', file: 'apps/web/src/app/FarmCardRoutes.tsx', find: '{ fromCard: true }', replace: 'undefined', test: waysTest },
  { item: 'SUMM-05', file: `${pay}/SummaryScreen.tsx`, find: '!closed && isJustPaid', replace: '!closed', test: summaryTest },
  {
    item: 'SUMM-05',
    file: `${api}/request/store.ts`,
    find: " and p.type in ('payment', 'authorization')",
    replace: '',
    test: `${api}/pay/pay.test.ts`,
  },
  {
    item: 'DASH-06',
    file: 'apps/web/src/features/dashboard/AssetTiles.tsx',
    find: 'href={paths.asset(line.id)} ',
    replace: '',
    test: 'apps/web/src/features/assets/CreditLine.browser.test.tsx',
  },
  {
    item: 'CHK-16',
    file: 'apps/web/src/features/checkout/RequestClosed.tsx',
    find: "status === 'paid' && !isJustPaid(request.paidAt, openedAt)",
    replace: 'false',
    test: 'apps/web/src/features/checkout/CheckoutScreen.browser.test.tsx',
  },
  { item: 'CHK-11', file: `${pay}/Pay.tsx`, find: '<OtherWays request={request} />', replace: '<span />', test: waysTest },
  {
    item: 'GUARD-12',
    file: `${api}/pay/rules.ts`,
    find: 'return creditLine ? defaultWalletType(livenessOf(type)) : type',
    replace: 'return type',
    test: `${api}/pay/credit-line.test.ts`,
  },
]
