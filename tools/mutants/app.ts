import type { Mutant } from './mutant.ts'

const lib = 'apps/web/src/lib'

export const mutants: Mutant[] = [
  { item: 'API-01', file: `${lib}/call.ts`, find: '`${deployed.apiBase}${pathOf', replace: '`${pathOf', test: `${lib}/call.browser.test.tsx` },
  {
    item: 'DEV-01',
    file: `${lib}/developer-taps.ts`,
    find: 'now - taps.since > withinMs',
    replace: 'now < taps.since',
    test: `${lib}/developer-taps.browser.test.tsx`,
  },
  {
    item: 'ERR-34',
    file: `${lib}/lazy-screen.ts`,
    find: '    deps.storage.setItem(reloadedKey, String(deps.now()))\n',
    replace: '',
    test: `${lib}/lazy-screen.browser.test.tsx`,
  },
  {
    item: 'ERR-35',
    file: `${lib}/lazy-screen.ts`,
    find: 'reporting.error(error.name, error)',
    replace: "reporting.error('uncaughtError', error)",
    test: `${lib}/lazy-screen.browser.test.tsx`,
  },
  {
    item: 'CONST-09',
    file: `${lib}/lazy-screen.ts`,
    find: 'withTimeout(load(), deps.timeoutMs)',
    replace: 'load()',
    test: `${lib}/lazy-screen.browser.test.tsx`,
  },
]
