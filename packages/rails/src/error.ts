/**
 * An external service failed or refused. `retryable` says whether the same call may succeed later.
 * The message is stored and logged, so it has only codes and statuses: nothing that was sent, and no free text from the response.
 */
export class RailError extends Error {
  readonly retryable: boolean
  constructor(message: string, options: { retryable: boolean; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.name = 'RailError'
    this.retryable = options.retryable
  }
}
