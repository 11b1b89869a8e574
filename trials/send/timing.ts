import type { Check } from '../harness/trial.ts'
import { medianOf } from '../harness/wait.ts'

/** A smaller difference cannot be measured through a network. */
const maxDifferenceMs = 5

/** Milliseconds of calls by the kind of what they were about. */
type Times<Kind extends string> = Map<Kind, number[]>

export function emptyTimes<Kind extends string>(compared: readonly Kind[]): Times<Kind> {
  return new Map(compared.map((kind) => [kind, []]))
}

/** The standard error of a median, from the middle half of the values: on a busy machine medians vary, and few values tell little. */
function medianErrorOf(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
  return (0.93 * (at(0.75) - at(0.25))) / Math.sqrt(values.length)
}

/** The kinds whose median differs from the first kind's, by how much, and whether that can be chance. */
export function differencesOf<Kind extends string>(times: Times<Kind>): { kind: Kind; ms: number; isChance: boolean }[] {
  const [[, first], ...others] = [...times] as [[Kind, number[]], ...[Kind, number[]][]]
  return others.flatMap(([kind, values]) => {
    const ms = Math.abs(medianOf(values) - medianOf(first))
    const isChance = ms < 4 * Math.hypot(medianErrorOf(values), medianErrorOf(first))
    return ms < maxDifferenceMs ? [] : [{ kind, ms, isChance }]
  })
}

/** One kind of answer, and medians that differ by chance at most. */
export function checkAlike<Kind extends string>(check: Check, what: string, times: Times<Kind>, seen: Map<string, Set<Kind>>): void {
  const medians = [...times].map(([kind, values]) => `${medianOf(values).toFixed(2)} ms ${kind}`)
  const each = Math.min(...[...times.values()].map((values) => values.length))
  console.log(`    ${what}: ${seen.size} kind of answer; ${medians.join(', ')} (n = ${each} each)`)
  const different = [...seen].slice(0, 3).map(([text, of]) => `${[...of].join(' and ')} is answered ${text}`)
  check(seen.size === 1, `${what}: ${different.join('; ')}`)
  for (const { kind, ms, isChance } of differencesOf(times)) check(isChance, `${what}: the median of "${kind}" differs by ${ms.toFixed(2)} ms`)
}
