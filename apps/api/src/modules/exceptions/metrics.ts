import type { Clock, Db, Metrics } from '@nikau/runtime'
import { Gauge } from 'prom-client'
import { exceptionKinds } from './kinds.ts'
import { ageStateOf } from './rules.ts'
import { type OpenException, selectOpen } from './store-ages.ts'

/** Measured at each scrape. Every kind has a value, so that an alert on it never lacks data. */
export function measureExceptions({ registry }: Metrics, db: Db, clock: Clock): void {
  const countByKind = (name: string, help: string, counts: (exception: OpenException, now: Date) => boolean) => {
    const gauge = new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers: [registry],
      async collect() {
        const [rows, now] = [await selectOpen(db), clock.now()]
        for (const kind of exceptionKinds) gauge.set({ kind }, rows.filter((row) => row.kind === kind && counts(row, now)).length)
      },
    })
  }
  countByKind('nikau_exceptions_open', 'Open exceptions', () => true)
  countByKind('nikau_exceptions_overdue', 'Open exceptions past their target', ({ kind, openedAt }, now) => ageStateOf(kind, openedAt, now) === 'overdue')
  const oldest = new Gauge({
    name: 'nikau_exception_oldest_age_seconds',
    help: 'Age of the oldest open exception, 0 without one',
    registers: [registry],
    async collect() {
      const [rows, now] = [await selectOpen(db), clock.now()]
      oldest.set(Math.max(0, ...rows.map(({ openedAt }) => (now.getTime() - openedAt.getTime()) / 1000)))
    },
  })
}
