import type { Db, Log, ModuleJobs } from '@nikau/runtime'
import { z } from 'zod'
import type { OperationsDeps } from './act.ts'
import { checkBooks, readPosition } from './books.ts'
import { answer } from './calls.ts'
import { endUnconfirmedAccess } from './end-unconfirmed-access.ts'
import { listReveals, tellRevealLimit } from './reveals.ts'
import { collectNegativeBalances, type NegativeBalanceTerms } from './negative-balances.ts'

const payload = z.object({ callId: z.uuid() })
const revealer = z.object({ operator: z.string().min(1).max(40) })

export function operationsJobs(deps: OperationsDeps & { negativeBalances: NegativeBalanceTerms; longReads?: Db; log: Log }): ModuleJobs {
  return {
    tasks: {
      'answer-operator': async (input) => await answer(deps, payload.parse(input).callId),
      'check-books': async () => {
        const broken = await checkBooks(deps)
        if (broken.length > 0) deps.log.error({ broken }, 'invariants of the books are broken')
      },
      'read-position': () => readPosition(deps),
      'tell-reveal-limit': async (input) => await tellRevealLimit(deps, revealer.parse(input).operator),
      'list-reveals': () => listReveals(deps),
      'end-unconfirmed-access': () => endUnconfirmedAccess(deps),
      'collect-negative-balances': () => collectNegativeBalances({ ...deps, terms: deps.negativeBalances }),
    },
    cron: [
      { task: 'check-books', at: '*/5 * * * *' },
      { task: 'read-position', at: '* * * * *' },
      { task: 'list-reveals', at: '10 * * * *' },
      { task: 'end-unconfirmed-access', at: '20 * * * *' },
      // In the morning in Auckland.
      { task: 'collect-negative-balances', at: '30 20 * * *' },
    ],
  }
}
