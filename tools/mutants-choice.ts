import { existsSync, readFileSync } from 'node:fs'
import type { Mutant } from './mutants/mutant.ts'
import { parse } from './check-syntax.ts'
import type { Item } from './requirements-results.ts'

/** Items whose tests once passed without the behaviour: a full run has all of them. */
export const onceWeak = (
  'SUMM-04 CHK-06 CHK-09 ASSET-05 ASSET-06 NAV-02 CODE-01 CODE-02 CODE-05 API-12 SCAN-03 SESS-09 API-46 ' +
  'ROUTE-02 ROUTE-38 ACT-07 ENT-07 ENT-15 ERR-31 ERR-32 FLAG-02 TOP-01 API-03 MENU-03 ERR-18'
).split(' ')

/** `count` of the items, the same for the same seed: those of `always` first. */
export function chooseItems(items: string[], { count, seed, always }: { count: number; seed: number; always: string[] }): string[] {
  const next = randomNumbers(seed)
  const others = items.filter((item) => !always.includes(item)).toSorted()
  const chosen = [...always]
  while (chosen.length < count && others.length > 0) chosen.push(...others.splice(Math.floor(next() * others.length), 1))
  return chosen
}

/** Numbers from 0 to 1 (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What is wrong with a mutant before anything runs: source and test have changed since it was written, or it does not compile. */
export function faultOf(mutant: Mutant, items: Item[]): string | undefined {
  return items.some(({ id }) => id === mutant.item) ? plantingFault(mutant) : 'no such requirement'
}

/** Why the mutant cannot be planted. */
export function plantingFault({ item, file, find, replace, test }: Mutant): string | undefined {
  for (const path of [file, test]) if (!existsSync(path)) return `${path} does not exist`
  const source = readFileSync(file, 'utf8')
  const count = source.split(find).length - 1
  if (count !== 1) return `its text occurs ${count} times in ${file}, not once`
  if (replace === find) return 'it changes nothing'
  if (!readFileSync(test, 'utf8').includes(item)) return `${test} has no test titled with it`
  return /\.tsx?$/.test(file)
    ? syntaxFault(
        source.replace(find, () => replace),
        file,
      )
    : undefined
}

function syntaxFault(source: string, file: string): string | undefined {
  try {
    parse(source, file)
    return undefined
  } catch (error) {
    return `does not compile: ${(error as Error).message.split('\n')[0]}`
  }
}
