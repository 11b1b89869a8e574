import type { Mutant } from './mutant.ts'

const feature = 'apps/web/src/features/bank-accounts'
const listTest = `${feature}/bank-accounts.browser.test.tsx`
const linkTest = `${feature}/link-bank-account.browser.test.tsx`

export const mutants: Mutant[] = [
  {
    item: 'BANK-04',
    file: 'apps/web/src/lib/funds.ts',
    find: 'accounts.filter(({ directDebitAuthorized }) => directDebitAuthorized).length < maxDirectDebitAccounts',
    replace: 'accounts.length < maxDirectDebitAccounts',
    test: listTest,
  },
  { item: 'BANK-05', file: `${feature}/BankAccountsScreen.tsx`, find: ' onChange={selectBank}', replace: ' onChange={() => undefined}', test: listTest },
  { item: 'BANK-06', file: 'apps/web/src/lib/funds.ts', find: "account.type === 'nikau' && ", replace: '', test: listTest },
  { item: 'BANK-07', file: 'apps/web/src/lib/funds.ts', find: ' && livenessOf(account) === mode', replace: '', test: listTest },
  {
    item: 'BANK-10',
    file: `${feature}/VerifyCard.tsx`,
    find: "error={error ?? (code === '' ? refused : undefined)}",
    replace: 'error={error}',
    test: listTest,
  },
  {
    item: 'BANK-08',
    file: 'packages/nz/src/bank-account-number.ts',
    find: "'06', '11', '12'",
    replace: "'06', '12'",
    test: 'packages/nz/src/bank-account-number.test.ts',
  },
  {
    item: 'LINK-05',
    file: `${feature}/LinkScreens.tsx`,
    find: '  if (chosen && !chosen.directDebitAuthorized) return <Navigate to={paths.authorizeBank(chosen.id)} replace />\n',
    replace: '',
    test: listTest,
  },
  { item: 'LINK-07', file: `${feature}/LinkScreens.tsx`, find: '<LinkForm directDebit={false} />', replace: '<LinkForm directDebit />', test: linkTest },
  {
    item: 'LINK-10',
    file: `${feature}/DirectDebitTerms.tsx`,
    find: 'agreed || t`You must agree in order to use Direct Debit`',
    replace: 'agreed || t`Please agree`',
    test: linkTest,
  },
  {
    item: 'LINK-13',
    file: `${feature}/LinkForm.tsx`,
    find: 'bankAccountName: toBankAccountName(name)',
    replace: 'bankAccountName: toBankAccountName(name) && name',
    test: linkTest,
  },
  { item: 'ERR-20', file: `${feature}/LinkModal.tsx`, find: "code === 'DUPLICATE_BANK_ACCOUNT'", replace: "code === 'DUPLICATE'", test: linkTest },
]
