import type { Mutant } from './mutant.ts'

const feature = 'apps/web/src/features/send'
const test = `${feature}/send.browser.test.tsx`
const recipient = 'apps/web/src/lib/recipient.ts'
const recipientTest = 'apps/web/src/lib/recipient.test.ts'

export const mutants: Mutant[] = [
  {
    item: 'SEND-02',
    file: `${feature}/useSendingAsset.ts`,
    find: 'candidate.id === chosen && isTransferable(candidate)',
    replace: 'candidate.id !== chosen && isTransferable(candidate)',
    test,
  },
  {
    item: 'SEND-04',
    file: `${feature}/AmountStep.tsx`,
    find: 'add(amount ?? zero, cents(BigInt(dollars) * 100n))',
    replace: 'cents(BigInt(dollars) * 100n)',
    test,
  },
  { item: 'SEND-05', file: 'apps/web/src/lib/CountedField.tsx', find: ".replace(/[\\uD800-\\uDBFF]$/, '')", replace: '', test },
  {
    item: 'SEND-07',
    file: `${feature}/AmountStep.tsx`,
    find: '    if (amount > availableOf(wallet)) return t`The amount cannot exceed your balance`\n',
    replace: '',
    test,
  },
  {
    item: 'SEND-08',
    file: `${feature}/AmountStep.tsx`,
    find: 'remaining !== undefined && amount > remaining',
    replace: 'remaining !== undefined && amount < 0n',
    test,
  },
  { item: 'SEND-09', file: recipient, find: ".replace(/^0/, '')\n  if (!", replace: '\n  if (!', test: recipientTest },
  { item: 'SEND-11', file: recipient, find: 'digits.length > 10', replace: 'digits.length > 12', test: recipientTest },
  { item: 'SEND-13', file: recipient, find: "isEmailAlias(alias) ? { alias } : { error: 'not-an-email' }", replace: '{ alias }', test: recipientTest },
  { item: 'SEND-14', file: recipient, find: 'const alias = typed.toLowerCase()', replace: 'const alias = typed', test: recipientTest },
  { item: 'SEND-15', file: `${feature}/useSend.ts`, find: '    applyToCache(asset, value)\n', replace: '', test },
  {
    item: 'XFER-01',
    file: 'apps/web/src/features/asset-transfers/SummaryScreen.tsx',
    find: 'error?.isRefusal ? <UnknownTransferPage /> : ',
    replace: '',
    test: 'apps/web/src/features/asset-transfers/summary.browser.test.tsx',
  },
  {
    item: 'XFER-03',
    file: 'apps/web/src/features/asset-transfers/FinalPages.tsx',
    find: 'finalStates[summary.status] ?? unavailable',
    replace: 'unavailable',
    test: 'apps/web/src/features/asset-transfers/summary.browser.test.tsx',
  },
]
