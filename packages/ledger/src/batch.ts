/** The queue is full: the caller should answer 503 and say when to come back. */
export class LedgerBusy extends Error {
  readonly retryAfterSeconds = 1
}

/** The ledger is shutting down and takes nothing new. */
export class LedgerClosed extends Error {}

export interface BatchOptions<Item, Answer> {
  /** Two items of the same key never share a batch: the second waits, and then finds what the first did. */
  keyOf(item: Item): string
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
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/**
 * Gathers concurrent calls into batches without a timer. While a lane is free a batch leaves at the end of the current turn of
 * the event loop with whatever waits, so that an idle system answers as fast as without batching; under load the lanes are
 * busy, calls gather meanwhile, and the batches grow by themselves.
 */
export function createBatcher<Item, Answer>(options: BatchOptions<Item, Answer>) {
  const { keyOf, send, isCommon, size = 256, lanes = 2, capacity = 4 * size } = options
  let queue: Waiting<Item, Answer>[] = []
  const free = Array.from({ length: lanes }, (_, lane) => lane)
  let scheduled = false
  let closed = false
  const idle: (() => void)[] = []

  function submit(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (closed) return reject(new LedgerClosed('the ledger is closed'))
      if (queue.length >= capacity) return reject(new LedgerBusy('too many postings are waiting'))
      queue.push({ item, resolve, reject })
      schedule()
    })
  }

  function schedule(): void {
    if (scheduled || free.length === 0 || queue.length === 0) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      const lane = free.pop()
      if (lane === undefined) return
      void deliver(takeBatch(), lane).finally(() => {
        free.push(lane)
        schedule()
        if (queue.length === 0 && free.length === lanes) for (const done of idle.splice(0)) done()
      })
      schedule()
    })
  }

  function takeBatch(): Waiting<Item, Answer>[] {
    const keys = new Set<string>()
    const batch: Waiting<Item, Answer>[] = []
    const later: Waiting<Item, Answer>[] = []
    for (const waiting of queue) {
      const key = keyOf(waiting.item)
      if (batch.length === size || keys.has(key)) later.push(waiting)
      else {
        keys.add(key)
        batch.push(waiting)
      }
    }
    queue = later
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
