import type { Mutant } from './mutant.ts'

/** What keeps a business, or who has its sign-in, from flooding people and the worker. */
export const mutants: Mutant[] = [
  {
    item: 'API-05',
    file: 'apps/api/src/http/rate-limit.ts',
    find: 'for (let done = flushOf(key); done; done = flushOf(key)) await done',
    replace: 'flushOf(key)',
    test: 'apps/api/src/http/rate-limit.test.ts',
  },
  {
    item: 'BIZ-78',
    file: 'apps/api/src/modules/asset-transfers/issue.ts',
    find: 'if (issue.test && !found && !(await isOwnAlias(tx, issue)))',
    replace: 'if (issue.test && !found && !(await isOwnAlias(tx, issue)) && deps.proofDays < 0)',
    test: 'apps/api/src/modules/collections/collections.test.ts',
  },
  {
    item: 'BIZ-76',
    file: 'apps/api/src/modules/collections/create.ts',
    find: 'if (isNew && protectedNameIn(business.name) !== undefined)',
    replace: "if (isNew && protectedNameIn(business.name) === '')",
    test: 'apps/api/src/modules/collections/collections.test.ts',
  },
  {
    item: 'BIZ-64',
    file: 'apps/api/src/modules/webhooks/store-replays.ts',
    find: 'if (ids.length > limit) return undefined',
    replace: 'if (ids.length > 9 * limit) return undefined',
    test: 'apps/api/src/modules/webhooks/replay.test.ts',
  },
  {
    item: 'BIZ-63',
    file: 'apps/api/src/modules/webhooks/store.ts',
    find: '`deliver:${deliveryId}`',
    replace: '`deliver:${deliveryId}:${Math.random()}`',
    test: 'apps/api/src/modules/webhooks/replay.test.ts',
  },
  {
    item: 'TILL-03',
    file: 'apps/api/src/modules/tills/rules.ts',
    find: 'Math.min(locksToday, lockMs.length - 1)',
    replace: 'Math.min(locksToday, 0)',
    test: 'apps/api/src/modules/tills/tills.test.ts',
  },
  {
    item: 'TILL-02',
    file: 'apps/api/src/modules/tills/limits.ts',
    find: 'if (isRaised(before, limits))',
    replace: 'if (isRaised(before, before))',
    test: 'apps/api/src/modules/tills/tills.test.ts',
  },
]
