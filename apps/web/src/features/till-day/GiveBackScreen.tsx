import { Trans, useLingui } from '@lingui/react/macro'
import { refundPaymentRequest } from '@nikau/contract/payment-request-actions'
import { getRefundOptions, type RefundOptions } from '@nikau/contract/refunds'
import type { TillPayment } from '@nikau/contract/till-payments'
import { format, parseDollars, zero } from '@nikau/money'
import { AmountField, Header, ListSkeleton, Receipt, ReceiptRow, TillFooter, TillMiddle, TillScreen } from '@nikau/ui'
import { useState } from 'react'
import { normaliseAmount, toInputText } from '../../lib/amount-input.ts'
import { toFreshAsyncData } from '../../lib/async-data.ts'
import { CallError } from '../../lib/call-error.ts'
import { queryClient } from '../../lib/endpoint-hooks.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { spacedCode } from '../../lib/merchant-payment-texts.ts'
import { moneyLeft, planAmount, refundedOf, type RefundPlan } from '../../lib/refund-plan.ts'
import { clearRefundReference, refundReference } from '../../lib/refund-reference.ts'
import { tillCall, tillKeys } from '../till-device/index.ts'
import { ApprovalCode, GiveBackButton, KeepButton, needsApproval, SaleProblem, useLegName } from '../till-sale/index.ts'
import { Done } from './Done.tsx'
import { useTillQuery } from './queries.ts'
import { useScreenStart } from './useScreenStart.ts'

interface GiveBackProps {
  payment: TillPayment
  onBack: () => void
}

/** Gives a payment back, in full or in part, up to the limits of the person and the till; above the person's with a manager's code. */
export function GiveBackScreen({ payment, onBack }: GiveBackProps) {
  const { t } = useLingui()
  useScreenStart()
  const query = useTillQuery(getRefundOptions, { params: { id: payment.id } })
  const [openedAt] = useState(Date.now)
  const options = toFreshAsyncData(query, openedAt)
  if (options.data) return <GiveBackForm payment={payment} options={options.data} onBack={onBack} />
  return (
    <TillScreen>
      <Header onBack={onBack} backLabel={t`Back to the receipt`} />
      <TillMiddle>
        {options.failed ? (
          <LoadFailed source={options} pageTitle={<Trans>Give back</Trans>}>
            <Trans>We couldn’t load what can go back</Trans>
          </LoadFailed>
        ) : (
          <ListSkeleton />
        )}
      </TillMiddle>
    </TillScreen>
  )
}

function GiveBackForm({ payment, options, onBack }: GiveBackProps & { options: RefundOptions }) {
  const { t } = useLingui()
  const [text, setText] = useState(() => toInputText(options.refundable))
  const [code, setCode] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<CallError>()
  const [done, setDone] = useState<RefundPlan>()
  // The same reference until it is known to be made: pressed again after a lost answer, it goes back once.
  const [reference, setReference] = useState<string | undefined>(() => refundReference(payment.id, refundedOf(options)))
  const typed = parseDollars(text)
  const plan = typed === undefined ? undefined : planAmount(options, typed)
  const amount = plan?.amount ?? zero
  const [left, money] = [format(options.refundable), format(moneyLeft(options))]
  const asksForCode = needsApproval(amount, options.limit, problem)
  const wouldSplit = typed !== undefined && typed > 0n && typed <= options.refundable && !plan

  const submit = async () => {
    if (!plan || isBusy) return
    setBusy(true)
    setProblem(undefined)
    const externalRef = reference ?? refundReference(payment.id, refundedOf(options))
    setReference(externalRef)
    const legs = plan.shares.filter((share) => share.amount > 0n).map(({ leg, amount: part }) => ({ completedPaymentId: leg.completedPaymentId, amount: part }))
    try {
      await tillCall(refundPaymentRequest, {
        params: { id: payment.id },
        body: { value: { amount, currency: 'NZD' }, externalRef, legs, ...(asksForCode && { approvalCode: code }) },
      })
      clearRefundReference(payment.id)
      setDone(plan)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      // Under this reference another amount went back already.
      if (error.code === 'REPEAT_REFERENCE') {
        clearRefundReference(payment.id)
        setReference(undefined)
      }
      setProblem(error)
      setCode('')
    } finally {
      setBusy(false)
      void queryClient.invalidateQueries({ queryKey: tillKeys.all })
    }
  }

  if (done) return <Done amount={done.amount} hasTender={done.shares.some(({ leg, amount: part }) => leg.method === 'external' && part > 0n)} />
  return (
    <TillScreen>
      <Header onBack={isBusy ? undefined : onBack} backLabel={t`Back to the receipt`} />
      <TillMiddle>
        <h1 className="n-till-title">
          <Trans>Give back</Trans>
        </h1>
        <p className="n-till-say">
          {spacedCode(payment.shortCode)}. <Trans>Up to {left} can go back.</Trans>
        </p>
        <div className="mt-5">
          <AmountField
            label={t`Amount to give back`}
            value={text}
            onChange={(next) => (setText(next), setProblem(undefined))}
            normalise={normaliseAmount}
            isDisabled={isBusy}
            error={
              typed !== undefined && typed > options.refundable ? (
                <Trans>That is more than can go back.</Trans>
              ) : wouldSplit ? (
                <Trans>A token goes back whole or not at all: give back everything, or at most {money}.</Trans>
              ) : undefined
            }
          />
        </div>
        {plan && <WhereItGoes plan={plan} payment={payment} />}
        {asksForCode && <ApprovalCode code={code} onChange={setCode} />}
        <p role="alert" className="mt-3 min-h-6 font-semibold text-negative">
          {problem && problem.code !== 'REFUND_LIMIT_EXCEEDED' && <SaleProblem problem={problem} />}
        </p>
      </TillMiddle>
      <TillFooter>
        <GiveBackButton amount={amount} approvalCode={asksForCode ? code : undefined} isBusy={isBusy} onPress={() => void submit()} />
        <KeepButton isBusy={isBusy} onPress={onBack} />
      </TillFooter>
    </TillScreen>
  )
}

/** Each part goes back to where it came from. */
function WhereItGoes({ plan, payment }: { plan: RefundPlan; payment: TillPayment }) {
  const nameOf = useLegName()
  const parts = plan.shares.filter(({ amount }) => amount > 0n)
  return (
    <div className="mt-4">
      <Receipt>
        {parts.map(({ leg, amount }) => (
          <ReceiptRow key={leg.completedPaymentId} name={nameOf(payment.legs.find(({ id }) => id === leg.completedPaymentId) ?? leg)}>
            {format(amount)}
          </ReceiptRow>
        ))}
      </Receipt>
    </div>
  )
}
