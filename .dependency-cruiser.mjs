// Import boundaries. A folder may import itself and the folders on its line of the table, and nothing else of ours. Checked by
// tools/check-boundaries.ts, which also checks that no file was skipped.

const ours = '^(apps|packages|sandboxes|db|e2e|bench|trials|tools)/'
/** Tests, and the fixtures they share. */
const test = String.raw`(?:\.test\.tsx?|/fixtures\.tsx?|apps/(?:web|desk)/src/testing/[^/]+)$`

const money = '^packages/money/'
const nz = '^packages/nz/'
const contract = '^packages/contract/'
const runtime = '^packages/runtime/'
const rails = '^packages/rails/'
const ledger = '^packages/ledger/'
const securityEvents = '^packages/security-events/'
const ui = '^packages/ui/'
const localPostgres = '^packages/local-postgres/'
const testing = '^packages/testing/'
const sdk = '^packages/sdk/'
/** The rule of a webhook's signature, which the portal checks by as merchants do. */
const webhookSignature = `${sdk}src/webhook-signature\\.ts$`
const browser = `${testing}src/chromium\\.ts$`

const web = (folder) => `^apps/web/src/${folder}/`
const catalogues = web('locales')
const desk = (folder) => `^apps/desk/src/${folder}/`
const api = (folder) => `^apps/api/src/${folder}/`

const arrows = [
  { from: web('app'), to: [web('features'), web('lib'), catalogues, ui, contract, nz, money] },
  // The public checkout's own page; for a signed-in user it loads the wallet instead.
  { from: web('checkout'), to: ['^apps/web/src/app/start\\.tsx$', web('features'), web('lib'), catalogues, ui, contract, nz, money] },
  // The merchant portal's own page, with parts of the wallet's frame.
  {
    from: web('business'),
    to: ['^apps/web/src/app/(ErrorBoundary|Toasts|useFocusOnNavigate|WalletRouter)\\.tsx?$', web('features'), web('lib'), catalogues, ui, contract, nz, money],
  },
  // The staff till's own page.
  {
    from: web('till'),
    to: ['^apps/web/src/app/(ErrorBoundary|Toasts)\\.tsx$', web('features'), web('lib'), web('testing'), catalogues, ui, contract, nz, money],
  },
  { from: web('features'), to: [web('lib'), ui, contract, nz, money, webhookSignature] },
  { from: web('lib'), to: [catalogues, ui, contract, nz, money] },
  { from: web('testing'), to: [web('app'), web('business'), web('lib'), catalogues, ui, contract, nz, money] },
  // The operators' console: a bundle of its own, with nothing of the wallet.
  { from: desk('app'), to: [desk('features'), desk('parts'), desk('lib'), desk('locales'), desk('styles'), ui, contract, nz, money] },
  { from: desk('features'), to: [desk('parts'), desk('lib'), ui, contract, nz, money] },
  { from: desk('parts'), to: [desk('lib'), ui, contract, nz, money] },
  { from: desk('lib'), to: [ui, contract, nz, money] },
  { from: desk('styles'), to: [ui] },
  { from: desk('testing'), to: [desk('app'), desk('lib'), desk('styles'), contract, money] },
  { from: '^apps/desk/vitest\\.browser\\.config\\.ts$', to: ['^apps/desk/vite\\.config\\.ts$', browser] },
  { from: '^apps/api/src/[^/]+$', to: [api('modules'), api('seed'), api('http'), ledger, securityEvents, rails, runtime, contract, nz, money] },
  { from: api('seed'), to: [api('modules'), api('http'), ledger, securityEvents, rails, runtime, contract, nz, money] },
  { from: api('modules'), to: [api('http'), ledger, securityEvents, rails, runtime, contract, nz, money] },
  { from: api('http'), to: [securityEvents, runtime, contract, nz, money] },
  // Colours and fonts.
  { from: '^apps/docs/', to: [`${ui}src/[^/]+\\.css$`] },
  { from: '^apps/identity/', to: [securityEvents, rails, runtime, nz, `${ui}src/tokens\\.css$`] },
  { from: contract, to: [nz, money] },
  { from: nz, to: [money] },
  { from: money, to: [] },
  // The ledger knows amounts, not features: no contract here.
  { from: ledger, to: [runtime, money] },
  { from: rails, to: [runtime, nz, money] },
  { from: securityEvents, to: [rails, runtime, nz] },
  { from: runtime, to: [] },
  { from: '^(apps/web|packages/ui)/vitest\\.browser\\.config\\.ts$', to: ['^apps/web/vite\\.config\\.ts$', browser] },
  { from: `${ui}src/`, to: [] },
  { from: localPostgres, to: [] },
  // Merchants install it without us.
  { from: sdk, to: [] },
  { from: testing, to: [localPostgres, ledger, runtime, contract, nz, money] },
  // Sessions are made over HTTP, as the sign-in forms would, so that only tests of sign-in walk through its pages.
  { from: '^e2e/', to: [browser, `${testing}src/(http-browser|qr-codes|run-job)\\.ts$`] },
  // The load of the wallet is measured on the environment of `pnpm dev`.
  {
    from: '^bench/',
    // The desk is measured by its own process, and over a check of the books as the worker makes it.
    to: [
      localPostgres,
      ledger,
      runtime,
      money,
      contract,
      '^apps/api/src/(desk-config|http/desk/session|modules/operations/(store-)?books)\\.ts$',
      `${testing}src/(fixtures|free-port)\\.ts$`,
      browser,
      '^tools/(dev-environment|dev-services|signed-in)\\.ts$',
    ],
  },
  // A trial provokes what no caller from outside can, such as a message queued in a transaction that is then undone.
  {
    from: '^trials/',
    to: [contract, localPostgres, ledger, rails, runtime, money, nz, `${testing}src/(http-browser|fixtures|banks|farmlands|free-port)\\.ts$`],
  },
  // The operators' command accepts the same exception kinds as the module.
  {
    from: '^tools/',
    to: [
      localPostgres,
      runtime,
      contract,
      nz,
      money,
      browser,
      '^apps/web/src/testing/corner-loaf\\.ts$',
      `${testing}src/free-port\\.ts$`,
      `${api('modules')}(exceptions/(kinds|rules)|accounts/(store-)?business|merchants/(store-)?reviews?|fees/(rules|store)|safeguarding/(export|store)|book-anchors/(audit|keys)|operations/first-operators)\\.ts$`,
    ],
  },
]

/** The folder's own name in words, for the line that a broken rule prints. */
const nameOf = (pattern) =>
  pattern
    .replaceAll(/[\^$\\]|\[\^\/\]\+/g, '')
    .replaceAll(/src\/|\/$/g, '')
    .replaceAll('/', '-')

const arrowRules = arrows.map(({ from, to }) => ({
  name: `arrow-${nameOf(from)}`,
  comment: to.length === 0 ? 'This folder imports nothing of ours.' : `This folder may import only ${to.map(nameOf).join(', ')}.`,
  severity: 'error',
  from: { path: from, pathNot: test },
  to: { path: ours, pathNot: [from, ...to] },
}))

/** A test looks at its app from outside, so it may use the whole app and the testing package. */
const appOf = (from) => `^apps/${/^\^apps\/(web|desk)\//.exec(from)?.[1] ?? 'api'}/src/`
const testRules = arrows.map(({ from, to }) => ({
  name: `test-arrow-${nameOf(from)}`,
  comment: 'A test may import what the code beside it may import, the testing package and its own app.',
  severity: 'error',
  from: { path: `${from}.*`, pathNot: `^(?!.*${test})` },
  to: { path: ours, pathNot: [from, ...to, testing, localPostgres, appOf(from), '^db/seeds/'] },
}))

const production = { path: '^(apps|packages|sandboxes)/[^/]+/src/', pathNot: [test, testing, String.raw`\.showcase\.tsx$`] }

export default {
  forbidden: [
    ...arrowRules,
    ...testRules,
    {
      name: 'sandbox-stands-alone',
      comment: 'A sandbox plays the outside world: if it shared our code it would share our mistakes.',
      severity: 'error',
      from: { path: '^sandboxes/(?!shop/)([^/]+)/' },
      to: { path: ours, pathNot: '^sandboxes/$1/' },
    },
    {
      name: 'shop-as-a-merchant',
      comment: 'The shop is a merchant: of ours it has what merchants install, and nothing else.',
      severity: 'error',
      from: { path: '^sandboxes/shop/' },
      to: { path: ours, pathNot: ['^sandboxes/shop/', `${sdk}src/index\\.ts$`] },
    },
    {
      name: 'module-through-its-index',
      comment: 'A module shows its neighbours what its index.ts lists, and nothing else.',
      severity: 'error',
      from: { path: '^apps/api/src/modules/([^/]+)/' },
      to: { path: '^apps/api/src/modules/[^/]+/', pathNot: ['^apps/api/src/modules/$1/', '^apps/api/src/modules/[^/]+/index\\.ts$'] },
    },
    {
      name: 'app-through-the-index',
      comment: 'The processes are put together from what each module lists in its index.ts.',
      severity: 'error',
      from: { path: ['^apps/api/src/[^/]+$', '^apps/api/src/seed/'], pathNot: test },
      to: { path: '^apps/api/src/modules/[^/]+/', pathNot: '^apps/api/src/modules/[^/]+/index\\.ts$' },
    },
    {
      name: 'feature-through-its-index',
      comment: 'A feature of the web app imports others through their index.ts.',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/', pathNot: test },
      to: { path: '^apps/web/src/features/[^/]+/', pathNot: ['^apps/web/src/features/$1/', '^apps/web/src/features/[^/]+/index\\.tsx?$'] },
    },
    {
      name: 'desk-feature-through-its-index',
      comment: 'The desk shows of a feature what its index.ts lists.',
      severity: 'error',
      from: { path: '^apps/desk/src/(?:app|features/([^/]+))/', pathNot: test },
      to: { path: '^apps/desk/src/features/[^/]+/', pathNot: ['^apps/desk/src/features/$1/', '^apps/desk/src/features/[^/]+/index\\.ts$'] },
    },
    {
      name: 'package-through-its-exports',
      comment: 'A package is imported by its name, so that what it exports is all there is to know.',
      severity: 'error',
      from: { path: '^((?:apps|packages|sandboxes)/[^/]+|e2e|bench|trials|tools)/' },
      to: { path: '^packages/', pathNot: '^$1/', dependencyTypes: ['local'] },
    },
    {
      name: 'only-tests-import-testing',
      comment: 'The testing package and fixtures.ts files are for tests and trials only.',
      severity: 'error',
      from: { path: ours, pathNot: [test, testing, '^(trials|bench|e2e|tools)/', String.raw`(^|/)vitest\.(browser\.)?config\.ts$`] },
      to: { path: [testing, '^apps/(web|desk)/src/testing/', '/fixtures\\.tsx?$'] },
    },
    {
      name: 'sql-only-in-the-store',
      comment: 'Every statement of a feature stands in its store.ts (or store-<part>.ts where one grows long), where it can be read and indexed for.',
      severity: 'error',
      from: { path: '^apps/api/src/modules/', pathNot: [test, String.raw`/store[a-z-]*\.ts$`] },
      to: { path: 'node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
    },
    { name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-circle-of-modules',
      comment: 'Two modules that need each other are one module, or lack a third.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^apps/(api/src/modules|(?:web|desk)/src/features)/[^/]+$' },
      to: { circular: true },
    },
    {
      name: 'no-dev-package-in-production',
      comment: 'What runs in production is installed in production: a dependency, not a devDependency.',
      severity: 'error',
      from: production,
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'type-only'] },
    },
    {
      name: 'no-undeclared-package',
      severity: 'error',
      from: production,
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^virtual:|[?]url$' } },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    // Files that are not code are not read: parsing the catalogues took longer than everything else.
    doNotFollow: { path: ['node_modules', '[.](?:po|css|svg|json)$'] },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css', '.svg', '.po'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default', 'require'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
