/** The queue is full: the caller should answer 503 with Retry-After. */
export class LedgerBusy extends Error {
  readonly retryAfterSeconds = 1
}

/** An account stayed locked by another transaction. Nothing of the group was posted. */
export class AccountLocked extends LedgerBusy {}

/** The ledger is shutting down and accepts no new postings. */
export class LedgerClosed extends Error {}

export interface BatchOptions<Item, Answer> {
  /** Two items with the same key never share a batch, so the second sees the result of the first. */
  keyOf(item: Item): string
  /** The rows an item locks. Batches of different lanes never share a lock. */
  locksOf(item: Item): readonly string[]
  /** Resolves to the answers in the order of the items. A lane works in order. On rejection the batch is halved until the failing item is alone. */
  send(items: Item[], lane: number): Promise<Answer[]>
  /** The places of the items that caused the error, if they are known: they alone fail, and the others are sent again. */
  causesOf?(error: unknown): ReadonlySet<number> | undefined
  /** True if no single item caused the error, so that halving would only repeat it. */
  isBatchWide(error: unknown): boolean
  size?: number
  lanes?: number
  capacity?: number
}

const minBatchBehind = 64

interface Pending<Item, Answer> {
  item: Item
  locks: readonly string[]
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/**
 * Batches concurrent calls without a timer. While a lane (one connection) is free, a batch with all pending items is sent at the
 * end of the current event loop turn, so an idle system is as fast as without batching. Under load the lanes are busy, items
 * queue up, and the batches grow by themselves.
 *
 * A batch never contains an item that needs a lock held by another lane: it would block the whole batch, and the lanes would run
 * one after the other. Items that need locks of one lane only may be pipelined behind that lane's batch, so that a popular
 * account is not idle while answers are delivered. Deferred items keep their place: no later item that needs the same lock
 * overtakes them, so none can starve.
 */
export function createBatcher<Item, Answer>(options: BatchOptions<Item, Answer>) {
  const { keyOf, locksOf, send, causesOf, isBatchWide, size = 512, lanes = 2, capacity = 4 * size } = options
  let queue: Pending<Item, Answer>[] = []
  /** Sizes of the batches in flight per lane: none, one, or one and a pipelined one behind it. */
  const inFlight: number[][] = Array.from({ length: lanes }, () => [])
  /** The lane that holds each lock, and how many of its batches need it. */
  const lockHolders = new Map<string, { lane: number; batches: number }>()
  let scheduled = false
  let closed = false
  const idleListeners: (() => void)[] = []

  function submit(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (closed) return reject(new LedgerClosed('the ledger is closed'))
      if (queue.length >= capacity) return reject(new LedgerBusy('too many postings are waiting'))
      queue.push({ item, locks: locksOf(item), resolve, reject })
      schedule()
    })
  }

  function schedule(): void {
    if (scheduled || queue.length === 0) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      // A lane stays free if every pending item needs a lock in flight; the lane that returns schedules again.
      for (let lane = 0; lane < lanes; lane++) if (inFlight[lane]!.length === 0) dispatch(takeBatch(undefined), lane)
      for (let lane = 0; lane < lanes; lane++) {
        const ahead = inFlight[lane]!
        if (ahead.length === 1 && queue.length >= minSizeBehind(ahead[0]!)) dispatchBehind(lane, minSizeBehind(ahead[0]!))
      }
    })
  }

  /** Only a batch of a certain size is pipelined; with many small ones the overhead per batch would dominate. */
  const minSizeBehind = (ahead: number) => Math.max(minBatchBehind, ahead >> 1)

  function dispatchBehind(lane: number, minSize: number): void {
    const queueBefore = queue
    const batch = takeBatch(lane)
    if (batch.length >= minSize) dispatch(batch, lane)
    else queue = queueBefore
  }

  function dispatch(batch: Pending<Item, Answer>[], lane: number): void {
    if (batch.length === 0) return
    const locks = new Set(batch.flatMap((pending) => pending.locks))
    for (const lock of locks) lockHolders.set(lock, { lane, batches: (lockHolders.get(lock)?.batches ?? 0) + 1 })
    inFlight[lane]!.push(batch.length)
    void deliver(batch, lane).finally(() => {
      for (const lock of locks) {
        const { batches } = lockHolders.get(lock)!
        if (batches === 1) lockHolders.delete(lock)
        else lockHolders.set(lock, { lane, batches: batches - 1 })
      }
      inFlight[lane]!.shift()
      schedule()
      if (isIdle()) for (const notifyIdle of idleListeners.splice(0)) notifyIdle()
    })
  }

  /** For a free lane: items that need no held lock. For a lane with a batch in flight: items that need locks of this lane only. */
  function takeBatch(behind: number | undefined): Pending<Item, Answer>[] {
    const keys = new Set<string>()
    const reserved = new Set<string>()
    const batch: Pending<Item, Answer>[] = []
    const deferred: Pending<Item, Answer>[] = []
    const canJoin = ({ locks }: Pending<Item, Answer>) => {
      if (locks.some((lock) => reserved.has(lock))) return false
      const holders = locks.flatMap((lock) => lockHolders.get(lock)?.lane ?? [])
      return behind === undefined ? holders.length === 0 : holders.length > 0 && holders.every((lane) => lane === behind)
    }
    let scanned = 0
    for (; scanned < queue.length && batch.length < size; scanned++) {
      const pending = queue[scanned]!
      const key = keyOf(pending.item)
      if (keys.has(key) || !canJoin(pending)) {
        deferred.push(pending)
        for (const lock of pending.locks) reserved.add(lock)
      } else {
        keys.add(key)
        batch.push(pending)
      }
    }
    queue = deferred.concat(queue.slice(scanned))
    return batch
  }

  const isIdle = () => queue.length === 0 && inFlight.every((batches) => batches.length === 0)

  async function deliver(batch: Pending<Item, Answer>[], lane: number): Promise<void> {
    try {
      const answers = await send(
        batch.map((pending) => pending.item),
        lane,
      )
      batch.forEach((pending, i) => pending.resolve(answers[i]!))
    } catch (error) {
      if (batch.length === 1 || isBatchWide(error)) {
        for (const pending of batch) pending.reject(error)
        return
      }
      const causes = causesOf?.(error)
      if (causes) {
        batch.forEach((pending, place) => causes.has(place) && pending.reject(error))
        const others = batch.filter((_, place) => !causes.has(place))
        if (others.length > 0) await deliver(others, lane)
        return
      }
      const middle = batch.length >> 1
      await deliver(batch.slice(0, middle), lane)
      await deliver(batch.slice(middle), lane)
    }
  }

  /** Rejects new items and waits until all accepted items have their answer. */
  async function close(): Promise<void> {
    closed = true
    if (!isIdle()) await new Promise<void>((resolve) => idleListeners.push(resolve))
  }

  return { submit, close, pending: () => queue.length }
}
