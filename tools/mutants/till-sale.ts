import type { Mutant } from './mutant.ts'

const web = 'apps/web/src'
const sale = `${web}/features/till-sale`
const [engine, screens, device] = [`${sale}/engine.test.ts`, `${web}/till/sale.browser.test.tsx`, `${web}/till/device.browser.test.tsx`]

/** How a staff till takes a sale to its end. */
export const mutants: Mutant[] = [
  { item: 'TILL-06', file: `${sale}/sale.ts`, find: 'request.id === charge?.requestId', replace: 'true', test: engine },
  { item: 'TILL-06', file: `${web}/till/TillApp.tsx`, find: "tab === 'ours' ? <Running />", replace: "tab !== 'asking' ? <Running />", test: device },
  { item: 'TILL-07', file: `${sale}/hand-scanner.ts`, find: "if (digits === '') startedAt = at", replace: '', test: `${sale}/hand-scanner.test.ts` },
  { item: 'TILL-09', file: `${sale}/sale.ts`, find: " || (request.status === 'expired' && !charge.isOver)", replace: '', test: engine },
  { item: 'TILL-12', file: `${sale}/give-back-engine.ts`, find: 'update({ returning: { ...returning, isUnknown: true } })', replace: '', test: engine },
  { item: 'TILL-18', file: `${sale}/engine.ts`, find: ' && problem.status !== 422', replace: '', test: engine },
  {
    item: 'TILL-18',
    file: `${web}/lib/call.ts`,
    find: '.catch(noAnswer(callOptions.signal))',
    replace: '',
    test: `${web}/lib/call.browser.test.tsx`,
  },
  { item: 'TILL-24', file: `${web}/till/TillApp.tsx`, find: '}, [id, key])', replace: '}, [paired])', test: device },
  { item: 'TILL-02', file: `${sale}/sale-aside.ts`, find: 'sale.till.id !== till.id', replace: 'false', test: engine },
  { item: 'TILL-11', file: `${sale}/SaleScreens.tsx`, find: 'if (isVisible) void saleEngine.lookAgain()', replace: '', test: screens },
]
