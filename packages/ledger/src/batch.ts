/** The queue is full: the caller should answer 503 and say when to come back. */
export class LedgerBusy extends Error {
  readonly retryAfterSeconds = 1
}

/** The ledger is shutting down and takes nothing new. */
export class LedgerClosed extends Error {}

export interface BatchOptions<Item, Answer> {
  /** Two items of the same key never share a batch: the second waits, and then finds what the first did. */
  keyOf(item: Item): string
  /** What an item locks where it is sent: batches of different lanes have none of it in common. */
  touches(item: Item): readonly string[]
  /** Answers in the order of the items; a lane does what it is sent in order. A rejection is for all of them: the batch is then halved until the bad one is alone. */
  send(items: Item[], lane: number): Promise<Answer[]>
  /** True when it is not one item's fault: halving would only repeat the failure. */
  isCommon(error: unknown): boolean
  size?: number
  lanes?: number
  capacity?: number
}

const leastBehind = 64

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
 * A batch takes nothing that waits for a lock of another lane's batch: sent along, one such item would make all the others of
 * its batch wait too, and the lanes would do their work one after the other. What needs a lock of one lane only may be sent
 * behind that lane's batch before it has returned, so that an account that everybody needs is not idle while answers are
 * given out. What stays behind keeps its turn: nothing that was asked later and needs the same passes it, so that it cannot be
 * left behind for ever.
 */
export function createBatcher<Item, Answer>(options: BatchOptions<Item, Answer>) {
  const { keyOf, touches, send, isCommon, size = 512, lanes = 2, capacity = 4 * size } = options
  let queue: Waiting<Item, Answer>[] = []
  /** The sizes of the batches that each lane has been sent and not brought back: none, one, or one and one behind it. */
  const sent: number[][] = Array.from({ length: lanes }, () => [])
  /** Whose lock it is, and how many batches of that lane need it. */
  const locked = new Map<string, { lane: number; batches: number }>()
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
    if (scheduled || queue.length === 0) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      // A free lane that finds everything waiting for what is in flight stays free; the lane that brings it back looks again.
      for (let lane = 0; lane < lanes; lane++) if (sent[lane]!.length === 0) leave(takeBatch(undefined), lane)
      for (let lane = 0; lane < lanes; lane++) {
        const ahead = sent[lane]!
        if (ahead.length === 1 && queue.length >= enoughBehind(ahead[0]!)) leaveBehind(lane, enoughBehind(ahead[0]!))
      }
    })
  }

  /** Behind a batch only what is worth a sending of its own: in many small ones the work for each batch would be most of the work. */
  const enoughBehind = (ahead: number) => Math.max(leastBehind, ahead >> 1)

  function leaveBehind(lane: number, enough: number): void {
    const before = queue
    const batch = takeBatch(lane)
    if (batch.length >= enough) leave(batch, lane)
    else queue = before
  }

  function leave(batch: Waiting<Item, Answer>[], lane: number): void {
    if (batch.length === 0) return
    const touched = new Set(batch.flatMap((waiting) => waiting.touched))
    for (const one of touched) locked.set(one, { lane, batches: (locked.get(one)?.batches ?? 0) + 1 })
    sent[lane]!.push(batch.length)
    void deliver(batch, lane).finally(() => {
      for (const one of touched) {
        const { batches } = locked.get(one)!
        if (batches === 1) locked.delete(one)
        else locked.set(one, { lane, batches: batches - 1 })
      }
      sent[lane]!.shift()
      schedule()
      if (isIdle()) for (const done of idle.splice(0)) done()
    })
  }

  /** For a free lane: what needs nobody's lock. For a lane with a batch in flight: what needs its locks, and no other's. */
  function takeBatch(behind: number | undefined): Waiting<Item, Answer>[] {
    const keys = new Set<string>()
    const promised = new Set<string>()
    const batch: Waiting<Item, Answer>[] = []
    const later: Waiting<Item, Answer>[] = []
    const fits = ({ touched }: Waiting<Item, Answer>) => {
      if (touched.some((one) => promised.has(one))) return false
      const holders = touched.flatMap((one) => locked.get(one)?.lane ?? [])
      return behind === undefined ? holders.length === 0 : holders.length > 0 && holders.every((lane) => lane === behind)
    }
    let seen = 0
    for (; seen < queue.length && batch.length < size; seen++) {
      const waiting = queue[seen]!
      const key = keyOf(waiting.item)
      if (keys.has(key) || !fits(waiting)) {
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

  const isIdle = () => queue.length === 0 && sent.every((batches) => batches.length === 0)

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
    if (!isIdle()) await new Promise<void>((resolve) => idle.push(resolve))
  }

  return { submit, close, waiting: () => queue.length }
}
