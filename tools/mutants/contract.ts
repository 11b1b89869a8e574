import type { Mutant } from './mutant.ts'

const contract = 'packages/contract/src'
const display = `${contract}/asset-display.ts`
const displayTest = `${contract}/asset-display.test.ts`

export const mutants: Mutant[] = [
  {
    item: 'ENT-09',
    file: `${contract}/assets.ts`,
    find: "(category === 'wallet' ? 'money' : category)",
    replace: "(category === 'wallet' ? 'token' : category)",
    test: `${contract}/assets.test.ts`,
  },
  { item: 'ENT-10', file: display, find: 'asset.issuer?.trim() || unverifiedIssuer', replace: 'asset.issuer ?? unverifiedIssuer', test: displayTest },
  {
    item: 'ENT-11',
    file: display,
    find: "familyOf(asset.type) === 'nikau.nzd' && !asset.settlement",
    replace: "familyOf(asset.type) === 'nikau.nzd'",
    test: displayTest,
  },
  { item: 'CONST-04', file: display, find: " && asset.status === 'active' && !asset.settlement", replace: " && asset.status === 'active'", test: displayTest },
  { item: 'CONST-05', file: display, find: ", 'epay'])", replace: '])', test: displayTest },
  {
    item: 'CONST-06',
    file: display,
    find: "asset.status === 'active' && asset.liveness === mode && !hidden",
    replace: 'asset.liveness === mode && !hidden',
    test: displayTest,
  },
  { item: 'CONST-03', file: 'packages/money/src/index.ts', find: ".padStart(3, '0')", replace: '', test: 'packages/money/src/index.test.ts' },
  {
    item: 'ISS-06',
    file: 'apps/web/src/lib/token-issuers.ts',
    find: '[...new Set(soonestFirst.flatMap((token) => token.conditions ?? []))]',
    replace: 'soonestFirst.flatMap((token) => token.conditions ?? [])',
    test: 'apps/web/src/lib/token-issuers.test.ts',
  },
]
