import { type BankTopUp, cancelBankTopUp, completeBankTopUp, getBankTopUp } from '@nikau/contract/bank-topups'
import { forgetBankAnswer, keptBankAnswer } from '../../lib/bank-answer.ts'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/call.ts'
import { delay } from '../../lib/retry.ts'

const pollIntervalMs = 1500

export interface FollowedTopUp {
  topUp?: BankTopUp | undefined
  /** The server refused the bank's answer; nothing was charged. */
  refused?: CallError | undefined
  /** The last call got no answer. */
  unreachable: boolean
}

/**
 * Follows a top-up until its outcome is certain, for as long as the page is open. The bank's answer is sent again after a reload: the
 * same id and code never charge twice.
 */
export async function followBankTopUp(id: string, signal: AbortSignal, onChange: (state: FollowedTopUp) => void): Promise<void> {
  let known: BankTopUp | undefined
  for (;;) {
    try {
      known = await answerOrRead(id, signal)
      onChange({ topUp: known, unreachable: false })
      if (known.status === 'paid' || known.status === 'failed') return forgetBankAnswer(id)
      // Left at the bank without an answer: nothing will happen here.
      if (known.status === 'created' && keptBankAnswer(id) === undefined) return undefined
    } catch (error) {
      if (signal.aborted) return undefined
      if (!(error instanceof CallError)) throw error
      onChange({ topUp: known, refused: error.isRefusal ? error : undefined, unreachable: !error.isRefusal })
      if (error.isRefusal) return forgetBankAnswer(id)
    }
    await delay(pollIntervalMs, signal).catch(() => undefined)
    if (signal.aborted) return undefined
  }
}

async function answerOrRead(id: string, signal: AbortSignal): Promise<BankTopUp> {
  const params = { id }
  const answer = keptBankAnswer(id)
  if (answer === undefined) return await call(getBankTopUp, { params }, signal)
  if (answer.code === undefined) return await call(cancelBankTopUp, { params }, signal)
  const body = { code: answer.code, ...(answer.idToken !== undefined && { idToken: answer.idToken }) }
  return await call(completeBankTopUp, { params, body }, signal)
}
