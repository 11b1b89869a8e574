import type { Log } from '@nikau/runtime'
import { Unavailable } from '../../http/errors.ts'
import { listenTo } from '../../http/listen.ts'
import { scanChannel, scanOf } from './rules.ts'

/** What tills do with the codes of people whose page is open, from all processes: one connection to the database for all of them. */
export interface Scans {
  /** `onScan` gets the id of each payment request. `onLost`: scans may have been missed. Returns how to stop. */
  watch(personId: string, onScan: (paymentRequestId: string) => void, onLost: () => void): () => void
  close(): Promise<void>
}

interface Watcher {
  onScan(paymentRequestId: string): void
  onLost(): void
}

export async function listenToScans(options: { url: string; log: Log }): Promise<Scans> {
  const watchers = new Map<string, Set<Watcher>>()
  const listener = await listenTo({
    ...options,
    name: 'nikau-api-scans',
    channel: scanChannel,
    onPayload(payload) {
      const { personId, paymentRequestId } = scanOf(payload)
      for (const { onScan } of watchers.get(personId) ?? []) onScan(paymentRequestId)
    },
    onLost() {
      for (const { onLost } of [...watchers.values()].flatMap((some) => [...some])) onLost()
    },
  })
  return {
    watch(personId, onScan, onLost) {
      if (!listener.connection()) throw new Unavailable('no connection that tells of scans')
      const watcher = { onScan, onLost }
      const some = watchers.get(personId) ?? new Set()
      watchers.set(personId, some.add(watcher))
      return () => {
        some.delete(watcher)
        if (some.size === 0 && watchers.get(personId) === some) watchers.delete(personId)
      }
    },
    close: () => listener.close(),
  }
}
