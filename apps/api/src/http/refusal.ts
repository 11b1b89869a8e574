import type { Db, Tx } from '@nikau/runtime'

/** A use case's answer when it says no: a code of its endpoint's list, and what the customer's screen needs to explain it. */
export class Refusal<Code extends string> {
  readonly code: Code
  readonly detail: Readonly<Record<string, unknown>>
  constructor(code: Code, detail: Readonly<Record<string, unknown>> = {}) {
    this.code = code
    this.detail = detail
  }
}

export function refuse<const Code extends string>(code: Code, detail?: Readonly<Record<string, unknown>>): Refusal<Code> {
  return new Refusal(code, detail)
}

class Undo {
  readonly result: unknown
  constructor(result: unknown) {
    this.result = result
  }
}

/** Runs the work in one transaction that is kept when it answers and undone when it refuses. */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(async (tx) => {
      const result = await work(tx)
      if (result instanceof Refusal) throw new Undo(result)
      return result
    })
  } catch (error) {
    if (error instanceof Undo) return error.result as T
    throw error
  }
}
