class AssertionFailed extends Error {}

/** Ends the trial at once when the condition does not hold. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new AssertionFailed(message)
}
