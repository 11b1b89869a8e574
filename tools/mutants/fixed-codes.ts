import type { Mutant } from './mutant.ts'

const modules = 'apps/api/src/modules'
const scan = 'apps/web/src/features/scan'

export const mutants: Mutant[] = [
  {
    item: 'API-12',
    file: `${modules}/fixed-codes/find.ts`,
    find: '(await askOwner(deps, owner, url.href))',
    replace: 'undefined',
    test: `${modules}/fixed-codes/fixed-codes.test.ts`,
  },
  {
    item: 'API-12',
    file: `${modules}/fixed-codes/find.ts`,
    find: "return (await payUrlByShortCode(deps, shortCode)) ?? refuse('UNKNOWN_CODE')",
    replace: "return refuse('UNKNOWN_CODE')",
    test: `${modules}/fixed-codes/fixed-codes.test.ts`,
  },
  {
    item: 'SCAN-03',
    file: `${scan}/useOpenScannedCode.ts`,
    find: 'paymentRequestIdFromUrl(await lookUp({ body: { url: scanned.url } }))',
    replace: 'paymentRequestIdFromUrl(scanned.url)',
    test: `${scan}/scan.browser.test.tsx`,
  },
  {
    item: 'SCAN-05',
    file: `${scan}/useOpenScannedCode.ts`,
    find: "error instanceof CallError && error.status === 404 ? 'unsupported' : 'broken'",
    replace: "error instanceof CallError ? 'broken' : 'broken'",
    test: `${scan}/scan.browser.test.tsx`,
  },
]
