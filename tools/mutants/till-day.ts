import type { Mutant } from './mutant.ts'

const [api, web] = ['apps/api/src/modules', 'apps/web/src']

/** What a staff till lists, adds up and notes. */
export const mutants: Mutant[] = [
  {
    item: 'TILL-20',
    file: `${api}/merchant-payments/store-till.ts`,
    find: 'select coalesce(p.tender, ${legMethod}) as method',
    replace: 'select ${legMethod} as method',
    test: 'apps/api/src/till-day.test.ts',
  },
  {
    item: 'TILL-20',
    file: `${web}/features/till-day/DayScreen.tsx`,
    find: 'isAnythingOpen(open) ? setAsks(true) : void close()',
    replace: 'void close()',
    test: `${web}/till/day.browser.test.tsx`,
  },
  {
    item: 'TILL-19',
    file: `${web}/features/till-sale/useCounterState.ts`,
    find: ' || isOffline()) return',
    replace: ') return',
    test: `${web}/till/device.browser.test.tsx`,
  },
  {
    item: 'TILL-19',
    file: `${web}/features/till-notes/note-sender.ts`,
    find: "if (error.code === 'REQUEST_PAID') return remove(note)",
    replace: '',
    test: `${web}/features/till-notes/note-sender.test.ts`,
  },
  {
    item: 'TILL-19',
    file: `${web}/features/till-notes/note-store.ts`,
    find: "if (kept.length >= maxNotes) return 'full'",
    replace: '',
    test: `${web}/till/notes.browser.test.tsx`,
  },
  {
    item: 'TILL-20',
    file: `${web}/features/till-day/DayScreen.tsx`,
    find: 'if (!isSuccess) return setNotClosed(true)',
    replace: 'if (!data) return',
    test: `${web}/till/day.browser.test.tsx`,
  },
  {
    item: 'TILL-20',
    file: `${web}/lib/refund-reference.ts`,
    find: 'BigInt(before) >= refunded',
    replace: 'BigInt(before) >= 0n',
    test: `${web}/till/day.browser.test.tsx`,
  },
  {
    item: 'TILL-20',
    file: `${api}/merchant-payments/store-till.ts`,
    find: ' or (${isRestKept} and r.expires_at > ${filter.now})',
    replace: '',
    test: 'apps/api/src/till-day.test.ts',
  },
  {
    item: 'TILL-19',
    file: `${web}/features/till-day/noted-time.ts`,
    find: 'calendarDate(notedAt) === calendarDate(createdAt) ?',
    replace: 'true ?',
    test: `${web}/till/day.browser.test.tsx`,
  },
  {
    item: 'TILL-14',
    file: `${api}/payment-requests/read/read.ts`,
    find: 'const seen = await closeOverduePart(deps, row)',
    replace: 'const seen = row',
    test: 'apps/api/src/rest-of-payment.test.ts',
  },
  {
    item: 'TILL-18',
    file: `${api}/payment-requests/read/read.ts`,
    find: "return row && (await keyMay(deps.db, key, row, 'read'))",
    replace: "return row && (await sideOf(deps.db, key, row, 'read', deps.clock.now()))",
    test: 'apps/api/src/rest-of-payment.test.ts',
  },
  {
    item: 'TILL-21',
    file: `${api}/payment-requests/refund/limits.ts`,
    find: 'if (!isRestKept(request)) return undefined',
    replace: 'return undefined',
    test: `${api}/tills/charges.test.ts`,
  },
  {
    item: 'TILL-14',
    file: `${web}/features/till-sale/give-back-engine.ts`,
    find: "if (by === 'cancel' && error.code === 'REQUEST_PAID') return",
    replace: 'if (error.code) return',
    test: `${web}/features/till-sale/rest-engine.test.ts`,
  },
  {
    item: 'TILL-13',
    file: `${web}/features/till-day/PaymentScreen.tsx`,
    find: "if (isCurrent || saleEngine.takeUp({ key: idempotencyKey, requestId: id, amount, at: createdAt })) go({ at: 'sale' })",
    replace: "go({ at: 'sale' })",
    test: `${web}/till/day.browser.test.tsx`,
  },
  {
    item: 'TILL-05',
    file: `${web}/features/till-sale/basket.ts`,
    find: 'let room = maxPieces',
    replace: 'let room = 0',
    test: `${web}/features/till-sale/basket.test.ts`,
  },
]
