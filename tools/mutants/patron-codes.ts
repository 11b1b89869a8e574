import type { Mutant } from './mutant.ts'

const codes = 'apps/api/src/modules/patron-codes'
const till = `${codes}/till.test.ts`

export const mutants: Mutant[] = [
  { item: 'OFFLINE-01', file: `${codes}/offline.ts`, find: '!(await selectTillSetting(tx, accountId)).noSignal || ', replace: '', test: till },
  {
    item: 'OFFLINE-02',
    file: `${codes}/use.ts`,
    find: "{ id: counter, accountId, limit, kind: 'till' }",
    replace: "{ id: counter, accountId, limit: cents(limit * 10n), kind: 'till' }",
    test: till,
  },
  {
    item: 'OFFLINE-03',
    file: 'apps/api/src/modules/payment-requests/create/pay-by-code.ts',
    find: "refuse(obstacle === 'amount' ? 'INSUFFICIENT_ASSET_VALUE' : 'PATRON_CODE_INVALID')",
    replace: "refuse('INSUFFICIENT_ASSET_VALUE')",
    test: till,
  },
  {
    item: 'OFFLINE-04',
    file: `${codes}/offline.ts`,
    find: 'await endOfflineSets(tx, { accountId, sessionUid }, createdAt)',
    replace: 'await endOfflineSets(tx, { accountId }, createdAt)',
    test: till,
  },
  { item: 'OFFLINE-06', file: `${codes}/report.ts`, find: 'await endCodes(tx, accountId, at)\n    ', replace: '', test: till },
  {
    item: 'GUARD-09',
    file: `${codes}/store.ts`,
    find: '       and not exists (select from account_freeze f where f.account_id = c.account_id)\n',
    replace: '',
    test: `${codes}/patron-codes.test.ts`,
  },
  { item: 'GUARD-13', file: `${codes}/store.ts`, find: '       and exists (select from identity.authentication(c.session_uid))\n', replace: '', test: till },
  {
    item: 'CODE-13',
    file: `${codes}/store.ts`,
    find: 'c.used_at is null and c.ended_at is null and (c.test_scenario',
    replace: 'c.ended_at is null and (c.test_scenario',
    test: `${codes}/patron-codes.test.ts`,
  },
]
