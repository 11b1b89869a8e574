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
]
