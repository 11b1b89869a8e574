import type { Db, Log, ModuleJobs } from '@nikau/runtime'
import { z } from 'zod'
import type { OperationsDeps } from './act.ts'
import { checkBooks, readPosition } from './books.ts'
import { answer } from './calls.ts'
import { endUnconfirmedAccess } from './end-unconfirmed-access.ts'
import { listReveals, tellRevealLimit } from './reveals.ts'
import { collectNegativeBalances, type NegativeBalanceTerms } from './negative-balances.ts'

/** A scheduled check that takes long is made less often: it takes at most a twentieth of the time, and every minute up to three seconds. */
const restFactor = 19
/** What the queue adds to a task of the timetable. */
const scheduled = z.object({ _cron: z.object({}) })

const payload = z.object({ callId: z.uuid() })
const revealer = z.object({ operator: z.string().min(1).max(40) })

export function operationsJobs(deps: OperationsDeps & { negativeBalances: NegativeBalanceTerms; longReads?: Db; log: Log }): ModuleJobs {
  let restsUntil = 0
  return {
    tasks: {
      'answer-operator': async (input) => await answer(deps, payload.parse(input).callId),
      'check-books': async (input) => {
        if (scheduled.safeParse(input).success && performance.now() < restsUntil) return
        const began = performance.now()
        const broken = await checkBooks(deps)
        restsUntil = performance.now() + (performance.now() - began) * restFactor
        if (broken.length > 0) deps.log.error({ broken }, 'invariants of the books are broken')
      },
      'read-position': () => readPosition(deps),
      'tell-reveal-limit': async (input) => await tellRevealLimit(deps, revealer.parse(input).operator),
      'list-reveals': () => listReveals(deps),
      'end-unconfirmed-access': () => endUnconfirmedAccess(deps),
      'collect-negative-balances': () => collectNegativeBalances({ ...deps, terms: deps.negativeBalances }),
    },
    cron: [
      { task: 'check-books', at: '* * * * *' },
      { task: 'read-position', at: '* * * * *' },
      { task: 'list-reveals', at: '10 * * * *' },
      { task: 'end-unconfirmed-access', at: '20 * * * *' },
      // In the morning in Auckland.
      { task: 'collect-negative-balances', at: '30 20 * * *' },
    ],
  }
}
