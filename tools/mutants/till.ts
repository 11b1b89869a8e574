import type { Mutant } from './mutant.ts'

export const mutants: Mutant[] = [
  {
    item: 'PAY-01',
    file: 'apps/api/src/modules/payment-requests/read/read.ts',
    find: '  await startQuickPay(deps, actor, row)\n',
    replace: '',
    test: 'apps/api/src/modules/card-payments/quick-pay.test.ts',
  },
]
