import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ClearingAccount, Overview } from '@nikau/contract/desk/overview'
import { format } from '@nikau/money'
import { shortDate } from '@nikau/nz/nz-time'
import { Icon } from '@nikau/ui'
import type { ReactNode } from 'react'
import { spanText } from '../../lib/moments.ts'
import { Mono } from '../../parts/Mono.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Sum } from '../../parts/Sum.tsx'
import { Table } from '../../parts/Table.tsx'

/** A day ends at midnight: what is due then is due on the day before. */
const dueDay = (at: Date) => shortDate(new Date(at.getTime() - 1))

export function ClearingPanel({ overview: { clearing, now } }: { overview: Overview }) {
  const { t } = useLingui()
  return (
    <Panel title={<Trans>Clearing accounts</Trans>} isFlush aside={<Trans>Each comes back to zero by itself, unless it says otherwise</Trans>}>
      <Table
        caption={t`Clearing accounts`}
        isDense
        hasCards
        rows={clearing.map((row) => {
          const { account, balance, difference } = row
          return {
            id: account,
            tone: difference === 0n ? undefined : 'warning',
            cells: {
              account: (
                <>
                  <span className="dk-strong">
                    <AccountName account={account} />
                  </span>
                  <span className="dk-sub">
                    <Mono>{account}</Mono>
                  </span>
                </>
              ),
              balance: <Sum cents={balance} />,
              items: <Explained row={row} now={now} />,
              by: <BackBy row={row} now={now} />,
              difference: <Sum cents={difference} hasTick />,
            },
          }
        })}

        columns={[
          {
            key: 'account',
            label: t`Account`,
            isHead: true,
          },
          { key: 'balance', label: t`Stands at`, align: 'end', card: 'end' },
          { key: 'items', label: t`Explained by`, card: 'line' },
          { key: 'by', label: t`Back to zero by`, card: 'line' },
          { key: 'difference', label: t`Unexplained`, align: 'end', card: 'line' },
        ]}
      />
    </Panel>
  )
}

function AccountName({ account }: { account: string }): ReactNode {
  switch (account.split(':')[0]!) {
    case 'payouts':
      return <Trans>Payouts on their way</Trans>
    case 'unverified':
      return <Trans>Top-ups waiting for a code</Trans>
    case 'escrow':
      return <Trans>Sends not claimed yet</Trans>
    case 'request':
      return <Trans>Part payments of open requests</Trans>
    case 'surplus':
      return <Trans>To go back to bank payers</Trans>
    case 'card-refunds':
      return <Trans>To go back to cards</Trans>
    case 'pay-by-bank':
      return <Trans>Banks owe us</Trans>
    case 'card':
      return <Trans>Card company owes us</Trans>
    case 'owed':
      return <Trans>Token issuer owes us</Trans>
    case 'unclaimed':
      return <Trans>Money of nobody we know</Trans>
    default:
      return <Trans>Other</Trans>
  }
}

function Explained({ row: { items, explained, oldest }, now }: { row: ClearingAccount; now: Date }) {
  const [sum, age] = [format(explained), oldest && spanText(now.getTime() - oldest.getTime())]
  if (items === 0) return <Trans>nothing</Trans>
  return (
    <span>
      <Plural value={items} one="# item" other="# items" />, {sum}
      {age !== undefined && (
        <span className="dk-sub">
          <Trans>oldest {age}</Trans>
        </span>
      )}
    </span>
  )
}

function BackBy({ row: { rule, by, late }, now }: { row: ClearingAccount; now: Date }): ReactNode {
  if (late && by) {
    const age = spanText(now.getTime() - by.getTime())
    return (
      <span className="dk-with-icon" data-tone="warning">
        <Icon name="clock" size="s" />
        <Trans>{age} late</Trans>
      </span>
    )
  }
  const day = by && dueDay(by)
  switch (rule) {
    case 'bank-file':
      return day ?? <Trans>two business days</Trans>
    case 'owner-code':
      return <Trans>the owner’s code</Trans>
    case 'send-expiry':
      return day ? <Trans>14 days each, first {day}</Trans> : <Trans>14 days each</Trans>
    case 'request-expiry':
      return <Trans>the end of each request</Trans>
    case 'sent-back':
      return day ?? <Trans>two days</Trans>
    case 'next-statement':
      return day ? <Trans>next statement, {day}</Trans> : <Trans>next statement</Trans>
    case 'card-advice':
      return day ? <Trans>card advice, {day}</Trans> : <Trans>card advice</Trans>
    case 'issuer-bill':
      return <Trans>the issuer’s bill</Trans>
    case 'operator':
      return <Trans>an operator’s decision</Trans>
  }
}
