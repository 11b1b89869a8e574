import { spawnSync } from 'node:child_process'
import type { TrialContext } from '../harness/trial.ts'

/** `pnpm trial mutants [--quick] [--only text] [--seed 7]`: faults that are planted in the money paths fail their tests. */
export async function run({ args, check }: TrialContext): Promise<void> {
  const { status } = spawnSync(process.execPath, ['tools/money-mutants.ts', ...args], { stdio: 'inherit' })
  check(status === 0, 'a planted fault was not caught, or could not be planted')
}
