import { inspect } from 'node:util'

/** A value that can be used but not printed: every way of turning it into text gives `[redacted]`. */
export class Secret {
  readonly #value: string
  constructor(value: string) {
    this.#value = value
  }
  reveal(): string {
    return this.#value
  }
  toString(): string {
    return '[redacted]'
  }
  toJSON(): string {
    return '[redacted]'
  }
  [inspect.custom](): string {
    return '[redacted]'
  }
}
