import { createAssetTransfer } from '@nikau/contract/asset-transfers'
import { payOneOffPayment } from '@nikau/contract/one-off-payments'
import { payPaymentRequest } from '@nikau/contract/payment-request-actions'
import { type Clock, type Db, httpBuckets, type HttpTotals, type Log, type Metrics, readHttpTotals } from '@nikau/runtime'
import { addPaymentMinute } from './store-payment-minutes.ts'

const minuteMs = 60_000

/** The calls with which somebody pays. */
const payingCalls: ReadonlySet<string> = new Set([payPaymentRequest, payOneOffPayment, createAssetTransfer].map(({ method, path }) => `${method} ${path}`))

/**
 * Once a minute, writes how many payments this process has answered, from the counters of /metrics: the operators' desk is another
 * process and can not scrape. A minute that can not be written is written with the next.
 */
export function keepPaymentMinutes({ db, clock, metrics, log }: { db: Db; clock: Clock; metrics: Metrics; log: Log }) {
  let minute = startOfMinute(clock.now())
  let written: HttpTotals = { answered: 0, refused: 0, buckets: [...httpBuckets, Infinity].map(() => 0) }
  let timer: NodeJS.Timeout | undefined

  async function flush(): Promise<void> {
    const [counted, counts] = [minute, await readHttpTotals(metrics, ({ method, route }) => payingCalls.has(`${method} ${route}`))]
    minute = startOfMinute(clock.now())
    if (counts.answered === written.answered) return
    try {
      await addPaymentMinute(db, counted, difference(counts, written))
      written = counts
    } catch (error) {
      log.warn({ err: error }, 'payments of a minute not written')
    }
  }

  function schedule(): void {
    timer = setTimeout(() => void flush().finally(schedule), minuteMs - (Date.now() % minuteMs)).unref()
  }
  schedule()
  return {
    flush,
    close: async () => {
      clearTimeout(timer)
      await flush()
    },
  }
}

const startOfMinute = (at: Date) => new Date(Math.floor(at.getTime() / minuteMs) * minuteMs)

function difference(now: HttpTotals, before: HttpTotals): HttpTotals {
  return {
    answered: now.answered - before.answered,
    refused: now.refused - before.refused,
    buckets: now.buckets.map((count, index) => count - before.buckets[index]!),
  }
}
