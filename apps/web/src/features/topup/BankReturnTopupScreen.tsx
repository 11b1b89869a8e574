import { Trans } from '@lingui/react/macro'
import { listAssets } from '@nikau/contract/assets'
import type { BankTopUp } from '@nikau/contract/bank-topups'
import { oneOffBankNames } from '@nikau/contract/one-off-banks'
import { listQuotas } from '@nikau/contract/quotas'
import { listWalletTransactions } from '@nikau/contract/wallets'
import { format } from '@nikau/money'
import { Icon, LinkButton, Notice, Spinner } from '@nikau/ui'
import { type ReactNode, useEffect, useState } from 'react'
import { useParams } from 'react-router'
import type { CallError } from '../../lib/call-error.ts'
import { queryClient } from '../../lib/endpoint-hooks.ts'
import { invalidateFunds } from '../../lib/funds.ts'
import { useModeOfRequest } from '../../lib/mode-of-request.ts'
import { OutcomePage } from '../../lib/OutcomePage.tsx'
import { paths } from '../../lib/paths.ts'
import { type FollowedTopUp, followBankTopUp } from './follow-bank-topup.ts'
import { paymentOfTopUp } from './payment-of-topup.ts'

const showSlowAfterMs = 8000

/** Where a person returns from the bank. It follows the top-up until its outcome is certain, and again after a reload. */
export function BankReturnTopupScreen() {
  const { topUpId = '' } = useParams()
  const [{ topUp, refused, unreachable }, setFollowed] = useState<FollowedTopUp>({ unreachable: false })
  const [slow, setSlow] = useState(false)
  const [payment] = useState(() => paymentOfTopUp(topUpId))
  useModeOfRequest(topUp?.liveness)
  useEffect(() => {
    const left = new AbortController()
    const timer = setTimeout(() => setSlow(true), showSlowAfterMs)
    void followBankTopUp(topUpId, left.signal, setFollowed)
    return () => {
      left.abort()
      clearTimeout(timer)
    }
  }, [topUpId])
  const isPaid = topUp?.status === 'paid'
  useEffect(() => {
    if (!isPaid) return
    invalidateFunds()
    for (const { method, path } of [listAssets, listWalletTransactions, listQuotas]) void queryClient.invalidateQueries({ queryKey: [method, path] })
  }, [isPaid])
  if (refused) return <Refused error={refused} back={payment?.path} />
  if (topUp?.status === 'paid') return <Paid topUp={topUp} payment={payment?.path} />
  if (topUp?.status === 'failed') return <Failed topUp={topUp} back={payment?.path} />
  return <Checking topUp={topUp} slow={slow} unreachable={unreachable} />
}

function Checking({ topUp, slow, unreachable }: { topUp: BankTopUp | undefined; slow: boolean; unreachable: boolean }) {
  const bank = topUp && oneOffBankNames[topUp.bank]
  // The person came here without an answer of the bank.
  if (topUp?.status === 'created' && !unreachable && slow)
    return (
      <OutcomePage
        tone="neutral"
        icon={<Icon name="bank" />}
        title={<Trans>Not approved yet</Trans>}
        text={<Trans>{bank} hasn’t told us that you approved this top-up. Nothing was taken from your account.</Trans>}
        footer={<TryAgain />}
      />
    )
  return (
    <OutcomePage
      tone="neutral"
      icon={<Icon name="bank" />}
      title={bank === undefined ? <Trans>Checking with your bank…</Trans> : <Trans>Checking with {bank}…</Trans>}
      text={<Trans>Your bank takes a moment to confirm. You will not be charged twice.</Trans>}
      footer={
        slow &&
        topUp?.status === 'authorized' && (
          <LinkButton full variant="outlined" href={paths.transfer(topUp.id)}>
            <Trans>See the top-up</Trans>
          </LinkButton>
        )
      }
    >
      <Spinner>
        <Trans>Checking…</Trans>
      </Spinner>
      {unreachable ? (
        <Notice tone="info" live="polite" title={<Trans>We can’t reach Nikau</Trans>}>
          <Trans>Check your connection. Your money is safe, and we’ll keep checking.</Trans>
        </Notice>
      ) : (
        slow && (
          <Notice tone="info" live="polite" title={<Trans>This is taking longer than usual</Trans>}>
            <Trans>Your money is safe. You can leave this page: it will be in your wallet once your bank confirms it, or stay in your bank account.</Trans>
          </Notice>
        )
      )}
    </OutcomePage>
  )
}

function Paid({ topUp, payment }: { topUp: BankTopUp; payment: string | undefined }) {
  const amount = format(topUp.amount)
  const bank = oneOffBankNames[topUp.bank]
  return (
    <OutcomePage
      tone="positive"
      icon={<Icon name="check" />}
      title={<Trans>{amount} is in your wallet</Trans>}
      text={<PayerText topUp={topUp} bank={bank} />}
      footer={
        <>
          {payment !== undefined && (
            <LinkButton full href={payment}>
              <Trans>Back to your payment</Trans>
            </LinkButton>
          )}
          <LinkButton full href={paths.home} variant={payment === undefined ? 'filled' : 'outlined'}>
            <Trans>Done</Trans>
          </LinkButton>
          <LinkButton full href={paths.transfer(topUp.id)} variant="quiet">
            <Trans>See the receipt</Trans>
          </LinkButton>
        </>
      }
    />
  )
}

/** "From M Tane, ASB …323-50", where the bank tells whose account paid. */
export function PayerText({ topUp: { payer }, bank }: { topUp: Pick<BankTopUp, 'payer'>; bank: string }) {
  if (!payer) return <Trans>From {bank}</Trans>
  const end = payer.number.replace(/^.*•/, '…')
  return (
    <Trans>
      From {payer.name}, {bank} <span className="whitespace-nowrap">{end}</span>
    </Trans>
  )
}

function Failed({ topUp, back }: { topUp: BankTopUp; back: string | undefined }) {
  const bank = oneOffBankNames[topUp.bank]
  const untouched = <Trans>Nothing was taken from your account.</Trans>
  const texts: Readonly<Record<NonNullable<BankTopUp['failure']>, { title: ReactNode; text: ReactNode }>> = {
    cancelled: { title: <Trans>You cancelled the top-up</Trans>, text: untouched },
    declined: {
      title: <Trans>{bank} declined the top-up</Trans>,
      text: <Trans>Nothing was added to your wallet, and you haven’t lost any money. Your bank can tell you why. Try less, or another bank.</Trans>,
    },
    expired: {
      title: <Trans>The top-up ran out of time</Trans>,
      text: <Trans>It wasn’t approved in time. Nothing was taken from your account.</Trans>,
    },
    'bank-unavailable': {
      title: <Trans>{bank} couldn’t make the payment</Trans>,
      text: <Trans>Nothing was added to your wallet. If your account shows a payment to Nikau, we’ll send it back. Try again in a moment.</Trans>,
    },
    returned: {
      title: <Trans>Your money is on its way back</Trans>,
      text: <Trans>{bank} paid, but your wallet couldn’t take it. We’ll send it back to your account.</Trans>,
    },
  }
  const { title, text } = texts[topUp.failure ?? 'declined']
  const isCancelled = topUp.failure === 'cancelled'
  return (
    <OutcomePage
      tone={isCancelled ? 'neutral' : 'negative'}
      icon={<Icon name={isCancelled ? 'close' : 'problem'} />}
      title={title}
      text={text}
      footer={<TryAgain back={back} />}
    />
  )
}

/** The server did not take the bank's answer: another browser, another person, or too late for the limit. */
function Refused({ error, back }: { error: CallError; back: string | undefined }) {
  const texts = (): { title: ReactNode; text: ReactNode } => {
    if (error.reason === 'other-browser')
      return {
        title: <Trans>Finish where you started</Trans>,
        text: <Trans>For your safety a top-up can only be finished in the browser it was started in. Nothing was taken from your account.</Trans>,
      }
    if (error.code === 'QUOTA_EXCEEDED')
      return { title: <Trans>That’s over your top-up limit</Trans>, text: <Trans>Nothing was taken from your account. Try less.</Trans> }
    if (error.code === 'FORBIDDEN') return { title: <Trans>We can’t find that top-up</Trans>, text: <Trans>It may belong to another account.</Trans> }
    return {
      title: <Trans>We couldn’t use your bank’s answer</Trans>,
      text: <Trans>Nothing was taken from your account. Start the top-up again.</Trans>,
    }
  }
  const { title, text } = texts()
  return <OutcomePage tone="negative" icon={<Icon name="problem" />} title={title} text={text} footer={<TryAgain back={back} />} />
}

function TryAgain({ back }: { back?: string | undefined }) {
  return (
    <>
      <LinkButton full href={paths.topup}>
        <Trans>Try again</Trans>
      </LinkButton>
      <LinkButton full variant="outlined" href={back ?? paths.home}>
        {back === undefined ? <Trans>Go home</Trans> : <Trans>Back to your payment</Trans>}
      </LinkButton>
    </>
  )
}
