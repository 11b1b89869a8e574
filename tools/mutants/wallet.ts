import type { Mutant } from './mutant.ts'

const lib = 'apps/web/src/lib'
const contract = 'packages/contract/src'
const dashboard = 'apps/web/src/features/dashboard'

const withoutSignal = `${dashboard}/without-signal.browser.test.tsx`

export const mutants: Mutant[] = [
  {
    item: 'OFFLINE-07',
    file: `${lib}/kept-home.ts`,
    find: 'home.asOf.getTime() > maxAgeMs',
    replace: 'home.asOf.getTime() > 2 * maxAgeMs',
    test: withoutSignal,
  },
  { item: 'OFFLINE-07', file: `${lib}/session.tsx`, find: '  await eraseAllRecords()\n', replace: '', test: withoutSignal },
  {
    item: 'OFFLINE-08',
    file: 'packages/ui/src/field-panel/FieldPanel.tsx',
    find: 'isDisabled={isDisabled || reason !== undefined}',
    replace: 'isDisabled={isDisabled}',
    test: withoutSignal,
  },
  {
    item: 'OFFLINE-08',
    file: 'packages/ui/src/button/Button.tsx',
    find: 'if (busy || reason !== undefined) event.preventDefault()',
    replace: 'if (busy) event.preventDefault()',
    test: 'apps/web/src/app/no-signal.browser.test.tsx',
  },
  {
    item: 'NOTE-02',
    file: `${dashboard}/notices.ts`,
    find: 'bankAccounts.some((account) => !account.verified)',
    replace: 'bankAccounts.every((account) => !account.verified)',
    test: `${dashboard}/notices.test.ts`,
  },
  { item: 'NOTE-03', file: `${dashboard}/notices.ts`, find: 'balance < lowBalance', replace: 'balance <= lowBalance', test: `${dashboard}/notices.test.ts` },
  { item: 'NOTE-03', file: `${dashboard}/notices.ts`, find: 'return !pending && ', replace: 'return ', test: `${dashboard}/dashboard.browser.test.tsx` },
  {
    item: 'QUOTA-02',
    file: `${lib}/quota-overview.ts`,
    find: 'quota.usage * 4n >= quota.limit * 3n',
    replace: 'quota.usage * 4n > quota.limit * 3n',
    test: `${lib}/quota-overview.test.ts`,
  },
  {
    item: 'QUOTA-03',
    file: `${lib}/quota-overview.ts`,
    find: '  return quota.usage >= quota.limit\n',
    replace: '  return quota.usage > quota.limit\n',
    test: `${lib}/quota-overview.test.ts`,
  },
  {
    item: 'QUOTA-04',
    file: `${lib}/quota-overview.ts`,
    find: 'usage: subtract(quota.usage, refusedAmount)',
    replace: 'usage: quota.usage',
    test: `${lib}/quota-overview.test.ts`,
  },
  { item: 'ACT-02', file: `${lib}/wallet-activities.ts`, find: '!booked.has(topUp.id) && ', replace: '', test: `${lib}/wallet-activities.test.ts` },
  {
    item: 'ACT-04',
    file: `${contract}/wallet-activity.ts`,
    find: "entry.value < 0n ? 'payment' : 'refunded'",
    replace: "'payment'",
    test: `${contract}/wallet-activity.test.ts`,
  },
  {
    item: 'ACT-06',
    file: `${contract}/wallet-activity.ts`,
    find: "  if (entry.activityType === 'returned-asset-transfer') return 'returned'\n",
    replace: '',
    test: `${contract}/wallet-activity.test.ts`,
  },
  {
    item: 'ACT-08',
    file: `${lib}/wallet-activities.ts`,
    find: 'entry.value < 0n ? entry.destParty : entry.srcParty',
    replace: 'entry.destParty',
    test: `${lib}/wallet-activities.test.ts`,
  },
]
