import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Scratch } from './check-self-scratch.ts'

/** A fault, the check that must catch it, and what the report must contain, so that another failure does not count. */
export interface Fault {
  what: string
  check: string
  reported: RegExp
  /** Planted together with the other such faults of its check, each in files of its own: the check takes long to start. */
  together?: true
  plant(scratch: Scratch): void
}

const merchants = 'apps/api/src/modules/merchants'
const screen = 'apps/web/src/features/merchants/Planted.tsx'

export const faults: Fault[] = [
  {
    what: 'the web app imports the api',
    check: 'boundaries',
    together: true,
    reported: /arrow-apps-web-features: .*planted\.ts -> apps\/api\/src\/app\.ts/,
    plant: ({ write }) => write('apps/web/src/features/merchants/planted.ts', `export * from '../../../../api/src/app.ts'\n`),
  },
  {
    what: "a module imports another module's store",
    check: 'boundaries',
    together: true,
    reported: /module-through-its-index: .*planted\/read\.ts -> apps\/api\/src\/modules\/merchants\/store\.ts/,
    plant: ({ write }) => write('apps/api/src/modules/planted/read.ts', `export { findMerchant } from '../merchants/store.ts'\n`),
  },
  {
    what: 'two modules import each other, though no two files do',
    check: 'boundaries',
    together: true,
    reported: /no-circle-of-modules: .*planted-/,
    plant: ({ write }) => {
      write('apps/api/src/modules/planted-a/index.ts', `export { two } from './two.ts'\nexport const one = 1\n`)
      write('apps/api/src/modules/planted-a/two.ts', `export const two = 2\n`)
      write('apps/api/src/modules/planted-a/three.ts', `export { four } from '../planted-b/index.ts'\n`)
      write('apps/api/src/modules/planted-b/index.ts', `export const four = 4\n`)
      write('apps/api/src/modules/planted-b/five.ts', `export { one } from '../planted-a/index.ts'\n`)
    },
  },
  {
    what: 'two files import each other',
    check: 'boundaries',
    together: true,
    reported: /no-circle: .*planted-[ab]\.ts -> .*planted-[ab]\.ts/,
    plant: ({ write }) => {
      write('packages/money/src/planted-a.ts', `import { b } from './planted-b.ts'\nexport const a = () => b\n`)
      write('packages/money/src/planted-b.ts', `import { a } from './planted-a.ts'\nexport const b = () => a\n`)
    },
  },
  {
    what: 'the shop reaches behind what merchants install',
    check: 'boundaries',
    together: true,
    reported: /shop-as-a-merchant: sandboxes\/shop\/src\/planted\.ts -> packages\/sdk\/src\/transport\.ts/,
    plant: ({ write }) => write('sandboxes/shop/src/planted.ts', `export * from '../../../packages/sdk/src/transport.ts'\n`),
  },
  {
    what: 'a sandbox imports our code',
    check: 'boundaries',
    together: true,
    reported: /sandbox-stands-alone: sandboxes\/messages\/src\/planted\.ts/,
    plant: ({ write }) => write('sandboxes/messages/src/planted.ts', `export * from '../../../packages/money/src/index.ts'\n`),
  },
  {
    what: 'an end-to-end test reaches into the system',
    check: 'boundaries',
    together: true,
    reported: /arrow-e2e: e2e\/planted\.ts/,
    plant: ({ write }) => write('e2e/planted.ts', `export * from '../packages/money/src/index.ts'\n`),
  },
  {
    what: 'production code imports the testing package',
    check: 'boundaries',
    together: true,
    reported: /only-tests-import-testing: apps\/api\/src\/http\/planted\.ts/,
    plant: ({ write }) => write('apps/api/src/http/planted.ts', `export { silent } from '@nikau/testing'\n`),
  },
  {
    what: 'production code imports a development dependency',
    check: 'boundaries',
    together: true,
    reported: /no-dev-package-in-production: packages\/contract\/src\/planted\.ts/,
    plant: ({ write }) => write('packages/contract/src/planted.ts', `export { integer } from 'fast-check'\n`),
  },
  {
    what: 'SQL outside the store of a module',
    check: 'boundaries',
    together: true,
    reported: /sql-only-in-the-store: .*merchants\/planted\.ts/,
    plant: ({ write }) => write(`${merchants}/planted.ts`, `import { sql } from 'kysely'\nexport const everything = sql\`select * from merchant\`\n`),
  },
  {
    what: 'the boundary check reads no TypeScript',
    check: 'boundaries',
    reported: /not read: apps\/api\/src\/app\.ts/,
    plant: ({ edit }) => edit('.dependency-cruiser.mjs', (text) => text.replace(`parser: 'swc'`, () => `parser: 'swc', exclude: { path: '[.]ts$' }`)),
  },
  {
    what: 'an enum on the server',
    check: 'types-server',
    together: true,
    reported: /planted\.ts.*TS1294/,
    plant: ({ write }) => write(`${merchants}/planted.ts`, `export enum Kind {\n  Physical,\n}\n`),
  },
  {
    what: 'a use case refuses with a code that its endpoint does not list',
    check: 'types-server',
    together: true,
    reported: /merchants\/routes\.ts.*[\s\S]*NOT_LISTED/,
    plant: ({ edit }) => edit(`${merchants}/summarise.ts`, (text) => text.replaceAll(`'FORBIDDEN'`, `'NOT_LISTED'`)),
  },
  {
    what: 'a response that differs from the contract',
    check: 'types-server',
    together: true,
    reported: /merchants\/summarise\.ts.*[\s\S]{0,400}'title'/,
    plant: ({ edit }) => edit(`${merchants}/summarise.ts`, (text) => text.replace('name: row.name', 'title: row.name')),
  },
  {
    what: 'an unused export',
    check: 'unused',
    together: true,
    reported: /plantedExport/,
    plant: ({ edit }) => edit(`${merchants}/rules.ts`, (text) => `${text}\nexport const plantedExport = 1\n`),
  },
  {
    what: 'an unused package',
    check: 'unused',
    together: true,
    reported: /Unused devDependencies[\s\S]*zod\s+packages\/money\/package\.json/,
    plant: ({ edit }) => edit('packages/money/package.json', (text) => text.replace(/\}\s*$/, `,"devDependencies": { "zod": "catalog:" } }\n`)),
  },
  {
    what: 'a literal colour in a screen',
    check: 'screens',
    together: true,
    reported: /Planted\.tsx:2 literal colour: #0E5A42/,
    plant: ({ write }) => write(screen, `export function Planted() {\n  return <hr className="bg-[#0E5A42]" />\n}\n`),
  },
  {
    what: 'a literal colour in a style sheet',
    check: 'screens',
    together: true,
    reported: /planted\.css:2 literal colour: color: white/,
    plant: ({ write }) => write('apps/web/src/features/merchants/planted.css', `.planted {\n  color: white;\n}\n`),
  },
  {
    what: 'a sentence in a screen outside the catalogues',
    check: 'screens',
    together: true,
    reported: /PlantedSentence\.tsx:2 text outside the catalogues: "No shops here"/,
    plant: ({ write }) => write(screen.replace('Planted', 'PlantedSentence'), `export function Planted() {\n  return <p>No shops here</p>\n}\n`),
  },
  {
    what: 'a label in a screen outside the catalogues',
    check: 'screens',
    together: true,
    reported: /PlantedLabel\.tsx:2 text outside the catalogues: "Close"/,
    plant: ({ write }) =>
      write(
        screen.replace('Planted', 'PlantedLabel'),
        `export function Planted({ busy }: { busy: boolean }) {\n  return <button aria-label={busy ? undefined : 'Close'} />\n}\n`,
      ),
  },
  {
    what: 'a new text that was not extracted',
    check: 'messages',
    reported: /msgid "A planted sentence"/,
    plant: ({ write }) =>
      write(screen, `import { Trans } from '@lingui/react/macro'\n\nexport function Planted() {\n  return <Trans>A planted sentence</Trans>\n}\n`),
  },
  {
    what: 'a floating promise',
    check: 'lint',
    together: true,
    reported: /no-floating-promises[\s\S]*planted\.ts/,
    plant: ({ write }) => write(`${merchants}/planted.ts`, `export function plant(work: () => Promise<void>): void {\n  work()\n}\n`),
  },
  {
    what: 'an image without a description',
    check: 'lint',
    together: true,
    reported: /alt-text[\s\S]*Planted\.tsx/,
    plant: ({ write }) => write(screen, `export function Planted() {\n  return <img src="planted.png" />\n}\n`),
  },
  {
    what: 'a second module writes a table',
    check: 'tables',
    together: true,
    reported: /public\.merchant is written by [\s\S]*quotas: .*store-planted\.ts:2/,
    plant: ({ write }) =>
      write('apps/api/src/modules/quotas/store-planted.ts', `import { sql } from 'kysely'\nexport const plant = sql\`update merchant m set name = \${'x'}\`\n`),
  },
  {
    what: 'a routine writes the table of a module that does not own it',
    check: 'tables',
    together: true,
    reported: /public\.merchant is written by [\s\S]*quotas: db\/routines\/planted\.sql/,
    plant: ({ write }) =>
      write('db/routines/planted.sql', `-- owner: quotas\ncreate or replace function planted() returns void language sql as $$\n  delete from merchant\n$$;\n`),
  },
  {
    what: 'a column that the schema diagram does not show',
    check: 'schema-diagram',
    reported: /schema\.md is stale.*planted/,
    plant: ({ edit }) => edit('db/migrations/0002_rate_limit.sql', (text) => `${text}\nalter table rate_limit add column planted text;\n`),
  },
  {
    what: 'a request status written around the transition table',
    check: 'transitions',
    together: true,
    reported: /store-planted\.ts:2 writes payment_request\.status around the transition table/,
    plant: ({ write }) =>
      write(
        'apps/api/src/modules/payment-requests/close/store-planted.ts',
        `import { sql } from 'kysely'\nexport const plant = sql\`update payment_request set status = 'paid' where id = \${'x'}\`\n`,
      ),
  },
  {
    what: 'a change to a request status that no transition gave',
    check: 'transitions',
    together: true,
    reported: /planted\.ts:1 assigns the status 'paid'/,
    plant: ({ write }) => write('apps/api/src/modules/payment-requests/close/planted.ts', `export const change = { status: 'paid' as const, remaining: 0n }\n`),
  },
  {
    what: 'a contract that the OpenAPI document does not show',
    check: 'openapi',
    reported: /openapi\.json is out of date/,
    plant: ({ edit }) => edit('packages/contract/src/funds-transfers.ts', (text) => text.replace(`'done', 'failed'])`, `'done', 'failed', 'planted'])`)),
  },
  {
    what: 'a posting that its money table does not show',
    check: 'money-tables',
    reported: /pay\.md[\s\S]*\+ .*transfer \| asset:<aroha> \| asset:<cafe> \| \$40\.00/,
    plant: ({ edit }) => edit('docs/money/pay.md', (text) => text.replace(/^\| transfer \| `asset:<aroha>` \| `asset:<cafe>` \| \$40\.00 \|\n/m, '')),
  },
  {
    what: 'an exception kind that the runbook does not have',
    check: 'exceptions',
    reported: /the runbook has one section per exception kind[\s\S]*bank-payment-surplus/,
    plant: ({ edit }) => edit('docs/operations/exceptions.md', (text) => text.replace(/^### `bank-payment-surplus`\n/m, '')),
  },
  {
    what: 'a document that names a missing file',
    check: 'documents',
    together: true,
    reported: /CONTRIBUTING\.md: names tools\/planted\.ts, which does not exist/,
    plant: ({ edit }) => edit('CONTRIBUTING.md', (text) => `${text}\nSee \`tools/planted.ts\`.\n`),
  },
  {
    what: 'a module diagram that lacks an import',
    check: 'documents',
    together: true,
    reported: /the diagram of modules lacks api-keys -> accounts/,
    plant: ({ edit }) => edit('ARCHITECTURE.md', (text) => text.replace('  api-keys --> accounts\n', '')),
  },
  {
    what: 'a secret compared with ===',
    check: 'secrets',
    reported: /planted\.ts:2 secret compared with ===: signature/,
    plant: ({ write }) =>
      write(`${merchants}/planted.ts`, `export function isGenuine(signature: string, expected: string): boolean {\n  return signature === expected\n}\n`),
  },
  {
    what: 'a file that is not formatted',
    check: 'format',
    reported: /planted\.ts/,
    plant: ({ write }) => write(`${merchants}/planted.ts`, `export const planted = "double quotes";\n`),
  },
  {
    what: 'a first load over its budget, spread over several files',
    check: 'bundle',
    reported: /size limit has exceeded by/,
    plant: ({ write }) => {
      // Each file is within the budget; together they are not. Random text does not compress.
      for (const file of ['a', 'b', 'c']) write(`apps/web/dist/assets/${file}.js`, randomBytes(50_000).toString('hex'))
    },
  },
]

/** A build within the budget, for the bundle check alone: a real build takes longer than all other checks together. */
export function plantSmallBuild({ root, write }: Scratch): void {
  const chunk = (name: string, imports: string[] = []) => ({ file: `assets/${name}.js`, imports })
  const lazyChunks = readFileSync(join(root, '.size-limit.mjs'), 'utf8').match(/(?<=')src\/[^']+/g) ?? []
  const manifest = {
    'index.html': chunk('a', ['_b.js']),
    'checkout.html': chunk('d'),
    'business.html': chunk('d'),
    'till.html': chunk('d'),
    '_b.js': chunk('b'),
    ...Object.fromEntries(lazyChunks.map((key) => [key, chunk(key.includes('/merchants/') ? 'c' : 'd')])),
  }
  for (const build of ['manifest', 'manifest-business']) write(`apps/web/dist/.vite/${build}.json`, JSON.stringify(manifest))
  write('apps/web/dist/index.html', '<script type="module" src="/deimos/assets/a.js"></script>')
  for (const page of ['checkout', 'business', 'till']) write(`apps/web/dist/${page}.html`, '<script type="module" src="/deimos/assets/d.js"></script>')
  for (const name of ['a', 'b', 'c', 'd']) write(`apps/web/dist/assets/${name}.js`, 'export {}')
  write('apps/desk/dist/.vite/manifest.json', JSON.stringify({ 'index.html': chunk('d'), ...Object.fromEntries(lazyChunks.map((key) => [key, chunk('d')])) }))
  write('apps/desk/dist/index.html', '<script type="module" src="/desk/assets/d.js"></script>')
  write('apps/desk/dist/assets/d.js', 'export {}')
}
