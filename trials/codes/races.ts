import type { Answer } from '../harness/client.ts'
import type { Check } from '../harness/trial.ts'
import { inLanes } from '../send/sends.ts'
import { type CodesEnvironment, type Customer, lifeMs } from './environment.ts'

const amount = 40

/** Two tills of two shops scan the same code in the same moment, each at another API: one of them is paid, the other learns nothing. */
export async function raceTills(
  environment: CodesEnvironment,
  check: Check,
  plan: { people: number; codesEach: number; withinMillisecond: number },
): Promise<string> {
  const [here, there] = [await environment.createShop(), await environment.createShop()]
  const balance = plan.codesEach * 2 * amount
  const people = await inLanes(Array.from({ length: plan.people }), 4, async () => {
    const person = await environment.createCustomer(balance)
    await person.allow({ noSignal: true, withoutApproval: '10000' })
    return person
  })
  let [races, paid, doubled] = [0, 0, 0]
  const spread: number[] = []
  const race = async (barcode: string, kind: string) => {
    const startedAt: number[] = []
    const at = (call: () => Promise<Answer>) => (startedAt.push(performance.now()), call())
    const answers = await Promise.all([at(() => here.scan(barcode, amount, environment.limited)), at(() => there.scan(barcode, amount, environment.unlimited))])
    spread.push(startedAt[1]! - startedAt[0]!)
    const wins = answers.filter(({ status, body }) => status === 200 && body.status === 'paid').length
    const losses = answers.filter(({ status, body }) => status === 403 && JSON.stringify(body) === refusal).length
    check(wins === 1 && losses === 1, `${kind} code at two tills: ${answers.map(({ status, body }) => `${status} ${body.status ?? body.message}`).join(', ')}`)
    races++
    paid += wins
    doubled += Math.max(0, wins - 1)
  }
  const each = (work: (person: Customer) => Promise<void>) => inLanes(people, 4, work)
  await each(async (person) => {
    for (let nth = 0; nth < plan.codesEach; nth++) await race(await person.code(), 'an ordinary')
  })
  const sets = await inLanes(people, 4, (person) => person.offlineCodes())
  for (let place = 0; place < plan.codesEach; place++) {
    if (place > 0) await environment.moveTo(environment.clocks.now().getTime() + lifeMs)
    await inLanes(sets, 4, (codes) => race(codes[place]!, 'an offline'))
  }
  const left = await Promise.all(people.map((person) => person.balance()))
  check(
    left.every((rest) => rest === 0),
    `each of ${people.length} people paid ${plan.codesEach * 2} times: ${left.join(', ')} left`,
  )
  const together = spread.filter((ms) => ms < 1).length
  check(together >= plan.withinMillisecond, `only ${together} of ${races} races began within a millisecond: the machine is too busy`)
  console.log(`(b) ${races} codes at two tills at once, ${together} within a millisecond: ${paid} payments, ${doubled} doubled`)
  return `${races} codes at two tills at once, ${together} within a millisecond: ${paid} payments, ${doubled} doubled`
}

const refusal = JSON.stringify({ statusCode: 403, error: 'Forbidden', message: 'PATRON_CODE_INVALID' })
