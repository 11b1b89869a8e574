import { CallError } from '../../lib/call-error.ts'

/** The error of a call that did not succeed; the form shows it. */
export async function refusalOf(call: Promise<unknown>): Promise<CallError | undefined> {
  try {
    await call
    return undefined
  } catch (error) {
    if (error instanceof CallError) return error
    throw error
  }
}
