import type { Metrics } from '@nikau/runtime'
import { Counter, Histogram } from 'prom-client'

export type Step = 'code-sent' | 'code-checked' | 'passkey-shown' | 'passkey-made'

export interface Measures {
  /** How a step of a sign-in ended. A rise of `wrong` or `wait` is what guessing looks like. */
  step(step: Step, outcome: string): void
  answered(request: { route: string; method: string; status: number; seconds: number }): void
}

export function createMeasures({ registry }: Metrics): Measures {
  const steps = new Counter({
    name: 'nikau_sign_in_steps_total',
    help: 'Steps of sign-ins by outcome',
    labelNames: ['step', 'outcome'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'nikau_http_seconds',
    help: 'How long answers took, by route, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 3],
    registers: [registry],
  })
  return {
    step: (step, outcome) => steps.inc({ step, outcome }),
    answered: ({ route, method, status, seconds: taken }) => seconds.observe({ route, method, status }, taken),
  }
}
