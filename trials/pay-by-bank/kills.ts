import type { PaymentsEnvironment } from '../harness/payments-environment.ts'
import type { Check } from '../harness/trial.ts'
import { pause } from '../harness/wait.ts'
import { type CustomerRun, type Destination, payFromBank, scenarios, waitForOutcome } from './customer.ts'
import { buildGate, type GateStep, steps } from './gate.ts'

interface Wave {
  process: 'api' | 'work'
  /** Undefined: at a random moment. */
  step: GateStep | undefined
  rollBack: boolean
}

function wavesOf(quick: boolean, args: string[]): Wave[] {
  if (quick) return [{ process: 'work', step: 'watch', rollBack: true }]
  const gated = steps.flatMap((step) => (['api', 'work'] as const).flatMap((process) => [true, false].map((rollBack) => ({ process, step, rollBack }))))
  const anytime = Array.from({ length: 4 }, (_, n) => ({ process: n % 2 === 0 ? ('api' as const) : ('work' as const), step: undefined, rollBack: false }))
  // `--steps=paid,failed` tries these alone.
  const chosen = args
    .find((argument) => argument.startsWith('--steps='))
    ?.slice('--steps='.length)
    .split(',')
  return chosen ? gated.filter(({ step }) => chosen.includes(step)) : [...gated, ...anytime]
}

/** Every scenario at once, with a process killed while as many payments as possible wait at one step; one wave for each step and process. */
export async function kills(
  environment: PaymentsEnvironment,
  destinations: readonly Destination[],
  check: Check,
  options: { quick: boolean; args: string[] },
): Promise<void> {
  const gate = await buildGate(environment)
  const all: CustomerRun[] = []
  const pending: CustomerRun[] = []
  let [killed, caught] = [0, 0]
  for (const wave of wavesOf(options.quick, options.args)) {
    const began = Date.now()
    if (wave.step) await gate.close(wave.step)
    const ended = Promise.allSettled(scenarios.map((scenario) => payFromBank(environment, destinations, scenario)))
    let waited = 0
    if (wave.step) waited = await gate.waitForTransactions(8, 40_000)
    else await pause(1000 + Math.random() * 3000)
    await environment.processes.kill(wave.process)
    killed++
    caught += waited
    if (wave.step) await gate.open(wave.rollBack)
    await environment.processes.ready(wave.process)
    const results = await ended
    for (const result of results) {
      if (result.status === 'rejected') check(false, `${JSON.stringify(wave)}: ${String(result.reason)}`)
      else {
        all.push(result.value)
        if (isPending(result.value)) pending.push(result.value) // on a busy machine a worker takes long to start
        else check(isExpected(result.value), `${JSON.stringify(wave)}: ${result.value.scenario.name} ended as ${result.value.outcome} (${result.value.path})`)
      }
    }
    const outcomes = Object.entries(Object.groupBy(all.slice(-results.length), (run) => run.outcome)).map(([outcome, list]) => `${list!.length} ${outcome}`)
    console.log(
      `  ${wave.process} killed ${wave.step ? `before "${wave.step}" is stored (${waited} waited, ${wave.rollBack ? 'rolled back' : 'committed'})` : 'at a random moment'}: ${outcomes.join(', ')}; ${((Date.now() - began) / 1000).toFixed(0)} s`,
    )
  }
  await gate.remove()
  for (const run of pending) {
    const outcome = await waitForOutcome(environment, run.path!, run.headers, 'authorized', 120_000)
    check(isExpected({ ...run, outcome }), `${run.scenario.name} ended late as ${outcome} (${run.path})`)
  }
  if (pending.length > 0) console.log(`${pending.length} payments were pending when their customers stopped waiting; all were read again`)
  console.log(`${all.length} runs of ${scenarios.length} scenarios, ${killed} kills -9, ${caught} payments caught at the step itself`)
}

const isPending = ({ scenario, outcome }: CustomerRun) => outcome === 'authorized' && scenario.name !== 'STUCK'

/** A kill can lose the answer to a code exchange: then the payment fails and nothing is charged. It never turns a decline into a payment. */
function isExpected({ scenario, outcome }: CustomerRun): boolean {
  return (scenario.outcomes as readonly string[]).includes(outcome) || (outcome === 'bank-unavailable' && scenario.name !== 'NOCODE')
}
