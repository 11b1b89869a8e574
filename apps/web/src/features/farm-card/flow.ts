import type { CardForm } from '@nikau/contract/card-form'
import type { verifyFarmlandsCard } from '@nikau/contract/card-verification'
import { useEffect, useRef, useState } from 'react'
import { tellOutcome } from '../../lib/one-off-outcome.ts'
import { ask, CallFailed, type Wire } from '../checkout/index.ts'
import { calls } from './calls.ts'
import { forget, recall, remember, type Verification, type Verified } from './memory.ts'
import { payWithCard } from './pay.ts'
import { cardTrouble, hasEnded, undecided } from './troubles.ts'

/** card and verify are the two pages of this flow; pay is the request's own, where it ends. */
export type Place = 'card' | 'verify' | 'pay'

/** What is under way. checking: a payment was sent, and nobody knows what became of it; silent when nobody answers at all. */
export type Work = 'card' | 'code' | 'resend' | 'paying' | 'checking' | 'silent'

export interface Flow {
  verification: Verification
  work: Work | undefined
  submit: (card: CardForm) => void
  complete: (code: string) => void
  resend: () => void
  /** Back to the card, with what was typed or without. */
  changeCard: () => void
  anotherCard: () => void
  /** Ends the flow, whatever it has come to. */
  finish: (paid?: boolean) => void
}

type Answer = Wire<typeof verifyFarmlandsCard>

/** From a card to a paid request: each step is asked for once at a time, and everything known between steps is in memory.ts. */
export function useFlow(id: string, go: (to: Place) => void): Flow {
  const [verification, setVerification] = useState(() => recall(id))
  const [work, setWork] = useState<Work>()
  const busy = useRef(false)
  const left = useRef(new AbortController())
  useEffect(() => {
    left.current = new AbortController()
    const here = left.current
    return () => here.abort()
  }, [])
  const change = (part: Verification) => setVerification(remember(id, part))

  const finish = (paid = false) => {
    if (paid) tellOutcome(id, { kind: 'paid' })
    forget()
    go('pay')
  }

  /** A second press while something is under way does nothing. A refusal is handled here where the step has no word of its own for it. */
  const run = (kind: Work, step: () => Promise<void>, otherwise: (error: CallFailed) => Verification) => {
    if (busy.current) return
    busy.current = true
    setWork(kind)
    const here = left.current.signal
    void step()
      .catch((error: unknown) => {
        if (here.aborted) return
        if (!(error instanceof CallFailed)) throw error
        if (hasEnded(error)) return finish()
        const trouble = cardTrouble(error)
        // Without a session the page of the code leads back to the card, which says what is the matter.
        change(trouble ? { trouble, code: undefined, verified: undefined } : otherwise(error))
      })
      .finally(() => {
        busy.current = false
        setWork(undefined)
      })
  }

  const showCard = (card: CardForm, sessionId?: string) =>
    ask(calls.verify, {
      body: { challengeType: 'verify-farmlands-card', params: card, paymentRequestId: id, ...(sessionId !== undefined && { sessionId }) },
      signal: left.current.signal,
    })

  const pay = async (verified: Verified) => {
    setWork('paying')
    const outcome = await payWithCard(id, verified, { left: left.current.signal, onUnknown: (silent) => setWork(silent ? 'silent' : 'checking') })
    if (outcome === 'paid') finish(true)
    else throw outcome
  }

  const submit = (card: CardForm) => {
    let paying = false
    run(
      'card',
      async () => {
        change({ card, code: undefined, verified: undefined, trouble: undefined, codeTrouble: undefined })
        const answer = await showCard(card)
        const verified = verifiedBy(answer)
        paying = verified !== undefined
        if (verified) return await pay(verified)
        change({ code: codeOf(answer) })
        return go('verify')
      },
      (error) => ({ trouble: paying ? notPaid(error) : undecided(error, 'card') }),
    )
  }

  const complete = (otp: string) => {
    run(
      'code',
      async () => {
        change({ codeTrouble: undefined })
        const { code, verified: before } = recall(id)
        if (!code) return
        // A payment that came to nothing is tried again with what the code has proven: a code is good for once.
        const verified =
          before ??
          verifiedBy(
            await ask(calls.verify, {
              body: { challengeType: 'verify-farmlands-otp', params: { otp }, paymentRequestId: id, sessionId: code.sessionId },
              signal: left.current.signal,
            }),
          )
        if (!verified) throw new CallFailed(500, 'UNKNOWN')
        change({ verified })
        await pay(verified)
      },
      (error) => {
        const { verified } = recall(id)
        if (!verified) return { codeTrouble: undecided(error, 'code') }
        return { codeTrouble: notPaid(error), ...(error.status === 401 && { verified: undefined }) }
      },
    )
  }

  const resend = () => {
    run(
      'resend',
      async () => {
        const { card, code } = recall(id)
        if (!card || !code) return
        const answer = await showCard(card, code.sessionId)
        const verified = verifiedBy(answer)
        change({ codeTrouble: undefined, verified, ...(!verified && { code: codeOf(answer) }) })
        if (verified) await pay(verified)
      },
      (error) => {
        if (recall(id).verified) return { codeTrouble: notPaid(error) }
        return error.refused ? { trouble: 'card', code: undefined } : { codeTrouble: undecided(error, 'wrong') }
      },
    )
  }

  return {
    verification,
    work,
    submit,
    complete,
    resend,
    changeCard: () => change({ trouble: undefined }),
    anotherCard: () => {
      forget()
      setVerification({})
    },
    finish,
  }
}

function verifiedBy({ accessToken, assetId, externalPaymentRef, assetType }: Answer): Verified | undefined {
  if (accessToken === undefined || assetId === undefined || externalPaymentRef === undefined || assetType === undefined) return undefined
  return { accessToken, assetId, externalPaymentRef, assetType }
}

/** An answer that is neither a verified card nor a session is none that we understand. */
function codeOf({ sessionId, phoneNumber, email }: Answer): NonNullable<Verification['code']> {
  if (sessionId === undefined) throw new CallFailed(500, 'UNKNOWN')
  return { sessionId, phoneNumber, email, sentAt: new Date() }
}

const notPaid = ({ code }: CallFailed) => (code === 'PAYMENT_DECLINED' ? 'declined' : 'wrong')
