/**
 * Collects concurrent reads into one statement. While fewer than `concurrency` batches run, waiting reads leave at the end of the
 * current turn of the event loop, so that a single read does not wait; under load the reads of many callers share a round trip.
 */
export function createBatchLoader<Key, Value>(load: (keys: Key[]) => Promise<Value[]>, concurrency = 2, maxBatch = 200): (key: Key) => Promise<Value> {
  let waiting: { key: Key; resolve(value: Value): void; reject(error: unknown): void }[] = []
  let running = 0
  let scheduled = false

  const schedule = () => {
    if (scheduled || running >= concurrency || waiting.length === 0) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      const batch = waiting.slice(0, maxBatch)
      waiting = waiting.slice(maxBatch)
      running++
      void run(batch).finally(() => {
        running--
        schedule()
      })
      schedule()
    })
  }

  const run = async (batch: typeof waiting) => {
    try {
      const values = await load(batch.map(({ key }) => key))
      batch.forEach(({ resolve }, i) => resolve(values[i]!))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      schedule()
    })
}
