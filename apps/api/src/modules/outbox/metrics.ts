import type { Db, Metrics } from '@nikau/runtime'
import { Gauge, Histogram } from 'prom-client'
import type { DispatchDeps } from './dispatch.ts'
import { selectBacklog } from './store.ts'

/** Measures the backlog at each scrape and the lag of each event. The result goes to the dispatcher. */
export function measureOutbox({ registry }: Metrics, db: Db): NonNullable<DispatchDeps['onDispatched']> {
  const oldest = new Gauge({ name: 'nikau_outbox_oldest_seconds', help: 'Age of the oldest event not yet dispatched', registers: [registry] })
  const pending = new Gauge({
    name: 'nikau_outbox_pending',
    help: 'Events not yet dispatched',
    registers: [registry],
    async collect() {
      const backlog = await selectBacklog(db)
      pending.set(backlog.pending)
      oldest.set(backlog.oldestSeconds)
    },
  })
  const lag = new Histogram({
    name: 'nikau_outbox_lag_seconds',
    help: 'From the insert of an event to its dispatch',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30],
    registers: [registry],
  })
  return (events) => {
    for (const { lagSeconds } of events) lag.observe(lagSeconds)
  }
}
