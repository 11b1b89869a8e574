import { parseArgs } from 'node:util'
import { moneyFaults } from './money-faults.ts'
import { chooseItems, plantingFault } from './mutants-choice.ts'
import { tryAll } from './requirements-mutants.ts'

// Plants faults in the money paths, one at a time, in copies of the working tree, and expects the test that guards the behaviour to
// fail: `pnpm trial mutants [--quick] [--only text] [--seed 7]`. The short form tries a few, other ones every day.

const options = { quick: { type: 'boolean', default: false }, only: { type: 'string' }, seed: { type: 'string' } } as const
const { quick, only, seed = String(Math.floor(Date.now() / 86_400_000)) } = parseArgs({ options }).values
const unplantable = moneyFaults.flatMap((fault) => {
  const reason = plantingFault(fault)
  return reason === undefined ? [] : [`${fault.name}: ${reason}`]
})
for (const reason of unplantable) console.log(`cannot be planted: ${reason}`)
const names = moneyFaults.map(({ name }) => name)
const chosen =
  only === undefined ? chooseItems(names, { count: quick ? 3 : names.length, seed: Number(seed), always: [] }) : names.filter((name) => name.includes(only))
const planted = moneyFaults.filter((fault) => chosen.includes(fault.name) && plantingFault(fault) === undefined)
const missed = await tryAll(planted)
for (const fault of planted) console.log(`${missed.has(fault) ? 'MISSED' : 'caught'}  ${fault.name}`)
console.log(`${planted.length - missed.size} of ${planted.length} planted faults caught, of ${moneyFaults.length} (seed ${seed})`)
process.exit(missed.size + unplantable.length === 0 ? 0 : 1)
