import { exportFeesReport, getFeesReport } from '@nikau/contract/desk/reports'
import type { Clock, Db } from '@nikau/runtime'
import { bindDesk, type DeskServer } from '../../http/desk/bind.ts'
import { feesCsv, feesOf } from './fees.ts'

/** Reports over the books. */
export function deskReportRoutes(server: DeskServer, { db, clock, test }: { db: Db; clock: Clock; test: boolean }): void {
  bindDesk(server, getFeesReport, async ({ query: { month }, note }) => {
    note({ detail: { month } })
    return await feesOf(db, month, { test, now: clock.now() })
  })

  bindDesk(server, exportFeesReport, async ({ query: { month }, note }) => {
    note({ detail: { month } })
    const report = await feesOf(db, month, { test, now: clock.now() })
    return { name: `nikau-fees-${month}.csv`, type: 'text/csv', content: Buffer.from(feesCsv(report)) }
  })
}
