import type { Mutant } from './mutant.ts'

const feature = 'apps/web/src/features/withdraw'
const test = `${feature}/withdraw.browser.test.tsx`

export const mutants: Mutant[] = [
  {
    item: 'WD-01',
    file: 'apps/web/src/lib/funds.ts',
    find: '> 0n && linkedAccounts(accounts, mode).length > 0',
    replace: '> 0n',
    test,
  },
  {
    item: 'WD-04',
    file: `${feature}/WithdrawAmountScreen.tsx`,
    find: '  if (accounts.data && !account) return <Navigate to={paths.withdraw} replace />\n',
    replace: '  if (accounts.data && !account) return <Navigate to={paths.home} replace />\n',
    test,
  },
  { item: 'WD-09', file: `${feature}/WithdrawForm.tsx`, find: 'amount === undefined || amount < minAmount', replace: 'amount === undefined', test },
  {
    item: 'WD-12',
    file: `${feature}/WithdrawForm.tsx`,
    find: '{withdraw.error && amount !== undefined && ',
    replace: '{withdraw.error && amount === zero && ',
    test,
  },
  {
    item: 'ERR-24',
    file: `${feature}/WithdrawError.tsx`,
    find: 'quotaOverviewOfRefusal(refusal.data.quotas, amount)',
    replace: 'quotaOverviewOfRefusal(refusal.data.quotas.slice(0, 1), amount)',
    test,
  },
]
