import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AssetTransferStatus, AssetTransferSummary } from '@nikau/contract/asset-transfers'
import { shortDate } from '@nikau/nz/nz-time'
import { BanIcon, Card, EmptyState, Icon, LinkButton, Receipt, ReceiptRow, TextLink, UndoIcon } from '@nikau/ui'
import type { ComponentProps, ReactNode } from 'react'
import { deployed } from '../../lib/config.ts'
import { LogoPage } from '../../lib/LogoPage.tsx'
import { Message } from '../../lib/Message.tsx'
import { OutcomePage } from '../../lib/OutcomePage.tsx'
import { paths } from '../../lib/paths.ts'
import { useFocusedHeading } from './useFocusedHeading.ts'

interface FinalState {
  title: MessageDescriptor
  text: MessageDescriptor
  tone: ComponentProps<typeof OutcomePage>['tone']
  icon: ReactNode
}

const finalStates: Readonly<Partial<Record<AssetTransferStatus, FinalState>>> = {
  claimed: { title: msg`Already Claimed`, text: msg`This transfer has already been claimed.`, tone: 'neutral', icon: <Icon name="check" /> },
  expired: {
    title: msg`Transfer Expired`,
    text: msg`This transfer was not claimed in time and is going back to the sender.`,
    tone: 'warning',
    icon: <Icon name="clock" />,
  },
  returned: {
    title: msg`Transfer Returned`,
    text: msg`This transfer was not claimed in time and has been returned to the sender.`,
    tone: 'neutral',
    icon: <UndoIcon />,
  },
  cancelled: { title: msg`Transfer Cancelled`, text: msg`The sender cancelled this transfer.`, tone: 'neutral', icon: <UndoIcon /> },
}

const unavailable: FinalState = {
  title: msg`Transfer Unavailable`,
  text: msg`This transfer can’t be claimed.`,
  tone: 'neutral',
  icon: <BanIcon />,
}

/** A transfer that no longer waits: what became of it, with neither amount nor recipient. */
export function FinalPage({ summary }: { summary: AssetTransferSummary }) {
  const { title, text, tone, icon } = finalStates[summary.status] ?? unavailable
  const isClaimed = summary.status === 'claimed'
  const subject = encodeURIComponent(`Transfer ${summary.id}`)
  return (
    <OutcomePage
      tone={tone}
      icon={icon}
      title={<Message of={title} />}
      text={<Message of={text} />}
      footer={
        <LinkButton full variant={isClaimed ? 'filled' : 'outlined'} href={paths.home}>
          {isClaimed ? <Trans>Open my wallet</Trans> : <Trans>Back to home</Trans>}
        </LinkButton>
      }
    >
      <div className="w-full pt-5 text-start">
        <Card>
          <Receipt>
            <ReceiptRow name={<Trans>From</Trans>}>{summary.senderName}</ReceiptRow>
            <ReceiptRow name={<Trans>What</Trans>}>{summary.asset.category === 'token' ? summary.asset.description : <Trans>Money</Trans>}</ReceiptRow>
            {summary.message !== undefined && <ReceiptRow name={<Trans>Message</Trans>}>{summary.message}</ReceiptRow>}
            <ReceiptRow name={<Trans>Sent</Trans>}>{shortDate(summary.createdAt)}</ReceiptRow>
          </Receipt>
        </Card>
      </div>
      {isClaimed && deployed.people.claim && (
        <div className="pt-5">
          <TextLink href={`mailto:${deployed.supportEmail}?subject=${subject}`}>
            <Trans>I didn’t claim it</Trans>
          </TextLink>
        </div>
      )}
    </OutcomePage>
  )
}

/** The answer to a decline. Opened again, the link says that the transfer is unavailable. */
export function DeclinedPage({ summary, isReported }: { summary: AssetTransferSummary; isReported: boolean }) {
  const { senderName } = summary
  const title = useFocusedHeading()
  return (
    <OutcomePage
      tone="neutral"
      icon={isReported ? <Icon name="flag" /> : <BanIcon />}
      titleRef={title}
      title={isReported ? <Trans>Reported and declined</Trans> : <Trans>Declined</Trans>}
      text={
        <>
          {summary.asset.category === 'money' ? <Trans>{senderName} has the money back.</Trans> : <Trans>{senderName} has it back.</Trans>}{' '}
          {isReported ? <Trans>{senderName} can’t send to you again.</Trans> : <Trans>You don’t need to do anything.</Trans>}
        </>
      }
    />
  )
}

export function UnknownTransferPage() {
  return (
    <LogoPage>
      <EmptyState
        drawing="frond"
        level={1}
        title={<Trans>Transfer not found</Trans>}
        action={
          <LinkButton href={paths.home}>
            <Trans>Go Back Home</Trans>
          </LinkButton>
        }
      >
        <Trans>Check that you opened the whole link.</Trans>
      </EmptyState>
    </LogoPage>
  )
}
