import type { Db, Tx } from '@nikau/runtime'

/** What a use case returns when it refuses: a code of its endpoint and the detail that a screen needs to explain it. */
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

class Rollback {
  readonly result: unknown
  constructor(result: unknown) {
    this.result = result
  }
}

/** Runs the work in one transaction, which is rolled back if the work returns a refusal. */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(async (tx) => {
      const result = await work(tx)
      if (result instanceof Refusal) throw new Rollback(result)
      return result
    })
  } catch (error) {
    if (error instanceof Rollback) return error.result as T
    throw error
  }
}
