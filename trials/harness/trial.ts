import type { PaymentsEnvironment } from './payments-environment.ts'

/** Records a breach when the condition does not hold; the trial goes on. */
export type Check = (condition: unknown, breach: string) => void

export interface TrialContext {
  /** The short form that CI runs. */
  quick: boolean
  /** Options of the trial itself, such as `--seed 7`. */
  args: string[]
  check: Check
  /** PostgreSQL, API, worker, banks and card company; started once and shared by the trials of a run. */
  paymentsEnvironment(): Promise<PaymentsEnvironment>
}

/** What trials/<name>/trial.ts exports as `run`. It throws or records breaches; the runner prints and counts them, and ends with the line that it returns. */
export type Trial = (context: TrialContext) => Promise<string | void>
