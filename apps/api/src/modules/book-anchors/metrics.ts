import type { Clock, Db, Metrics } from '@nikau/runtime'
import { Gauge } from 'prom-client'
import { selectLatestAnchor } from './store.ts'

/** Measured at each scrape. Without an anchor there is no value. */
export function measureAnchors({ registry }: Metrics, db: Db, wallClock: Clock): void {
  const age = new Gauge({
    name: 'nikau_anchor_age_seconds',
    help: 'Age of the newest anchor of the books',
    registers: [registry],
    async collect() {
      const last = await selectLatestAnchor(db)
      if (last) age.set((wallClock.now().getTime() - last.madeAt.getTime()) / 1000)
      else age.reset()
    },
  })
}
