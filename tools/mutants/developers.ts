import type { Mutant } from './mutant.ts'

const developers = 'apps/web/src/features/business-developers'
const keys = `${developers}/keys.browser.test.tsx`
const signature = `${developers}/signature.browser.test.tsx`

const webhooks = 'apps/api/src/modules/webhooks'
const replay = `${webhooks}/replay.test.ts`

export const mutants: Mutant[] = [
  {
    item: 'BIZ-05',
    file: `${webhooks}/access.ts`,
    find: "found && (found.reach === 'all' || found.endpoint.liveness === 'test') ? found.endpoint",
    replace: 'found ? found.endpoint',
    test: replay,
  },
  {
    item: 'BIZ-07',
    file: `${webhooks}/store-enqueue.ts`,
    find: "         and (e.liveness is null or (e.liveness = 'test') = coalesce(r.test, c.test, false))\n",
    replace: '',
    test: replay,
  },
  {
    item: 'BIZ-07',
    file: `${webhooks}/store.ts`,
    find: '           and ${ofLiveness(of.liveness)}) f',
    replace: '           ) f',
    test: 'apps/api/src/modules/portal-events/portal-events.test.ts',
  },
  { item: 'BIZ-64', file: `${webhooks}/store-replays.ts`, find: ' and ${ofLiveness(range.liveness)}', replace: '', test: replay },
  { item: 'BIZ-61', file: `${developers}/SecretDialog.tsx`, find: '      locked={!isStored}\n', replace: '', test: keys },
  { item: 'BIZ-62', file: `${developers}/KeySheet.tsx`, find: "{ value: '168', text: t`7 days` }", replace: "{ value: '169', text: t`7 days` }", test: keys },
  { item: 'BIZ-65', file: `${developers}/check-signature.ts`, find: 'find(({ kid }) => kid === keyId)', replace: 'at(0)', test: signature },
  {
    item: 'BIZ-65',
    file: `${developers}/SignatureCheck.tsx`,
    find: 'keys.data && setResult(',
    replace: "keys.data && navigator.sendBeacon('/', body) && setResult(",
    test: signature,
  },
  {
    item: 'BIZ-67',
    file: `${developers}/curl.ts`,
    find: "text.replaceAll(\"'\", String.raw`'\\''`)",
    replace: 'text',
    test: `${developers}/requests.browser.test.tsx`,
  },
]
