import type { Mutant } from './mutant.ts'

const feature = 'apps/web/src/features/checkout'
const test = `${feature}/CheckoutScreen.browser.test.tsx`

export const mutants: Mutant[] = [
  { item: 'CHK-03', file: `${feature}/QrPanel.tsx`, find: '<QrCode text={url}', replace: '<QrCode text={`${url}/`}', test },
  { item: 'CHK-13', file: `${feature}/usePolledRequest.ts`, find: "        if (request.status !== 'new') return\n", replace: '', test },
  { item: 'CHK-14', file: `${feature}/RequestClosed.tsx`, find: '  useEffect(() => notifyOpener(request), [request])\n', replace: '', test },
  {
    item: 'CHK-15',
    file: `${feature}/RequestClosed.tsx`,
    find: 'setTimeout(() => browser.replace(returnUrl), redirectDelayMs)',
    replace: 'setTimeout(() => undefined, redirectDelayMs)',
    test,
  },
]
