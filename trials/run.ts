import { parseArgs } from 'node:util'
import { type PaymentsEnvironment, startPaymentsEnvironment } from './harness/payments-environment.ts'
import type { Trial } from './harness/trial.ts'

// `pnpm trial <name>... [--quick] [options of the trial]`: each trial is trials/<name>/trial.ts. It prints what it did, and the run
// exits non-zero when money or a message was lost or doubled. Several trials that need the payments environment share one.

const firstOption = process.argv.findIndex((argument, place) => place >= 2 && argument.startsWith('--'))
const [names, args] = firstOption < 0 ? [process.argv.slice(2), []] : [process.argv.slice(2, firstOption), process.argv.slice(firstOption)]
if (names.length === 0 || names.some((name) => !/^[a-z-]+$/.test(name))) {
  console.error('usage: pnpm trial <name>... [--quick]')
  process.exit(2)
}
const { quick } = parseArgs({ args, options: { quick: { type: 'boolean', default: false } }, strict: false }).values
const maxPrinted = 50
let environment: Promise<PaymentsEnvironment> | undefined
let failed = 0
for (const name of names) {
  const { run } = (await import(`./${name}/trial.ts`)) as { run: Trial }
  const breaches: string[] = []
  const startedAt = Date.now()
  let summary: string | void = undefined
  try {
    summary = await run({
      quick: quick === true,
      args,
      check: (condition, breach) => void (condition || breaches.push(breach)),
      paymentsEnvironment: () => (environment ??= startPaymentsEnvironment()),
    })
  } catch (error) {
    breaches.push(`the trial stopped: ${String((error as Error).stack)}`)
  }
  for (const breach of [...new Set(breaches)].slice(0, maxPrinted)) console.log(`BREACH ${breach}`)
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(0)
  console.log(breaches.length === 0 ? `PASS ${name} in ${seconds} s` : `FAIL ${name} (${breaches.length} breaches) in ${seconds} s`)
  if (summary) console.log(summary)
  failed += breaches.length
}
await (await environment)?.stop()
process.exit(failed === 0 ? 0 : 1)
