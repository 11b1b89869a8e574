import type { FailedTest } from './ci-results.ts'

export interface Step {
  name: string
  command: string
  /** The runner's JSON report in .results; a step without one counts as one test. */
  report?: string
  /**
   * Reruns what failed, alone, once everything else has finished (docs/decisions/0013): only where time is part of the test.
   * Money trials have none: what they find once is real.
   */
  rerun?: (failed: FailedTest[]) => string
}

const filesOf = (failed: FailedTest[]) => [...new Set(failed.map((test) => test.file))].join(' ')

/** The failed files, and the test that moves the clock: it depends on all others and did not run if one of them failed. */
function rerunEndToEnd(failed: FailedTest[]): string {
  // Without the demo people's sessions no test has run.
  if (failed.some(({ file }) => file.endsWith('.setup.ts'))) return 'TRACE=1 RESULTS=playwright-again pnpm e2e'
  const others = failed.filter(({ file }) => !file.endsWith('.clock.spec.ts'))
  const clock = 'TRACE=1 RESULTS=playwright-clock pnpm e2e --no-deps --project clock'
  return others.length > 0 ? `TRACE=1 RESULTS=playwright-again pnpm e2e ${filesOf(others)} --project phone --project desktop && ${clock}` : clock
}

const repeat = (name: string, command: string): Step => ({ name, command, rerun: () => command })

/**
 * Steps run in phases, one phase after the other. Within a phase each lane takes the next step of the list, so long steps come
 * first. Every step has its own ports, data folder and database server.
 */
export const phases: { lanes: 1 | 2 | 3; steps: Step[] }[] = [
  {
    lanes: 1,
    steps: [
      { name: 'build the web app', command: 'pnpm build' },
      // Before the static checks, which would read its temporary files.
      { name: 'build the documentation, without a dead link', command: 'pnpm docs:build' },
    ],
  },
  {
    // Results do not depend on the machine's speed, and none keeps a core busy all the time: three lanes fill two cores.
    lanes: 3,
    steps: [
      { name: 'end-to-end tests', command: 'pnpm e2e', report: 'playwright.json', rerun: rerunEndToEnd },
      {
        name: 'browser tests',
        command: 'pnpm test:browser',
        report: 'vitest-browser.json',
        rerun: (failed) => `RESULTS=browser-again pnpm exec vitest run --project 'browser*' ${filesOf(failed)}`,
      },
      {
        name: 'unit and database tests',
        command: 'WITHOUT_TIMING=1 pnpm test',
        report: 'vitest-node.json',
        rerun: (failed) => `RESULTS=node-again pnpm test ${filesOf(failed)}`,
      },
      { name: 'trial: ledger against its model, races and kills', command: 'pnpm trial ledger --quick' },
      { name: 'trial: payments, pay by bank and API fuzzing', command: 'pnpm trial payments pay-by-bank fuzz --quick' },
      { name: 'static checks', command: 'pnpm check' },
      { name: 'static checks catch planted faults', command: 'pnpm check:self --after-check' },
      repeat('tests fail without the behaviour they prove', 'pnpm requirements --mutants --quick'),
      { name: 'trial: top-ups, withdrawals and bank files over simulated days', command: 'pnpm trial funds --quick' },
      { name: 'trial: a fortnight of banks and card company gone wrong, resolved by operators', command: 'pnpm trial operations --quick' },
      { name: 'trial: what nobody at the desk may do', command: 'pnpm trial desk --quick' },
      { name: 'trial: planted ledger faults are caught', command: 'pnpm trial ledger-faults --quick' },
      { name: 'trial: faults planted in the money paths fail their tests', command: 'pnpm trial mutants --quick' },
      repeat('documentation: opens without a violation and without a request that leaves', 'pnpm docs:check'),
      { name: 'schema on PostgreSQL 15', command: 'node tools/schema-on-15.ts' },
    ],
  },
  {
    // These compare response times or have a limit in seconds, and mostly wait: two of them leave each other enough of the machine.
    lanes: 2,
    steps: [
      repeat('walk: the Tab key, moving content and errors on every screen', 'pnpm walk --quick'),
      repeat('quickstart: the guide up to a verified webhook', 'pnpm quickstart'),
      { name: 'trial: sends claimed, recalled, declined and returned at once', command: 'pnpm trial send --quick' },
      { name: 'trial: patron codes guessed, raced and used out of their time', command: 'pnpm trial codes --quick' },
      { name: 'trial: attacks on sign-in', command: 'pnpm trial identity --quick' },
      { name: 'trial: attacks of the security review', command: 'pnpm trial security --quick' },
      { name: 'trial: workers killed during message delivery', command: 'pnpm trial messages --quick' },
      { name: 'trial: API processes killed under open pages of the merchant portal', command: 'pnpm trial events --quick' },
      { name: 'trial: PostgreSQL restarts under a running API', command: 'pnpm trial database-loss --quick' },
    ],
  },
  {
    // These measure speed and run alone.
    lanes: 1,
    steps: [
      {
        name: 'tests that measure time',
        command: 'RESULTS=timing pnpm test timing',
        report: 'vitest-timing.json',
        rerun: (failed) => `RESULTS=timing-again pnpm test ${filesOf(failed)}`,
      },
      repeat('bench: ledger against plain PostgreSQL', 'pnpm bench ledger --quick'),
      repeat('bench: a run of payouts while payments go on', 'pnpm bench payouts --quick'),
      repeat('bench: a merchant’s payments, listed, searched and added up', 'pnpm bench portal-payments --quick'),
      repeat('bench: a thousand open checkout pages', 'pnpm bench checkout-poll --quick'),
      repeat('bench: first paint of the checkout against plain React', 'pnpm bench checkout-paint --quick'),
      repeat('bench: what a person waits for when the wallet opens', 'pnpm bench wallet-load --quick'),
      repeat('bench: from scan to paid at a till', 'pnpm bench till-sale --quick'),
      repeat('newcomer: the README up to a payment from the wallet', 'pnpm newcomer'),
    ],
  },
]
