import type { verifyFarmlandsCard } from '@nikau/contract/card-verification'
import { useEffect, useRef, useState } from 'react'
import { CallError } from '../../lib/call-error.ts'
import { storeOutcome } from '../../lib/payment-outcome.ts'
import { callEndpoint, type JsonOf } from '../checkout/index.ts'
import type { CardDetails } from './card-form.ts'
import { endpoints } from './endpoints.ts'
import { cardErrorOf, isRequestClosed, paymentErrorOf, verificationErrorOf } from './errors.ts'
import { payWithCard } from './pay-with-card.ts'
import { clearVerification, readVerification, updateVerification, type Verification, type VerifiedCard } from './verification-state.ts'

/** `card` and `verify` are the pages of this flow; `pay` is the request's own page, where it ends. */
export type CardStep = 'card' | 'verify' | 'pay'

/** The call in progress. `checking`: a payment was sent and its outcome is unknown; `unreachable`: and no response arrives. */
export type Progress = 'card' | 'code' | 'resend' | 'paying' | 'checking' | 'unreachable'

export interface CardFlow {
  verification: Verification
  progress: Progress | undefined
  submitCard: (card: CardDetails) => void
  submitCode: (code: string) => void
  resendCode: () => void
  /** Back to the form, with the details as entered. */
  editCard: () => void
  /** Back to an empty form. */
  startOver: () => void
  /** Ends the flow and opens the request's page. */
  finish: (paid?: boolean) => void
}

type VerifyResponse = JsonOf<typeof verifyFarmlandsCard>

/** The flow from card details to a paid request, one call at a time. Its state between pages is in verification-state.ts. */
export function useCardFlow(id: string, go: (to: CardStep) => void): CardFlow {
  const [verification, setVerification] = useState(() => readVerification(id))
  const [progress, setProgress] = useState<Progress>()
  const busy = useRef(false)
  const unmount = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    unmount.current = controller
    return () => controller.abort()
  }, [])
  const update = (change: Verification) => setVerification(updateVerification(id, change))

  const finish = (paid = false) => {
    if (paid) storeOutcome(id, { kind: 'paid' })
    clearVerification()
    go('pay')
  }

  /** Runs a step unless another one is running. `onRefused` handles refusals that are not about the card itself. */
  const run = (kind: Progress, step: () => Promise<void>, onRefused: (error: CallError) => Verification) => {
    if (busy.current) return
    busy.current = true
    setProgress(kind)
    const { signal } = unmount.current
    void step()
      .catch((error: unknown) => {
        if (signal.aborted) return
        if (!(error instanceof CallError)) throw error
        if (isRequestClosed(error)) return finish()
        const cardError = cardErrorOf(error)
        // Without a code session, the code page redirects to the card page, which shows the error.
        update(cardError ? { cardError, code: undefined, verified: undefined } : onRefused(error))
      })
      .finally(() => {
        busy.current = false
        setProgress(undefined)
      })
  }

  const verifyCard = (card: CardDetails, sessionId?: string) =>
    callEndpoint(endpoints.verify, {
      body: { challengeType: 'verify-farmlands-card', params: card, paymentRequestId: id, ...(sessionId !== undefined && { sessionId }) },
      signal: unmount.current.signal,
      once: true,
    })

  const pay = async (verified: VerifiedCard) => {
    setProgress('paying')
    const outcome = await payWithCard(id, verified, {
      signal: unmount.current.signal,
      onUnknown: (unreachable) => setProgress(unreachable ? 'unreachable' : 'checking'),
    })
    if (outcome === 'paid') finish(true)
    else throw outcome
  }

  const submitCard = (card: CardDetails) => {
    let paying = false
    run(
      'card',
      async () => {
        update({ card, code: undefined, verified: undefined, cardError: undefined, codeError: undefined })
        const response = await verifyCard(card)
        const verified = verifiedCardOf(response)
        paying = verified !== undefined
        if (verified) return await pay(verified)
        update({ code: codeSessionOf(response) })
        return go('verify')
      },
      (error) => ({ cardError: paying ? paymentErrorOf(error) : verificationErrorOf(error, 'card-invalid') }),
    )
  }

  const submitCode = (otp: string) => {
    run(
      'code',
      async () => {
        update({ codeError: undefined })
        const { code, verified: alreadyVerified } = readVerification(id)
        if (!code) return
        // A code can be used once, so a failed payment is retried with the verification that the code returned.
        const verified =
          alreadyVerified ??
          verifiedCardOf(
            await callEndpoint(endpoints.verify, {
              body: { challengeType: 'verify-farmlands-otp', params: { otp }, paymentRequestId: id, sessionId: code.sessionId },
              signal: unmount.current.signal,
              once: true,
            }),
          )
        if (!verified) throw new CallError(500, 'UNKNOWN')
        update({ verified })
        await pay(verified)
      },
      (error) => {
        const { verified } = readVerification(id)
        if (!verified) return { codeError: verificationErrorOf(error, 'code-invalid') }
        return { codeError: paymentErrorOf(error), ...(error.status === 401 && { verified: undefined }) }
      },
    )
  }

  const resendCode = () => {
    run(
      'resend',
      async () => {
        const { card, code } = readVerification(id)
        if (!card || !code) return
        const response = await verifyCard(card, code.sessionId)
        const verified = verifiedCardOf(response)
        update({ codeError: undefined, verified, ...(!verified && { code: codeSessionOf(response) }) })
        if (verified) await pay(verified)
      },
      (error) => {
        if (readVerification(id).verified) return { codeError: paymentErrorOf(error) }
        return error.isRefusal ? { cardError: 'card-invalid', code: undefined } : { codeError: verificationErrorOf(error, 'unknown') }
      },
    )
  }

  return {
    verification,
    progress,
    submitCard,
    submitCode,
    resendCode,
    editCard: () => update({ cardError: undefined }),
    startOver: () => {
      clearVerification()
      setVerification({})
    },
    finish,
  }
}

function verifiedCardOf({ accessToken, assetId, externalPaymentRef, assetType }: VerifyResponse): VerifiedCard | undefined {
  if (accessToken === undefined || assetId === undefined || externalPaymentRef === undefined || assetType === undefined) return undefined
  return { accessToken, assetId, externalPaymentRef, assetType }
}

/** A response without a verified card must hold the session of a code. */
function codeSessionOf({ sessionId, phoneNumber, email }: VerifyResponse): NonNullable<Verification['code']> {
  if (sessionId === undefined) throw new CallError(500, 'UNKNOWN')
  return { sessionId, phoneNumber, email, sentAt: new Date() }
}
