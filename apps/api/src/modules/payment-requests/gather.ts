/**
 * Gathers reads that are asked for at the same time into one statement. While a lane is free whatever waits leaves at the end of
 * the current turn of the event loop, so that a lone read waits for nobody; under load the reads of many callers share a trip.
 */
export function gather<Key, Value>(load: (keys: Key[]) => Promise<Value[]>, lanes = 2, size = 200): (key: Key) => Promise<Value> {
  let waiting: { key: Key; resolve(value: Value): void; reject(error: unknown): void }[] = []
  let busy = 0
  let scheduled = false

  const schedule = () => {
    if (scheduled || busy >= lanes || waiting.length === 0) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      const batch = waiting.slice(0, size)
      waiting = waiting.slice(size)
      busy++
      void deliver(batch).finally(() => {
        busy--
        schedule()
      })
      schedule()
    })
  }

  const deliver = async (batch: typeof waiting) => {
    try {
      const values = await load(batch.map((one) => one.key))
      batch.forEach((one, place) => one.resolve(values[place]!))
    } catch (error) {
      for (const one of batch) one.reject(error)
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      schedule()
    })
}
