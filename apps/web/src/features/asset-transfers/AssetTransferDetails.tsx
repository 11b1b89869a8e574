import { Trans, useLingui } from '@lingui/react/macro'
import { type AssetTransfer, getAssetTransfer } from '@nikau/contract/asset-transfers'
import { calendarDate, shortDate, timeOfDay } from '@nikau/nz/nz-time'
import { format } from '@nikau/money'
import { Avatar, Card, EmptyState, Icon, initials, LinkButton, ListSkeleton, Money, Receipt, ReceiptRow, Section, useSkeleton } from '@nikau/ui'
import type { ReactNode } from 'react'
import { toAsyncData } from '../../lib/async-data.ts'
import { deployed } from '../../lib/config.ts'
import { CopyButton } from '../../lib/CopyButton.tsx'
import { useScreenPath } from '../../lib/current-screen.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { useDayLabel, useSpokenAmount } from '../../lib/localized-text.ts'
import { formatAlias } from '../../lib/recipient.ts'
import { AssetTransferTimeline } from './AssetTransferTimeline.tsx'
import { TransferChip, WhereItIs } from '../../lib/AssetTransferState.tsx'
import { WaitingActions } from './WaitingActions.tsx'
import { hasComeBack, isWaiting, settledAt } from '../../lib/asset-transfer-state.ts'
import { TokenImage } from './TokenImage.tsx'

interface DetailsProps {
  id: string
  /** Heading level: 1 as a page, 2 in the detail pane. */
  level: 1 | 2
  /** Shown in place of a transfer that is not the person's. */
  fallback?: ReactNode
}

/** A transfer as its sender or its recipient sees it. */
export function AssetTransferDetails({ id, level, fallback }: DetailsProps) {
  const query = useEndpointQuery(getAssetTransfer, { params: { id } })
  const skeleton = useSkeleton(query.data === undefined && !query.isError)
  if (query.data) return <Details transfer={query.data} level={level} />
  if (query.error?.isRefusal)
    return (
      fallback ?? (
        <EmptyState drawing="receipt" level={level} title={<Trans>We can’t find that transfer</Trans>}>
          <Trans>It may belong to another account.</Trans>
        </EmptyState>
      )
    )
  if (query.isError)
    return (
      <LoadFailed source={toAsyncData(undefined, query)}>
        <Trans>We couldn’t load the transfer</Trans>
      </LoadFailed>
    )
  return <div aria-busy="true">{skeleton && <ListSkeleton rows={4} />}</div>
}

function Details({ transfer, level }: { transfer: AssetTransfer; level: 1 | 2 }) {
  const { t } = useLingui()
  const send = useScreenPath('send')
  const { direction, status, message, reference, value } = transfer
  const isSender = direction === 'sent'
  const subject = encodeURIComponent(`${t`Transfer`} ${reference}`)
  return (
    <>
      <Head transfer={transfer} level={level} />
      {isSender && <WhereItIs transfer={transfer} />}
      <Section>
        <AssetTransferTimeline transfer={transfer} />
      </Section>
      <Section>
        <Card sunk>
          <Receipt>
            {message !== undefined && <ReceiptRow name={<Trans>Message</Trans>}>{message}</ReceiptRow>}
            <ReceiptRow name={<Trans>Fee</Trans>}>
              <Trans>Free</Trans>
            </ReceiptRow>
            {isSender && value !== undefined && hasComeBack(status) && <RestoredLimit amount={format(value)} />}
            <ReceiptRow name={<Trans>Reference</Trans>} end={<CopyButton text={reference} />}>
              {reference}
            </ReceiptRow>
          </Receipt>
        </Card>
      </Section>
      <div className="grid gap-3 pt-6">
        {isSender && isWaiting(status) && <WaitingActions transfer={transfer} />}
        {isSender && !isWaiting(status) && send !== undefined && (
          <LinkButton full variant={status === 'failed' ? 'filled' : 'tonal'} href={send}>
            {status === 'failed' ? <CheckRecipient recipient={transfer.recipient} /> : <SendAgain status={status} name={transfer.recipientName} />}
          </LinkButton>
        )}
        <LinkButton variant="quiet" href={`mailto:${deployed.supportEmail}?subject=${subject}`}>
          <Trans>Report a problem</Trans>
        </LinkButton>
      </div>
    </>
  )
}

/** Who, how much, and how it stands. */
function Head({ transfer, level }: { transfer: AssetTransfer; level: 1 | 2 }) {
  const spoken = useSpokenAmount()
  const dayLabel = useDayLabel()
  const Heading = `h${level}` as const
  const { direction, status, value, asset, senderName, recipientName } = transfer
  const isSender = direction === 'sent'
  const recipient = formatAlias(transfer.recipient)
  const name = isSender ? (recipientName ?? recipient) : senderName
  const person = isSender ? recipientName : senderName
  const isGone = isSender && (hasComeBack(status) || status === 'expired')
  const at = settledAt(transfer)
  const when = at && `${dayLabel(calendarDate(at))} ${timeOfDay(at)}`
  const returns = shortDate(transfer.expiresAt)
  return (
    <div className="flex flex-col items-start gap-3">
      <Avatar tone="in" size="l">
        {person === undefined ? <Icon name="user" /> : initials(person)}
      </Avatar>
      <div className="min-w-0">
        <Heading className="text-head break-words" tabIndex={-1}>
          {isSender ? <Trans>To {name}</Trans> : <Trans>From {name}</Trans>}
        </Heading>
        {isSender && recipientName !== undefined && <p className="text-label text-ink-2">{recipient}</p>}
      </div>
      {value === undefined ? (
        <p className="flex items-center gap-3">
          <TokenImage asset={asset} size="l" />
          <span className={isGone ? 'n-title text-ink-2 line-through' : 'n-title'}>{asset.description}</span>
        </p>
      ) : (
        <Money text={format(value)} spoken={spoken(value)} gone={isGone} />
      )}
      <p className="flex flex-wrap items-center gap-2">
        <TransferChip transfer={transfer} />
        <span className="text-label text-ink-2">{isWaiting(status) ? <Trans>returns {returns}</Trans> : when}</span>
      </p>
    </div>
  )
}

function RestoredLimit({ amount }: { amount: string }) {
  return (
    <ReceiptRow name={<Trans>Monthly limit</Trans>}>
      <Trans>{amount} restored</Trans>
    </ReceiptRow>
  )
}

function CheckRecipient({ recipient }: { recipient: string }) {
  return recipient.includes('@') ? <Trans>Check the email address</Trans> : <Trans>Check the number</Trans>
}

function SendAgain({ status, name }: { status: AssetTransfer['status']; name: string | undefined }) {
  if (status !== 'claimed') return <Trans>Send it again</Trans>
  return name === undefined ? <Trans>Send again</Trans> : <Trans>Send to {name} again</Trans>
}
