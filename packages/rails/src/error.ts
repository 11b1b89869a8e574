/**
 * The outside world did not do as asked. `retryable` says whether the same call may succeed later.
 * The text is made of codes and statuses only, for it is stored and logged: never of what was sent, nor of free text that came back.
 */
export class RailError extends Error {
  readonly retryable: boolean
  constructor(text: string, options: { retryable: boolean; cause?: unknown }) {
    super(text, { cause: options.cause })
    this.name = 'RailError'
    this.retryable = options.retryable
  }
}
