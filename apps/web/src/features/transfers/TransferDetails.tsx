import { Trans, useLingui } from '@lingui/react/macro'
import { getBankTopUp } from '@nikau/contract/bank-topups'
import type { FundsTransfer } from '@nikau/contract/funds-transfers'
import { oneOffBankNames } from '@nikau/contract/one-off-banks'
import { calendarDate, longDate, timeOfDay } from '@nikau/nz/nz-time'
import { format, subtract, zero } from '@nikau/money'
import { Card, EmptyState, Icon, LinkButton, ListSkeleton, Avatar, Money, Notice, Receipt, ReceiptRow, Section, StatusChip, useSkeleton } from '@nikau/ui'
import { useDayLabel, useSpokenAmount } from '../../lib/localized-text.ts'
import { BankLogo } from '../../lib/Bank.tsx'
import { deployed } from '../../lib/config.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { isPendingTransfer, useBankAccounts } from '../../lib/funds.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { paths } from '../../lib/paths.ts'
import { CancelTransfer } from './CancelTransfer.tsx'
import { isReversed, TransferSentence } from './TransferSentence.tsx'
import { TransferTimeline } from './TransferTimeline.tsx'
import { useTransfer } from './useTransfer.ts'

/** A top-up or withdrawal: its progress and expected arrival. */
export function TransferDetails({ id, level }: { id: string; level: 1 | 2 }) {
  const transfer = useTransfer(id)
  const skeleton = useSkeleton(transfer.data === undefined)
  if (transfer.missing)
    return (
      <EmptyState drawing="receipt" level={level} title={<Trans>We can’t find that transfer</Trans>}>
        <Trans>It may belong to another account.</Trans>
      </EmptyState>
    )
  if (transfer.failed)
    return (
      <LoadFailed source={transfer} pageTitle={level === 1 ? <Trans>Transfer</Trans> : undefined}>
        <Trans>We couldn’t load the transfer</Trans>
      </LoadFailed>
    )
  if (transfer.data === undefined) return <div aria-busy="true">{skeleton && <ListSkeleton rows={4} />}</div>
  return <Details transfer={transfer.data} level={level} refresh={transfer.refresh} />
}

function Details({ transfer, level, refresh }: { transfer: FundsTransfer; level: 1 | 2; refresh: () => Promise<unknown> }) {
  const { t } = useLingui()
  const spoken = useSpokenAmount()
  const dayText = useDayLabel()
  const account = useBankAccounts().data?.find(({ id }) => id === transfer.bankAccountId || id === transfer.bankAuthorityId)
  const Heading = `h${level}` as const
  const isTopUp = transfer.type === 'topup'
  const bank = account?.bank.name ?? (transfer.bank && oneOffBankNames[transfer.bank]) ?? t`your bank`
  const value = isTopUp ? transfer.amount : subtract(zero, transfer.amount)
  const when = `${dayText(calendarDate(transfer.createdAt))} ${timeOfDay(transfer.createdAt)}`
  const subject = encodeURIComponent(`${isTopUp ? t`Top-up` : t`Withdrawal`} ${transfer.id}`)
  return (
    <>
      <div className="flex flex-col items-start gap-3">
        {account ? (
          <BankLogo account={account} size="l" />
        ) : (
          <Avatar tone="bank" size="l">
            <Icon name="bank" />
          </Avatar>
        )}
        <div>
          <Heading className="text-head" tabIndex={-1}>
            {isTopUp ? <Trans>Top-up from {bank}</Trans> : <Trans>Withdrawal to {bank}</Trans>}
          </Heading>
          {account && <p className="text-label text-ink-2">{account.bankAccountNumber}</p>}
        </div>
        <Money text={format(value, { plus: true })} spoken={spoken(value)} />
        <p className="flex flex-wrap items-center gap-2">
          <Status transfer={transfer} />
          <span className="text-label text-ink-2">{when}</span>
        </p>
      </div>
      <TransferExplanation transfer={transfer} />
      <Section>
        <TransferTimeline transfer={transfer} />
      </Section>
      <Section>
        <Card sunk>
          <Receipt>
            {account && <ReceiptRow name={isTopUp ? <Trans>From</Trans> : <Trans>To</Trans>}>{account.bankAccountName}</ReceiptRow>}
            {transfer.bank !== undefined && transfer.status === 'done' && <Payer id={transfer.id} />}
            <ReceiptRow name={<Trans>Date</Trans>}>{longDate(transfer.createdAt)}</ReceiptRow>
            <ReceiptRow name={<Trans>Fee</Trans>}>
              <Trans>Free</Trans>
            </ReceiptRow>
            <ReceiptRow name={<Trans>Reference</Trans>}>
              <span className="font-mono text-label break-all">{transfer.id}</span>
            </ReceiptRow>
          </Receipt>
        </Card>
      </Section>
      <div className="grid gap-2 pt-6">
        {transfer.abortable && isTopUp && <CancelTransfer transfer={transfer} refresh={refresh} />}
        <LinkButton variant="quiet" href={`mailto:${deployed.supportEmail}?subject=${subject}`}>
          <Trans>Report a problem</Trans>
        </LinkButton>
      </div>
    </>
  )
}

/** Whose account paid, where the bank tells it. */
function Payer({ id }: { id: string }) {
  const { data } = useEndpointQuery(getBankTopUp, { params: { id } })
  if (!data?.payer) return undefined
  return (
    <ReceiptRow name={<Trans>From</Trans>}>
      {data.payer.name}
      <span className="block text-label text-ink-2">{data.payer.number}</span>
    </ReceiptRow>
  )
}

function Status({ transfer }: { transfer: FundsTransfer }) {
  if (transfer.held)
    return (
      <StatusChip tone="warning" icon={<Icon name="lock" size="xs" />}>
        <Trans>Held</Trans>
      </StatusChip>
    )
  if (isReversed(transfer))
    return (
      <StatusChip tone="negative">
        <Trans>Reversed</Trans>
      </StatusChip>
    )
  if (transfer.failure === 'aborted')
    return (
      <StatusChip tone="neutral" icon={<Icon name="close" size="xs" />}>
        <Trans>Cancelled</Trans>
      </StatusChip>
    )
  if (transfer.status === 'failed')
    return (
      <StatusChip tone="negative">
        <Trans>Failed</Trans>
      </StatusChip>
    )
  if (isPendingTransfer(transfer))
    return (
      <StatusChip tone="warning">
        <Trans>On its way</Trans>
      </StatusChip>
    )
  return (
    <StatusChip tone="positive">
      <Trans>Done</Trans>
    </StatusChip>
  )
}

/** One sentence on where the money is and what to do next. */
function TransferExplanation({ transfer }: { transfer: FundsTransfer }) {
  const sentence = <TransferSentence transfer={transfer} />
  if (transfer.held)
    return (
      <div className="pt-5">
        <Notice icon={<Icon name="lock" />} title={<Trans>Enter the 4-digit code to release it</Trans>} href={paths.bankAccounts}>
          {sentence}
        </Notice>
      </div>
    )
  return transfer.status === 'failed' || isReversed(transfer) || isPendingTransfer(transfer) ? <p className="pt-4">{sentence}</p> : undefined
}
