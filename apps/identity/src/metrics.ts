import { measureHttp, type Metrics } from '@nikau/runtime'
import { Counter } from 'prom-client'

export type Step =
  | 'code-sent'
  | 'code-checked'
  | 'second-code-sent'
  | 'second-code-checked'
  | 'passkey-verified'
  | 'passkey-registered'
  | 'step-up'
  | 'step-up-code-sent'

export interface SignInMetrics {
  /** Counts a step of a sign-in by outcome. Guessing shows as a rise of `wrong` and `wait`. */
  step(step: Step, outcome: string): void
  /** Counts a message that was not sent because a budget is exhausted. Any increase is an alarm. */
  smsBudgetExhausted(budget: 'prefix' | 'total'): void
  observeHttp(request: { route: string; method: string; status: number; seconds: number }): void
}

export function createSignInMetrics(metrics: Metrics): SignInMetrics {
  const steps = new Counter({
    name: 'nikau_sign_in_steps_total',
    help: 'Steps of sign-ins by outcome',
    labelNames: ['step', 'outcome'],
    registers: [metrics.registry],
  })
  const budgets = new Counter({
    name: 'nikau_sms_budget_exhausted_total',
    help: 'Messages not sent because an SMS budget is exhausted',
    labelNames: ['budget'],
    registers: [metrics.registry],
  })
  const observeHttp = measureHttp(metrics)
  return {
    step: (step, outcome) => steps.inc({ step, outcome }),
    smsBudgetExhausted: (budget) => budgets.inc({ budget }),
    observeHttp: observeHttp,
  }
}
