import { Trans, useLingui } from '@lingui/react/macro'
import { getMerchantPayment, getMerchantPaymentTotals, listMerchantPayments, type MerchantPaymentDetail } from '@nikau/contract/merchant-payments'
import { listPaymentRequestActivities } from '@nikau/contract/payment-activities'
import { refundPaymentRequest } from '@nikau/contract/payment-request-actions'
import { getRefundOptions, type RefundableCapture, type RefundOptions } from '@nikau/contract/refunds'
import { format, parseDollars, zero } from '@nikau/money'
import { AmountField, Button, ItemChoice, ListSkeleton, SelectField, Sheet, Stepper, Sum } from '@nikau/ui'
import { type ReactNode, useState } from 'react'
import { normaliseAmount, toInputText } from '../../lib/amount-input.ts'
import { CallError } from '../../lib/call-error.ts'
import { queryClient, useEndpointMutation, useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { toFreshAsyncData } from '../../lib/async-data.ts'
import { useTimeLabel } from '../../lib/localized-text.ts'
import { spacedCode } from '../../lib/merchant-payment-texts.ts'
import { toast } from '../../lib/toasts.ts'
import { ApprovalField } from './ApprovalField.tsx'
import { LegDetail, legName } from './legs.tsx'
import { itemsOf, moneyLeft, planAmount, planItems, priceOf, refundedOf, type RefundItem, type RefundPlan } from '../../lib/refund-plan.ts'
import { clearRefundReference, refundReference } from '../../lib/refund-reference.ts'
import { RefundProblem } from './RefundProblem.tsx'
import { useLastDay } from './useLastDay.ts'

interface RefundDialogProps {
  payment: Pick<MerchantPaymentDetail, 'id' | 'shortCode' | 'received' | 'paidAt' | 'createdAt' | 'lineItems'>
  isOpen: boolean
  onClose: () => void
}

/** Gives a payment back, in full or in part. */
export function RefundDialog({ payment, isOpen, onClose }: RefundDialogProps) {
  const { t } = useLingui()
  const [isBusy, setBusy] = useState(false)
  const shortCode = spacedCode(payment.shortCode)
  return (
    <Sheet title={t`Refund ${shortCode}`} closeLabel={t`Close`} isOpen={isOpen} onClose={onClose} locked={isBusy}>
      {isOpen && <LoadedDialog payment={payment} onClose={onClose} onBusy={setBusy} />}
    </Sheet>
  )
}

type InsideProps = Omit<RefundDialogProps, 'isOpen'> & { onBusy: (isBusy: boolean) => void }

function LoadedDialog(props: InsideProps) {
  const [openedAt] = useState(Date.now)
  const query = useEndpointQuery(getRefundOptions, { params: { id: props.payment.id } }, { staleTime: 0 })
  const options = toFreshAsyncData(query, openedAt)
  if (options.failed)
    return (
      <LoadFailed source={options}>
        <Trans>We couldn’t load what can go back</Trans>
      </LoadFailed>
    )
  if (!options.data) return <ListSkeleton />
  const { captures } = options.data
  return captures ? <OfCaptures {...props} options={options.data} captures={captures} /> : <RefundForm {...props} options={options.data} />
}

/** A refund of a pre-authorised payment is of one capture: an amount, because nobody knows which of the items it was for. */
function OfCaptures({ payment, options, captures, ...props }: InsideProps & { options: RefundOptions; captures: readonly RefundableCapture[] }) {
  const { t } = useLingui()
  const timeLabel = useTimeLabel()
  const open = captures.filter(({ refundable }) => refundable > 0n)
  const [chosen, setChosen] = useState(open[0]?.confirmationIdempotencyKey)
  const capture = open.find(({ confirmationIdempotencyKey }) => confirmationIdempotencyKey === chosen) ?? open[0]
  if (!capture)
    return (
      <p>
        <Trans>All of it has gone back already.</Trans>
      </p>
    )
  const { confirmationIdempotencyKey: key, amount, refundable, capturedAt, until } = capture
  const choices = open.map((one) => {
    const [taken, at] = [format(one.amount), timeLabel(one.capturedAt)]
    return { value: one.confirmationIdempotencyKey, text: t`${taken}, ${at}` }
  })
  return (
    <div className="grid gap-5">
      {open.length > 1 && <SelectField label={t`Which capture to refund`} value={key} onChange={setChosen} options={choices} />}
      <RefundForm
        key={key}
        {...props}
        payment={{ ...payment, received: amount, paidAt: capturedAt, lineItems: [] }}
        options={{ ...options, refundable, until, legs: options.legs.map((leg) => ({ ...leg, amount, refundable })) }}
        captureKey={key}
      />
    </div>
  )
}

interface FormProps extends InsideProps {
  options: RefundOptions
  /** Of the capture that is refunded. */
  captureKey?: string
}

function RefundForm({ payment, options, captureKey, onClose, onBusy }: FormProps) {
  const { t } = useLingui()
  const timeLabel = useTimeLabel()
  const reasons = useReasons()
  const lastDay = useLastDay(options.until)
  const items = itemsOf(payment.lineItems, options.legs)
  const [reference, setReference] = useState(() => refundReference(payment.id, refundedOf(options)))
  const [counts, setCounts] = useState<Record<string, number>>({})
  const [isOther, setOther] = useState(items.length === 0)
  const [text, setText] = useState(() => (items.length === 0 ? toInputText(options.refundable) : ''))
  const [reason, setReason] = useState(reasons[0]!.value)
  const [approvalCode, setApprovalCode] = useState('')
  const refund = useEndpointMutation(refundPaymentRequest)
  const plan = isOther ? otherPlan(options, text) : planItems(options, items, counts)
  const amount = plan?.amount ?? zero
  const amountText = format(amount)
  const needsCode = options.limit !== undefined && amount > options.limit
  const [paid, left] = [format(payment.received), format(options.refundable)]
  const paidAt = timeLabel(payment.paidAt ?? payment.createdAt)

  const send = async (plan: RefundPlan, code: { approvalCode?: string }) => {
    const legs = plan.shares.filter((share) => share.amount > 0n).map(({ leg, amount: part }) => ({ completedPaymentId: leg.completedPaymentId, amount: part }))
    const value = { amount, currency: 'NZD' as const }
    const chosen = reasons.find((candidate) => candidate.value === reason)!.text
    const ofCapture = captureKey !== undefined && { confirmationIdempotencyKey: captureKey }
    const body = { value, externalRef: reference, reason: chosen, legs, ...ofCapture, ...code }
    return await refund.mutateAsync({ params: { id: payment.id }, body })
  }
  const submit = async () => {
    if (!plan || refund.isPending) return
    onBusy(true)
    const done = await send(plan, needsCode ? { approvalCode } : {}).catch((error: unknown) => {
      if (!(error instanceof CallError)) return
      if (error.code === 'REPEAT_REFERENCE') renewReference()
      if (error.code === 'REFUND_APPROVAL_INVALID') setApprovalCode('')
      // What can go back may have changed since.
      if (error.isRefusal) reload()
    })
    onBusy(false)
    if (!done) return
    clearRefundReference(payment.id)
    reload()
    toast({ text: t`${amountText} refunded` })
    onClose()
  }
  // Without a code the server refuses it, and keeps it for those who may approve it.
  const leaveToManager = async () => {
    if (!plan || refund.isPending) return
    onBusy(true)
    const isKept = await send(plan, {}).then(
      () => false,
      (error: unknown) => error instanceof CallError && error.code === 'REFUND_LIMIT_EXCEEDED',
    )
    onBusy(false)
    if (!isKept) return
    toast({ text: t`A manager or owner sees it on Home for a day` })
    onClose()
  }
  // A refund of another amount was made under it.
  const renewReference = () => {
    clearRefundReference(payment.id)
    setReference(refundReference(payment.id, refundedOf(options)))
  }

  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <p>
        <Trans>
          Paid {paid} {paidAt}. You can give back up to {left} until {lastDay}.
        </Trans>
      </p>
      <ItemList items={items} counts={counts} onCount={setCounts} isOther={isOther} onOther={setOther}>
        <OtherAmount options={options} text={text} onChange={setText} isWrong={isOther && text !== '' && !plan} />
      </ItemList>
      <WhereItGoes options={options} plan={plan} />
      <SelectField label={t`Reason`} value={reason} onChange={setReason} options={reasons} isDisabled={refund.isPending} />
      {needsCode && <ApprovalField limit={options.limit!} code={approvalCode} onChange={setApprovalCode} error={refund.error} />}
      {refund.error && <RefundProblem error={refund.error} lastDay={lastDay} />}
      <div className="grid gap-2">
        <Button type="submit" full busy={refund.isPending} busyLabel={t`Refunding`} isDisabled={amount === 0n || (needsCode && approvalCode.length < 6)}>
          <Trans>Refund {amountText}</Trans>
        </Button>
        {needsCode && (
          <Button variant="tonal" full onPress={() => void leaveToManager()} isDisabled={refund.isPending}>
            <Trans>Leave it to a manager</Trans>
          </Button>
        )}
        <Button variant="outlined" full onPress={onClose} isDisabled={refund.isPending}>
          <Trans>Cancel</Trans>
        </Button>
        <p className="n-hint text-center">
          <Trans>Your reference {reference}</Trans>
        </p>
      </div>
    </form>
  )
}

function otherPlan(options: RefundOptions, text: string): RefundPlan | undefined {
  const amount = parseDollars(text)
  return amount === undefined ? undefined : planAmount(options, amount)
}

const changed = [getRefundOptions, getMerchantPayment, getMerchantPaymentTotals, listMerchantPayments, listPaymentRequestActivities]

/** Everything that shows the payment. */
function reload(): void {
  for (const { method, path } of changed) void queryClient.invalidateQueries({ queryKey: [method, path] })
}

function useReasons() {
  const { t } = useLingui()
  return [
    { value: 'wrong-item', text: t`Wrong item` },
    { value: 'not-as-described', text: t`Not as described` },
    { value: 'taken-twice', text: t`Taken twice` },
    { value: 'changed-mind', text: t`Changed their mind` },
    { value: 'other', text: t`Other` },
  ]
}

interface ItemListProps {
  items: readonly RefundItem[]
  counts: Readonly<Record<string, number>>
  onCount: (counts: Record<string, number>) => void
  isOther: boolean
  onOther: (isOther: boolean) => void
  /** The field for another amount. */
  children: ReactNode
}

function ItemList({ items, counts, onCount, isOther, onOther, children }: ItemListProps) {
  const { t } = useLingui()
  if (items.length === 0) return <div>{children}</div>
  return (
    <fieldset>
      <legend className="n-label">
        <Trans>Items to refund</Trans>
      </legend>
      <ul>
        {items.map((item) => (
          <ItemRow
            key={item.key}
            item={item}
            count={isOther ? 0 : (counts[item.key] ?? 0)}
            onCount={(count) => {
              onOther(false)
              onCount({ ...counts, [item.key]: count })
            }}
          />
        ))}
        <ItemChoice name={t`Another amount`} detail={t`For a discount or a part of an item`} checked={isOther} onChange={onOther}>
          {isOther ? children : undefined}
        </ItemChoice>
      </ul>
    </fieldset>
  )
}

function ItemRow({ item, count, onCount }: { item: RefundItem; count: number; onCount: (count: number) => void }) {
  const { t } = useLingui()
  const { name, count: all } = item
  const each = format(priceOf(item, 1))
  const detail = item.isGone ? t`Already given back` : `${all} × ${each}`
  return (
    <ItemChoice
      name={name}
      detail={detail}
      amount={format(priceOf(item, count > 0 ? count : all))}
      checked={count > 0}
      onChange={(checked) => onCount(checked ? all : 0)}
      isDisabled={item.isGone}
    >
      {all > 1 && count > 0 ? (
        <Stepper label={t`How many of ${name}`} value={count} min={1} max={all} onChange={onCount} lessLabel={t`One less`} moreLabel={t`One more`} />
      ) : undefined}
    </ItemChoice>
  )
}

function OtherAmount({ options, text, onChange, isWrong }: { options: RefundOptions; text: string; onChange: (text: string) => void; isWrong: boolean }) {
  const { t } = useLingui()
  const [left, money] = [format(options.refundable), format(moneyLeft(options))]
  const hasTokens = moneyLeft(options) < options.refundable
  const problem = hasTokens ? t`Tokens go back whole. Enter at most ${money}, or everything, ${left}.` : t`Enter an amount of at most ${left}.`
  return <AmountField label={t`Amount to refund`} value={text} onChange={onChange} normalise={normaliseAmount} error={isWrong ? problem : undefined} />
}

function WhereItGoes({ options, plan }: { options: RefundOptions; plan: RefundPlan | undefined }) {
  const { i18n } = useLingui()
  const shareOf = (id: string) => plan?.shares.find(({ leg }) => leg.completedPaymentId === id)?.amount ?? zero
  return (
    <section aria-labelledby="where-it-goes">
      <h3 className="n-label" id="where-it-goes">
        <Trans>Where it goes back</Trans>
      </h3>
      <Sum
        rows={options.legs.map((leg) => ({
          key: leg.completedPaymentId,
          label: legName(leg, i18n),
          detail: <LegDetail leg={leg} />,
          amount: format(shareOf(leg.completedPaymentId)),
        }))}
        result={{ label: <Trans>Goes back</Trans>, amount: format(plan?.amount ?? zero) }}
      />
    </section>
  )
}
