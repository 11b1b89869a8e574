import { queryOptions } from '@tanstack/react-query'
import { CallError } from '../../lib/call-error.ts'
import { callStepUp } from '../../lib/identity.ts'
import { serverNow } from '../../lib/server-clock.ts'

export type StepUpMethod = 'passkey' | 'code' | 'two-codes'
export type CodeChannel = 'sms' | 'email'

export interface StepUpMethods {
  /** The best one first. */
  methods: StepUpMethod[]
  /** Masked. */
  phone: string
  email?: string
}

export interface SentCode {
  channel: CodeChannel
  resendAt: string
  expiresAt: string
}

export const stepUpMethodsQuery = queryOptions<StepUpMethods, CallError>({
  queryKey: ['GET', '/step-up'],
  queryFn: () => callStepUp<StepUpMethods>('GET', '/step-up'),
  gcTime: 0,
})

export async function confirmWithPasskey(): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const options = await callStepUp<Parameters<typeof startAuthentication>[0]['optionsJSON']>('POST', '/step-up/passkey/options', {})
  await callStepUp('POST', '/step-up/passkey', { response: await startAuthentication({ optionsJSON: options }) })
}

/** The last code of this tab that can still be right. */
let lastSent: SentCode | undefined

/** A sheet that is closed and opened again does not send another code. */
export const sentBefore = (channel: CodeChannel): SentCode | undefined =>
  lastSent?.channel === channel && Date.parse(lastSent.expiresAt) > serverNow().getTime() ? lastSent : undefined

/** A refusal to send that ends within this time means that a code is on its way: it was sent before the page was reloaded. */
const resendWaitMs = 60_000

export async function sendCode(channel: CodeChannel): Promise<SentCode> {
  try {
    const answer = await callStepUp<Omit<SentCode, 'channel'>>('POST', '/step-up/code/send', { channel })
    lastSent = { channel, ...answer }
    return lastSent
  } catch (error) {
    const until = error instanceof CallError ? error.body.until : undefined
    if (typeof until === 'string' && isSoon(until)) return { channel, resendAt: until, expiresAt: until }
    throw error
  }
}

function isSoon(until: string): boolean {
  const wait = Date.parse(until) - serverNow().getTime()
  return wait > 0 && wait <= resendWaitMs
}

/** `next`: this code was right, and the other channel's code is needed as well. */
export async function confirmWithCode(code: string): Promise<{ next?: 'email' }> {
  try {
    const answer = await callStepUp<{ next?: 'email' }>('POST', '/step-up/code', { code })
    lastSent = undefined
    return answer
  } catch (error) {
    const isUsedUp = error instanceof CallError && (error.code === 'CODE_EXPIRED' || error.body.triesLeft === 0)
    if (isUsedUp) lastSent = undefined
    throw error
  }
}
