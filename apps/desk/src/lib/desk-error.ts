/** A call that did not succeed: the server's code, NETWORK when no answer arrived, UNREADABLE when it is not of the contract's form. */
export class DeskError extends Error {
  readonly status: number
  readonly code: string
  /** What the answer says beside the code. */
  readonly detail: Readonly<Record<string, unknown>>
  constructor(status: number, code: string, detail: Readonly<Record<string, unknown>> = {}) {
    super(code)
    this.status = status
    this.code = code
    this.detail = detail
  }
}

export const isRefusedWith = (error: unknown, code: string): boolean => error instanceof DeskError && error.code === code

/** Nobody answered, or the process that did could not reach the books: the same call can succeed later. */
export const isUnreached = (error: unknown): boolean => error instanceof DeskError && (error.status === 0 || (error.status >= 502 && error.status <= 504))
