import type { Mutant } from './mutant.ts'

const api = 'apps/api/src/modules'
const web = 'apps/web/src/features'
const captures = `${api}/merchant-payments/captures.test.ts`
const places = `${api}/merchant-payments/places.test.ts`
const home = `${web}/business-home/home.browser.test.tsx`
const payments = `${web}/business-payments/business-payments.browser.test.tsx`
const dialog = `${web}/business-refunds/refund-dialog.browser.test.tsx`
const tasks = `${api}/portal-events/portal-events.test.ts`

export const mutants: Mutant[] = [
  {
    item: 'BIZ-05',
    file: `${api}/payment-requests/request/access.ts`,
    find: ' && terms.operatorId === actor.personId',
    replace: '',
    test: 'apps/api/src/authorisation.test.ts',
  },
  { item: 'BIZ-07', file: `${api}/merchant-payments/export-rows.ts`, find: "    ...(isTest ? ['TEST'] : []),\n", replace: '', test: places },
  { item: 'BIZ-11', file: `${api}/merchant-payments/store-takings.ts`, find: ' and not r.pre_auth', replace: '', test: captures },
  {
    item: 'BIZ-13',
    file: `${web}/business-home/HoursOfDay.tsx`,
    find: 'format(compareWith.soFar.amount), format(compareWith.amount)',
    replace: 'format(compareWith.soFar.amount), format(compareWith.soFar.amount)',
    test: home,
  },
  {
    item: 'BIZ-14',
    file: `${api}/payment-requests/refund/store-waiting.ts`,
    find: "and not exists (select from payment_activity a where a.payment_request_id = r.id and a.type = 'refund' and a.created_at >= w.asked_at)",
    replace: '',
    test: tasks,
  },
  { item: 'BIZ-15', file: `${web}/business-home/LatestPayments.tsx`, find: ", order: 'paid'", replace: '', test: home },
  { item: 'BIZ-15', file: `${api}/merchant-payments/store-latest.ts`, find: 'order by r.at desc', replace: 'order by r.created_at desc', test: captures },
  {
    item: 'BIZ-20',
    file: `${api}/merchant-payments/export-rows.ts`,
    find: 'text(personName ?? payment.operatorId)',
    replace: 'text(payment.operatorId)',
    test: places,
  },
  {
    item: 'BIZ-20',
    file: `${api}/merchant-payments/export-rows.ts`,
    find: '      posting,\n    }\n  })\n}\n',
    replace: '      posting: held.posting,\n    }\n  })\n}\n',
    test: captures,
  },
  { item: 'BIZ-21', file: `${web}/business-payments/PaymentScreen.tsx`, find: 'personAt(place)].filter', replace: 'place.operatorId].filter', test: payments },
  { item: 'BIZ-25', file: `${web}/business-refunds/RefundDialog.tsx`, find: ', legs, ...ofCapture, ...code }', replace: ', legs, ...code }', test: dialog },
  { item: 'BIZ-27', file: `${web}/business-refunds/legs.tsx`, find: 'At once · {left}, whole with', replace: 'Whole with', test: dialog },
  {
    item: 'BIZ-32',
    file: `${web}/business-refunds/useLastDay.ts`,
    find: 'shortDate(until)',
    replace: 'shortDate(new Date(until.getTime() - 86_400_000))',
    test: dialog,
  },
  { item: 'BIZ-70', file: `${api}/merchant-payments/export-rows.ts`, find: 'hasGst || name !== gstColumn', replace: 'true', test: places },
  { item: 'BIZ-70', file: `${web}/business-payments/PaymentsScreen.tsx`, find: 'hasGst || gstInSales > 0n', replace: 'true', test: payments },
]
