import { Trans, useLingui } from '@lingui/react/macro'
import { statusAt } from '@nikau/contract/payment-request-states'
import { quotaOverviewOfRefusal } from '@nikau/contract/quota-rules'
import { quotaRefusal } from '@nikau/contract/quotas'
import { add, type Cents, format, gstWithin, subtract } from '@nikau/money'
import { Button, Header, Money, Notice, Page, PageBody, PageFooter } from '@nikau/ui'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { useSpoken } from '../../lib/amount-words.ts'
import type { CallError } from '../../lib/call.ts'
import type { OneOffOutcome } from '../../lib/one-off-outcome.ts'
import { usePlace } from '../../lib/screen.ts'
import { useOnline } from '../../lib/useOnline.ts'
import { CheckingDialog, PartialDialog } from './Dialogs.tsx'
import { Expiry } from './Expiry.tsx'
import { Merchant } from './Merchant.tsx'
import { Methods } from './Methods.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import { pages } from './pages.ts'
import { PayModal } from './PayModal.tsx'
import { type ModalKind, modalOf } from './refusals.ts'
import { SelectWallet } from './SelectWallet.tsx'
import { useNow } from './useNow.ts'
import { usePayment } from './usePayment.ts'
import type { LoadedRequest, ShownRequest } from './useRequest.ts'
import { useSuggestion } from './useSuggestion.ts'

const askAgainMs = 4000

/** A request that can be paid, or of which it is said why it cannot. */
export function Pay({ request, loaded, outcome }: { request: ShownRequest; loaded: LoadedRequest; outcome: OneOffOutcome | undefined }) {
  const { t } = useLingui()
  const { back } = usePlace()
  const spoken = useSpoken()
  const { online } = useOnline()
  const now = useNow()
  const status = statusAt(request, now)
  const suggested = useSuggestion(request)
  const payment = usePayment(request, loaded)
  const [asking, setAsking] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const [told, setTold] = useState<string>()
  useAskAgain(status === 'new' && payment.phase.kind !== 'paying', loaded.refresh)

  const { phase } = payment
  const suggestion = suggested.data?.suggestion
  const methods = suggestion?.paymentMethods ?? []
  const payable = add(...methods.map((method) => method.payableAmount))
  const remaining = subtract(request.remainingAmount, payable)
  const partPaid = subtract(request.value.amount, request.remainingAmount)
  const modal = modalFor()

  /** The status first, then what the last payment was refused with, then that there is nothing to pay with. */
  function modalFor(): { kind: ModalKind; error?: CallError } | undefined {
    if (phase.kind === 'paying' || phase.kind === 'approved') return undefined
    const allowed = pages.pay[status]
    if (allowed !== 'shows' && allowed !== 'leads to pay') return { kind: allowed }
    if (phase.kind === 'refused') return { kind: modalOf(phase.error.code), error: phase.error }
    if (outcome?.kind === 'refused' && told !== 'refused') return { kind: modalOf(outcome.code) }
    const nothing = suggested.data?.usable.length === 0 && request.remainingAmount > 0n
    return nothing && told !== 'incompatible' ? { kind: 'incompatible' } : undefined
  }

  const close = () => {
    if (phase.kind === 'refused') payment.acknowledge()
    else setTold(modal?.kind === 'incompatible' ? 'incompatible' : 'refused')
  }
  const selectWallet = () => {
    close()
    setChoosing(true)
  }
  const pay = () => {
    setAsking(false)
    payment.pay(methods)
  }
  const left = modal?.error && leftOf(modal.error, payable)
  const [paid, whole] = [format(partPaid), format(request.value.amount)]
  return (
    <Page>
      <Header backHref={back} backLabel={t`Back`} />
      <PageBody tight>
        <Merchant request={request} />
        <div className="flex flex-wrap items-end justify-between gap-3 pt-6">
          <div>
            <p className="text-label text-ink-2" id="amount-due">
              <Trans>Amount due</Trans>
            </p>
            <h1 tabIndex={-1} aria-describedby="amount-due">
              <Money size="xl" text={format(request.remainingAmount)} spoken={spoken(request.remainingAmount)} />
            </h1>
            {partPaid > 0n ? (
              <p className="text-label text-ink-2">
                <Trans>
                  {paid} of {whole} is paid
                </Trans>
              </p>
            ) : (
              request.taxNumber && (
                <p className="text-label text-ink-2">
                  <Trans>GST included {format(gstWithin(request.value.amount))}</Trans>
                </p>
              )
            )}
          </div>
          {status === 'new' && <Expiry expiresAt={request.expiresAt} now={now} />}
        </div>
        {outcome?.kind === 'cancelled' && (
          <div className="pt-6">
            <Notice tone="warning" title={<Trans>Payment has been cancelled</Trans>} />
          </div>
        )}
        <Methods request={request} suggested={suggested} approved={phase.kind === 'approved'} remaining={remaining} onChange={() => setChoosing(true)} />
        <div className="pt-4">
          <OrderSummary request={request} />
        </div>
      </PageBody>
      <PageFooter summary={suggestion?.partial}>
        {suggestion?.partial && (
          <p className="flex justify-between text-label">
            <span className="text-ink-2">
              <Trans>Remaining</Trans>
            </span>
            <span className="font-semibold text-warning">{format(remaining)}</span>
          </p>
        )}
        <Button
          full
          isDisabled={!suggestion || status !== 'new' || !online || phase.kind === 'approved'}
          busy={phase.kind === 'paying'}
          busyLabel={t`Paying`}
          onPress={() => (suggestion?.partial ? setAsking(true) : pay())}
        >
          {suggestion ? <Trans>Pay {format(payable)}</Trans> : <Trans>Pay</Trans>}
        </Button>
      </PageFooter>
      {asking && suggestion?.partial && !modal && <PartialDialog payable={payable} remaining={remaining} onContinue={pay} onCancel={() => setAsking(false)} />}
      {payment.checking && <CheckingDialog />}
      <SelectWallet isOpen={choosing && !modal} onClose={() => setChoosing(false)} />
      {modal && (
        <PayModal kind={modal.kind} request={request} onClose={close} onSelectWallet={selectWallet}>
          {left !== undefined && (
            <p>
              <Trans>Your limit leaves {left}.</Trans>
            </p>
          )}
        </PayModal>
      )}
    </Page>
  )
}

/** Someone else may pay it, the merchant may take it back, its time may run out: while it is open, it is read again and again. */
function useAskAgain(open: boolean, refresh: () => Promise<unknown>): void {
  useEffect(() => {
    if (!open) return undefined
    const timer = setInterval(() => void (document.visibilityState === 'visible' && refresh()), askAgainMs)
    return () => clearInterval(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- the same question each time
  }, [open])
}

/** What a quota that was in the way would still let through. */
function leftOf(error: CallError, amount: Cents): string | undefined {
  if (error.code !== 'QUOTA_EXCEEDED') return undefined
  const refusal = z.safeDecode(quotaRefusal, error.body as z.input<typeof quotaRefusal>)
  const left = refusal.data && quotaOverviewOfRefusal(refusal.data.quotas, amount).minimumRemainingUsage
  return left === undefined ? undefined : format(left)
}
