import type { Mutant } from './mutant.ts'

const contract = 'packages/contract/src'

export const mutants: Mutant[] = [
  { item: 'MERCH-04', file: `${contract}/merchants.ts`, find: " || assetType === 'epay.nzd.main'", replace: '', test: `${contract}/merchants.test.ts` },
  {
    item: 'MERCH-05',
    file: `${contract}/merchants.ts`,
    find: '[place.street, place.suburb, place.city].filter(Boolean).slice(0, 2)',
    replace: '[place.street, place.suburb, place.city].slice(0, 2)',
    test: `${contract}/merchants.test.ts`,
  },
  {
    item: 'MERCH-06',
    file: `${contract}/merchants.ts`,
    find: 'const earthRadiusKm = 6371',
    replace: 'const earthRadiusKm = 6378',
    test: `${contract}/merchants.test.ts`,
  },
]
