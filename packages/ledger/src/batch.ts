/** The queue is full: the caller should answer 503 and say when to come back. */
export class LedgerBusy extends Error {
  readonly retryAfterSeconds = 1
}

/** The ledger is shutting down and takes nothing new. */
export class LedgerClosed extends Error {}

export interface BatchOptions<Item, Answer> {
  /** Two items of the same key never share a batch: the second waits, and then finds what the first did. */
  keyOf(item: Item): string
  /** What an item locks where it is sent: batches in flight at once have none of it in common. */
  touches(item: Item): readonly string[]
  /** Answers in the order of the items. A rejection is for all of them: the batch is then halved until the bad one is alone. */
  send(items: Item[], lane: number): Promise<Answer[]>
  /** True when it is not one item's fault: halving would only repeat the failure. */
  isCommon(error: unknown): boolean
  size?: number
  lanes?: number
  capacity?: number
}

interface Waiting<Item, Answer> {
  item: Item
  touched: readonly string[]
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/**
 * Gathers concurrent calls into batches without a timer. While a lane is free a batch leaves at the end of the current turn of
 * the event loop with whatever waits, so that an idle system answers as fast as without batching; under load the lanes are
 * busy, calls gather meanwhile, and the batches grow by themselves.
 *
 * A batch takes nothing that waits for a lock of another batch in flight: sent along, one such item would make all the others of
 * its batch wait too, and the lanes would do their work one after the other. What stays behind keeps its turn: nothing that
 * was asked later and needs the same passes it, so that it cannot be left behind for ever.
 */
export function createBatcher<Item, Answer>(options: BatchOptions<Item, Answer>) {
  const { keyOf, touches, send, isCommon, size = 512, lanes = 2, capacity = 4 * size } = options
  let queue: Waiting<Item, Answer>[] = []
  const free = Array.from({ length: lanes }, (_, lane) => lane)
  const locked = new Set<string>()
  let scheduled = false
  let closed = false
  const idle: (() => void)[] = []

  function submit(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (closed) return reject(new LedgerClosed('the ledger is closed'))
      if (queue.length >= capacity) return reject(new LedgerBusy('too many postings are waiting'))
      queue.push({ item, touched: touches(item), resolve, reject })
      schedule()
    })
  }

  function schedule(): void {
    if (scheduled || free.length === 0 || queue.length === 0) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      if (free.length === 0) return
      const batch = takeBatch()
      // Everything that waits needs what is in flight; the lane that brings it back looks again.
      if (batch.length === 0) return
      const lane = free.pop()!
      for (const { touched } of batch) for (const one of touched) locked.add(one)
      void deliver(batch, lane).finally(() => {
        for (const { touched } of batch) for (const one of touched) locked.delete(one)
        free.push(lane)
        schedule()
        if (queue.length === 0 && free.length === lanes) for (const done of idle.splice(0)) done()
      })
      schedule()
    })
  }

  function takeBatch(): Waiting<Item, Answer>[] {
    const keys = new Set<string>()
    const promised = new Set<string>()
    const batch: Waiting<Item, Answer>[] = []
    const later: Waiting<Item, Answer>[] = []
    let seen = 0
    for (; seen < queue.length && batch.length < size; seen++) {
      const waiting = queue[seen]!
      const key = keyOf(waiting.item)
      if (keys.has(key) || waiting.touched.some((one) => locked.has(one) || promised.has(one))) {
        later.push(waiting)
        for (const one of waiting.touched) promised.add(one)
      } else {
        keys.add(key)
        batch.push(waiting)
      }
    }
    queue = later.concat(queue.slice(seen))
    return batch
  }

  async function deliver(batch: Waiting<Item, Answer>[], lane: number): Promise<void> {
    try {
      const answers = await send(
        batch.map((waiting) => waiting.item),
        lane,
      )
      batch.forEach((waiting, i) => waiting.resolve(answers[i]!))
    } catch (error) {
      if (batch.length === 1 || isCommon(error)) {
        for (const waiting of batch) waiting.reject(error)
        return
      }
      const middle = batch.length >> 1
      await deliver(batch.slice(0, middle), lane)
      await deliver(batch.slice(middle), lane)
    }
  }

  /** Takes nothing new and waits until what was taken has its answer. */
  async function close(): Promise<void> {
    closed = true
    if (queue.length > 0 || free.length < lanes) await new Promise<void>((resolve) => idle.push(resolve))
  }

  return { submit, close, waiting: () => queue.length }
}
