import { Trans, useLingui } from '@lingui/react/macro'
import { type Customer, listCustomerMovements } from '@nikau/contract/desk/customers'
import { type Cents, cents, format } from '@nikau/money'
import { longDate } from '@nikau/nz/nz-time'
import { Button, Icon, Limit, Limits, StatusChip } from '@nikau/ui'
import { useNow } from '../../lib/desk-context.ts'
import { useDeskPages } from '../../lib/desk-hooks.ts'
import { momentText } from '../../lib/moments.ts'
import { Loaded } from '../../parts/Loaded.tsx'
import { Mono } from '../../parts/Mono.tsx'
import { AccountLink, PostingLink } from '../../parts/LedgerLinks.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Person } from '../../parts/Person.tsx'
import { Sum } from '../../parts/Sum.tsx'
import { Table } from '../../parts/Table.tsx'
import { limitText, movementText, transferState, transferText, walletAccount, walletText } from './texts.ts'

export function WalletsPanel({ customer: { wallets, tokens } }: { customer: Customer }) {
  const { i18n, t } = useLingui()
  return (
    <Panel title={<Trans>Wallets</Trans>} aside={tokens > 0 && <Trans>{tokens} tokens</Trans>} isFlush>
      {wallets.length === 0 ? (
        <p className="dk-none">
          <Trans>No wallet yet.</Trans>
        </p>
      ) : (
        <Table
          caption={t`Wallets`}
          hasCards
          columns={[
            { key: 'wallet', label: t`Wallet`, isHead: true },
            { key: 'posted', label: t`Posted`, align: 'end', card: 'line' },
            { key: 'held', label: t`Held`, align: 'end', card: 'line' },
            { key: 'available', label: t`Available`, align: 'end', card: 'line' },
            { key: 'state', label: t`State`, card: 'end' },
          ]}
          rows={wallets.map(({ id, type, status, posted, held, available }) => ({
            id,
            cells: {
              wallet: (
                <>
                  {i18n._(walletText(type))} <AccountLink id={walletAccount(id)} />
                </>
              ),
              posted: <Sum cents={posted} />,
              held: <Sum cents={held} />,
              available: <Sum cents={available} isStrong />,
              state: (
                <StatusChip tone={status === 'active' ? 'positive' : 'neutral'}>
                  {status === 'active' ? <Trans>active</Trans> : <Trans>not active</Trans>}
                </StatusChip>
              ),
            },
          }))}
        />
      )}
    </Panel>
  )
}

export function MovementsPanel({ id }: { id: string }) {
  const { i18n, t } = useLingui()
  const now = useNow()
  const pages = useDeskPages(listCustomerMovements, { params: { id } }, { refreshMs: 60_000 })
  return (
    <Panel title={<Trans>Activity</Trans>} isFlush>
      <Loaded query={{ ...pages, data: pages.items }}>
        {(items) =>
          items.length === 0 ? (
            <p className="dk-none">
              <Trans>Nothing has moved yet.</Trans>
            </p>
          ) : (
            <Table
              caption={t`Activity, newest first`}
              hasCards
              columns={[
                { key: 'when', label: t`When`, card: 'line' },
                { key: 'what', label: t`What`, isHead: true },
                { key: 'amount', label: t`Amount`, align: 'end', card: 'end' },
                { key: 'posting', label: t`Posting`, align: 'end', card: 'line' },
              ]}
              rows={items.map(({ posting, kind, amount, at, party, walletId }) => ({
                id: `${posting} ${walletId} ${amount}`,
                cells: {
                  when: momentText(at, now),
                  what: (
                    <>
                      {i18n._(movementText(kind))}
                      {party !== undefined && <span className="dk-sub">{party}</span>}
                    </>
                  ),
                  amount: <Sum cents={amount} hasSign isStrong />,
                  posting: <PostingLink id={posting}>{posting}</PostingLink>,
                },
              }))}
            />
          )
        }
      </Loaded>
      {pages.hasMore && (
        <div className="dk-panel-foot">
          <Button size="s" variant="outlined" busy={pages.isLoadingMore} busyLabel={t`Loading`} needsSignal={false} onPress={pages.loadMore}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </Panel>
  )
}

export function TransfersPanel({ transfers }: { transfers: Customer['transfers'] }) {
  const { i18n, t } = useLingui()
  const now = useNow()
  if (transfers.length === 0) return null
  return (
    <Panel title={<Trans>Top-ups and withdrawals</Trans>} isFlush>
      <Table
        caption={t`Top-ups and withdrawals, newest first`}
        hasCards
        columns={[
          { key: 'when', label: t`When`, card: 'line' },
          { key: 'what', label: t`What`, isHead: true },
          { key: 'amount', label: t`Amount`, align: 'end', card: 'line' },
          { key: 'state', label: t`State`, card: 'end' },
        ]}
        rows={transfers.map(({ id, type, reference, amount, status, at }) => ({
          id,
          cells: {
            when: momentText(at, now),
            what: (
              <>
                {i18n._(transferText(type))} <Mono>{reference}</Mono>
              </>
            ),
            amount: <Sum cents={amount} />,
            state: <StatusChip tone={transferState(status).tone}>{i18n._(transferState(status).text)}</StatusChip>,
          },
        }))}
      />
    </Panel>
  )
}

interface SessionsPanelProps {
  sessions: Customer['sessions']
  passkeys: number
  onEnd: ((session: string) => void) | undefined
  onRemovePasskeys: (() => void) | undefined
}

export function SessionsPanel({ sessions, passkeys, onEnd, onRemovePasskeys }: SessionsPanelProps) {
  const { t } = useLingui()
  const now = useNow()
  return (
    <Panel
      title={<Trans>Devices and sessions</Trans>}
      aside={
        onEnd &&
        sessions.length > 1 && (
          <Button size="s" variant="quiet" onPress={() => onEnd('all')}>
            <Trans>End all</Trans>
          </Button>
        )
      }
      isFlush
      footer={
        <>
          <Trans>Passkeys: {passkeys}</Trans>
          {onRemovePasskeys && (
            <Button size="s" variant="outlined" onPress={onRemovePasskeys}>
              <Trans>Remove passkeys</Trans>
            </Button>
          )}
        </>
      }
    >
      {sessions.length === 0 ? (
        <p className="dk-none">
          <Trans>Signed in nowhere.</Trans>
        </p>
      ) : (
        <Table
          caption={t`Sessions, last used first`}
          hasCards
          columns={[
            { key: 'device', label: t`Device`, isHead: true },
            { key: 'first', label: t`First used`, card: 'line' },
            { key: 'last', label: t`Last used`, card: 'line' },
            { key: 'end', label: t`End the session`, isLabelHidden: true, align: 'end', card: 'end' },
          ]}
          rows={sessions.map(({ id, device, firstUsedAt, lastUsedAt, isNew }) => ({
            id,
            tone: isNew ? ('warning' as const) : undefined,
            cells: {
              device: (
                <>
                  {device}
                  {isNew && (
                    <span className="dk-sub">
                      <span className="dk-new">
                        <Icon name="warning" size="xs" />
                        <Trans>first seen this week</Trans>
                      </span>
                    </span>
                  )}
                </>
              ),
              first: momentText(firstUsedAt, now),
              last: momentText(lastUsedAt, now),
              end: onEnd && (
                <Button size="s" variant="outlined" aria-label={t`End the session on ${device}`} onPress={() => onEnd(id)}>
                  <Trans>End</Trans>
                </Button>
              ),
            },
          }))}
        />
      )}
    </Panel>
  )
}

export function LimitsPanel({ limits }: { limits: Customer['limits'] }) {
  const { i18n, t } = useLingui()
  return (
    <Panel title={<Trans>Limits</Trans>}>
      {limits.length === 0 ? (
        <p className="dk-sub">
          <Trans>Nothing used this month or year.</Trans>
        </p>
      ) : (
        <Limits label={t`Limits`}>
          {limits.map(({ type, period, interval, used, limit, own }) => (
            <Limit
              key={`${type} ${interval}`}
              name={i18n._(limitText({ type, period }))}
              detail={own ? <Trans>their own limit</Trans> : undefined}
              text={format(limit)}
              use={{ used: fraction(used, limit), usedText: t`${format(used)} used`, leftText: t`${format(left(used, limit))} left` }}
            />
          ))}
        </Limits>
      )}
    </Panel>
  )
}

const fraction = (used: Cents, limit: Cents) => (limit <= 0n ? 1 : Math.min(1, Number(used) / Number(limit)))
const left = (used: Cents, limit: Cents): Cents => (used >= limit ? cents(0n) : cents(limit - used))

export function BankAccountsPanel({ accounts }: { accounts: Customer['bankAccounts'] }) {
  return (
    <Panel title={<Trans>Bank accounts</Trans>}>
      {accounts.length === 0 ? (
        <p className="dk-sub">
          <Trans>None is linked.</Trans>
        </p>
      ) : (
        <ul className="dk-lines">
          {accounts.map(({ id, bank, maskedNumber, verifiedAt, directDebit }) => (
            <li key={id}>
              <b>{bank}</b> {maskedNumber}
              <span className="dk-sub">
                {verifiedAt ? <VerifiedOn moment={longDate(verifiedAt)} /> : <Trans>not verified</Trans>}
                {directDebit && (
                  <>
                    {' · '}
                    <Trans>direct debit</Trans>
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

const VerifiedOn = ({ moment }: { moment: string }) => <Trans>verified {moment}</Trans>

export function NotesPanel({ notes }: { notes: Customer['notes'] }) {
  const now = useNow()
  return (
    <Panel title={<Trans>Notes</Trans>}>
      {notes.length === 0 ? (
        <p className="dk-sub">
          <Trans>No note yet.</Trans>
        </p>
      ) : (
        <ul className="dk-lines">
          {notes.map(({ by, at, note }) => (
            <li key={`${by.id} ${at.toISOString()}`}>
              <Person name={by.name} detail={momentText(at, now)} />
              <p className="dk-said">{note}</p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
