import { useLingui as useMessages } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { calendarDate, longDate, timeOfDay } from '@nikau/nz/nz-time'
import { type FundsTransfer, getFundsTransfer } from '@nikau/contract/funds-transfers'
import type { WalletActivity } from '../../lib/wallet-activities.ts'
import { Amount, Button, Card, Icon, LinkButton, ListSkeleton, Money, Receipt as Rows, ReceiptRow, Section, StatusChip, Timeline, useSkeleton } from '@nikau/ui'
import { Suspense } from 'react'
import { useDayLabel, useSpokenAmount } from '../../lib/localized-text.ts'
import { deployed } from '../../lib/config.ts'
import { CopyButton } from '../../lib/CopyButton.tsx'
import { isPendingTransfer, useTopUps } from '../../lib/funds.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { lazyScreen } from '../../lib/lazy-screen.ts'
import { useMode } from '../../lib/mode.ts'
import { toast } from '../../lib/toasts.ts'
import { Message } from '../../lib/Message.tsx'
import { ActivityMark } from './ActivityMark.tsx'
import { toneOf, useActivityTitle } from './ActivityRow.tsx'
import { activityTypes } from './activity-types.ts'
import { CodeTimeline, OfflineCodeChip } from './CodeTimeline.tsx'
import { OrderLink } from './OrderLink.tsx'
import { ReportCodePayment } from './ReportCodePayment.tsx'
import type { CodePayment, TokenLeg } from './useCodePayment.ts'
import { counterpartyOf } from './counterparty.ts'
import { timelineOf } from './timelines.ts'

const TransferTimeline = lazyScreen(async () => (await import('../transfers/index.ts')).TransferTimeline)

export interface ReceiptProps {
  activity: WalletActivity
  /** The id support looks the transaction up by. */
  reference: string
  /** The name of the asset, if it is not the wallet. */
  assetName?: string | undefined
  /** The request that a till made with the person's code, if that is how it was paid. */
  codePayment?: CodePayment | undefined
  /** With which the rest of the order was paid. */
  tokens?: readonly TokenLeg[]
  /** Heading level: 1 as a page, 2 in the detail pane. */
  level: 1 | 2
}

/** A wallet transaction's full receipt. */
export function Receipt({ activity, reference, assetName, codePayment, tokens = [], level }: ReceiptProps) {
  const { t } = useLingui()
  const { _ } = useMessages()
  const spoken = useSpokenAmount()
  const dayText = useDayLabel()
  const Heading = `h${level}` as const
  const kind = activityTypes[activity.type]
  const { data: transfer, isLoading } = useRelatedTransfer(activity)
  const loading = <div aria-busy="true">{useSkeleton(isLoading) && <ListSkeleton rows={4} />}</div>
  const title = useActivityTitle(activity)
  const party = counterpartyOf(activity).name
  const when = `${dayText(calendarDate(activity.createdAt))} ${timeOfDay(activity.createdAt)}`
  const states = { done: t`Done`, now: t`Now`, later: t`Later`, failed: t`Failed` }
  const subject = encodeURIComponent(`${_(kind.label)} ${reference}`)
  return (
    <>
      <div className="flex flex-col items-start gap-3">
        <ActivityMark activity={activity} size="l" />
        <div>
          <Heading className="text-head" tabIndex={-1}>
            {title}
          </Heading>
          {title !== _(kind.label) && (
            <p className="text-label text-ink-2">
              <Message of={kind.label} />
            </p>
          )}
        </div>
        <Money text={activity.formattedAmount} spoken={spoken(activity.value)} />
        <p className="flex flex-wrap items-center gap-2">
          <Status activity={activity} transfer={transfer} />
          {codePayment?.offlineCode && <OfflineCodeChip />}
          <span className="text-label text-ink-2">{when}</span>
        </p>
      </div>
      {/* At once: a timeline that came later would push the rest down. */}
      {isLoading ? (
        loading
      ) : (
        <Suspense fallback={loading}>
          <Section>
            {transfer ? (
              <TransferTimeline transfer={transfer} />
            ) : codePayment ? (
              <CodeTimeline request={codePayment} paidAt={activity.createdAt} assetName={assetName} />
            ) : (
              <Timeline
                label={t`What happened`}
                events={timelineOf(activity.type, assetName === undefined).map((step, index) => ({
                  key: String(index),
                  state: step.state,
                  stateSpoken: states[step.state],
                  text: _({ ...step.text, values: { party: party ?? t`Other person or shop`, asset: assetName ?? '' } }),
                  time: step.state === 'done' || step.state === 'failed' ? timeOfDay(activity.createdAt) : undefined,
                }))}
              />
            )}
          </Section>
          <Section>
            <Card sunk>
              <Rows>
                {party !== undefined && <ReceiptRow name={activity.value < 0n ? <Trans>To</Trans> : <Trans>From</Trans>}>{party}</ReceiptRow>}
                <ReceiptRow name={activity.value < 0n ? <Trans>Paid with</Trans> : <Trans>Paid into</Trans>}>{assetName ?? <Trans>Wallet</Trans>}</ReceiptRow>
                {activity.value < 0n && tokens.map((token, index) => <TokenRow key={String(index)} token={token} />)}
                <ReceiptRow name={<Trans>Date</Trans>}>{longDate(activity.createdAt)}</ReceiptRow>
                <ReceiptRow name={<Trans>Amount</Trans>} total>
                  <Amount text={activity.formattedAmount} tone={toneOf(activity)} />
                </ReceiptRow>
                <ReceiptRow name={<Trans>Reference</Trans>} end={<CopyButton text={reference} />}>
                  <span className="font-mono text-label break-all">{reference}</span>
                </ReceiptRow>
              </Rows>
            </Card>
          </Section>
          <div className="grid gap-2 pt-6">
            {activity.paymentRequestId !== undefined && <OrderLink requestId={activity.paymentRequestId} />}
            <ShareButton text={[_(kind.label), title, activity.formattedAmount, when, reference].filter(Boolean).join(' · ')} />
            <LinkButton variant="quiet" href={`mailto:${deployed.supportEmail}?subject=${subject}`}>
              <Trans>Report a problem</Trans>
            </LinkButton>
            {codePayment && <ReportCodePayment request={codePayment} />}
          </div>
        </Suspense>
      )}
    </>
  )
}

function TokenRow({ token: { description, expiresAt } }: { token: TokenLeg }) {
  const expires = expiresAt && longDate(expiresAt)
  return (
    <ReceiptRow name={<Trans>And with</Trans>}>
      {expires === undefined ? (
        description
      ) : (
        <Trans>
          {description}, expires {expires}
        </Trans>
      )}
    </ReceiptRow>
  )
}

/** The top-up or withdrawal behind a transaction, with its dates. A test top-up without a bank has none. */
function useRelatedTransfer({ topupId, withdrawalId }: WalletActivity): { data: FundsTransfer | undefined; isLoading: boolean } {
  const id = topupId ?? withdrawalId
  const mode = useMode()
  const topUps = useTopUps()
  const exists = mode === 'main' || withdrawalId !== undefined || topUps.data?.some((topUp) => topUp.id === topupId) === true
  return useEndpointQuery(getFundsTransfer, { params: { id: id ?? '' } }, { enabled: id !== undefined && exists })
}

function Status({ activity: { type }, transfer }: Pick<ReceiptProps, 'activity'> & { transfer: FundsTransfer | undefined }) {
  if (type === 'withdrawal' && transfer?.status === 'failed')
    return (
      <StatusChip tone="negative">
        <Trans>Failed</Trans>
      </StatusChip>
    )
  if (type === 'withdrawal' && transfer && isPendingTransfer(transfer))
    return (
      <StatusChip tone="warning">
        <Trans>On its way</Trans>
      </StatusChip>
    )
  if (type === 'topup-pending')
    return (
      <StatusChip tone="warning">
        <Trans>Pending</Trans>
      </StatusChip>
    )
  if (type === 'topup-failed')
    return (
      <StatusChip tone="negative">
        <Trans>Failed</Trans>
      </StatusChip>
    )
  return <StatusChip tone="positive">{type === 'payment' ? <Trans>Paid</Trans> : <Trans>Done</Trans>}</StatusChip>
}

/** Opens the system share sheet; copies the text where there is none. */
function ShareButton({ text }: { text: string }) {
  const { t } = useLingui()
  const share = async () => {
    const phone: Partial<Pick<Navigator, 'share'>> = navigator
    if (phone.share) return await phone.share({ text }).catch(() => undefined) // the person may close the sheet
    await navigator.clipboard.writeText(text)
    return toast({ text: t`Copied` })
  }
  return (
    <Button variant="tonal" full icon={<Icon name="share" size="s" />} onPress={() => void share()}>
      <Trans>Share</Trans>
    </Button>
  )
}
