import { measureHttp, type Metrics } from '@nikau/runtime'
import { Counter } from 'prom-client'

export type Step = 'code-sent' | 'code-checked' | 'passkey-verified' | 'passkey-registered'

export interface SignInMetrics {
  /** Counts a step of a sign-in by outcome. Guessing shows as a rise of `wrong` and `wait`. */
  step(step: Step, outcome: string): void
  observeHttp(request: { route: string; method: string; status: number; seconds: number }): void
}

export function createSignInMetrics(metrics: Metrics): SignInMetrics {
  const steps = new Counter({
    name: 'nikau_sign_in_steps_total',
    help: 'Steps of sign-ins by outcome',
    labelNames: ['step', 'outcome'],
    registers: [metrics.registry],
  })
  const observeHttp = measureHttp(metrics)
  return {
    step: (step, outcome) => steps.inc({ step, outcome }),
    observeHttp: observeHttp,
  }
}
