import type { AnswerOf, Endpoint } from '@nikau/contract'
import { CallError } from '../../lib/call-error.ts'
import { call, type Input } from '../../lib/call.ts'
import { noteAnswer, noteNoAnswer } from './connection.ts'
import { currentTurn, pairing, unpair } from './device.ts'

/** Where the answers to the till are cached. */
export const tillKeys = { all: ['till'] as const }

/** Calls as this till: with its key, and with the turn of the person at it where the endpoint wants one. */
export async function tillCall<E extends Endpoint>(endpoint: E, input: Input<E>, signal?: AbortSignal): Promise<AnswerOf<E>> {
  const key = pairing.get()?.key
  if (key === undefined) throw new CallError(401, 'UNAUTHORIZED')
  const turn = endpoint.till === 'device' ? undefined : currentTurn.get()?.token
  try {
    const answer = await call(endpoint, input, { apiKey: key, signal, ...(turn !== undefined && { headers: { 'x-till-turn': turn } }) })
    noteAnswer()
    return answer
  } catch (error) {
    if (error instanceof CallError) actOn(error, key, turn)
    throw error
  }
}

/** A switched-off till ends at once, and so does a turn that is over. A newer pairing or turn is left alone. */
function actOn(error: CallError, key: string, turn: string | undefined): void {
  if (error.code === 'NETWORK') return noteNoAnswer()
  noteAnswer()
  if (error.status === 401 && pairing.get()?.key === key) unpair('switched-off')
  if (error.code === 'TILL_SIGN_ON_REQUIRED' && currentTurn.get()?.token === turn) currentTurn.set(undefined)
}
