/** A call that did not succeed: the server's code, NETWORK when no response arrived, UNREADABLE when it is not of the contract's form. */
export class CallError extends Error {
  readonly status: number
  readonly code: string
  readonly body: Readonly<Record<string, unknown>>
  readonly retryAfterMs: number
  /** By which support finds the call; absent if no response arrived. */
  readonly requestId: string | null | undefined
  constructor(status: number, code: string, body: Readonly<Record<string, unknown>> = {}, retryAfterMs = 0, requestId?: string | null) {
    super(code)
    this.status = status
    this.code = code
    this.body = body
    this.retryAfterMs = retryAfterMs
    this.requestId = requestId
  }
  /** Detail that some endpoints add to the code. */
  get reason(): string | undefined {
    return typeof this.body.reason === 'string' ? this.body.reason : undefined
  }
  /** The server understood the call and refused it, so a retry would be refused too. */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 408 && this.status !== 429
  }
}
