import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Mutant } from './mutant.ts'

/** The mutants of all areas: each other file of this folder exports `mutants`. */
export async function readMutants(): Promise<Mutant[]> {
  const areas = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.ts') && name !== 'index.ts' && name !== 'mutant.ts')
  const modules = await Promise.all(areas.toSorted().map((name) => import(join(import.meta.dirname, name)) as Promise<{ mutants: Mutant[] }>))
  return modules.flatMap(({ mutants }) => mutants)
}
