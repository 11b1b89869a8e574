import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { getStatement, listStatements, type NotCompared, type StatementComparison } from '@nikau/contract/desk/statements'
import type { DeskAnswerOf } from '@nikau/contract/desk/endpoint'
import { format } from '@nikau/money'
import { longDate, shortDate } from '@nikau/nz/nz-time'
import { Anchor, EmptyState, Icon, Notice } from '@nikau/ui'
import { type ReactNode, useState } from 'react'
import { useParams } from 'react-router'
import { useNow } from '../../lib/desk-context.ts'
import { useDeskQuery } from '../../lib/desk-hooks.ts'
import { fullMoment, momentText } from '../../lib/moments.ts'
import { Loaded } from '../../parts/Loaded.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { Differences } from './Differences.tsx'
import { StatementLines } from './StatementLines.tsx'
import { Types } from './Types.tsx'
import './reconciliation.css'

type Listed = DeskAnswerOf<typeof listStatements>
type Statement = DeskAnswerOf<typeof getStatement>

/** How a day of one of our accounts compares with the bank's statement, as it was compared. */
export function ReconciliationScreen() {
  const { account, day } = useParams()
  const query = useDeskQuery(listStatements, { query: {} })
  return (
    <Loaded query={query}>
      {(listed) => {
        const chosen = { account: account ?? listed.accounts[0]?.id, day: day ?? listed.days[0]?.day }
        if (chosen.account === undefined || chosen.day === undefined)
          return (
            <>
              <PageHead title={<Trans>Reconciliation</Trans>} />
              <EmptyState drawing="frond" level={2} title={<Trans>No statements</Trans>}>
                <Trans>There is no account at a bank to compare.</Trans>
              </EmptyState>
            </>
          )
        return <Day listed={listed} account={chosen.account} day={chosen.day} />
      }}
    </Loaded>
  )
}

function Day({ listed, account, day }: { listed: Listed; account: string; day: string }) {
  const { t } = useLingui()
  const [pageKey, setPageKey] = useState<string>()
  const query = useDeskQuery(getStatement, { params: { account, day }, query: { pageKey } })
  const name = longDate(day)
  const fetched = query.data?.comparison && fullMoment(query.data.comparison.fetchedAt)
  return (
    <>
      <PageHead
        title={<Trans>Statement of {name}</Trans>}
        lede={fetched === undefined ? undefined : <Trans>Read and compared {fetched}. Each day is compared once; nothing is made good here.</Trans>}
      />
      <nav className="dk-days" aria-label={t`Statement days`}>
        {listed.days.toReversed().map((listedDay) => (
          <DayLink key={listedDay.day} listedDay={listedDay} account={account} isCurrent={listedDay.day === day} />
        ))}
      </nav>
      {listed.accounts.length > 1 && (
        <nav className="dk-accounts" aria-label={t`Accounts`}>
          {listed.accounts.map(({ id, bank, masked }) => (
            <Anchor key={id} href={`/reconciliation/${id}/${day}`} aria-current={id === account ? 'page' : undefined}>
              {bank} {masked}
            </Anchor>
          ))}
        </nav>
      )}
      <Loaded query={query}>
        {(statement) =>
          statement.comparison ? (
            <Compared statement={statement} comparison={statement.comparison} isFirstPage={pageKey === undefined} onPage={setPageKey} />
          ) : (
            statement.notCompared && <NotComparedNotice notCompared={statement.notCompared} />
          )
        }
      </Loaded>
    </>
  )
}

function DayLink({ listedDay: { day, statements }, account, isCurrent }: { listedDay: Listed['days'][number]; account: string; isCurrent: boolean }) {
  const found = statements.find((statement) => statement.account === account)
  const status = found?.status ?? 'not-compared'
  const differences = found?.differences ?? 0
  return (
    <Anchor href={`/reconciliation/${account}/${day}`} className="dk-day" data-status={status} aria-current={isCurrent ? 'date' : undefined}>
      <Icon name={status === 'agrees' ? 'check' : status === 'differs' ? 'warning' : status === 'late' ? 'problem' : 'clock'} size="xs" />
      {shortDate(day)}
      <span className={status === 'late' ? undefined : 'n-hidden'}>
        {' '}
        {status === 'agrees' ? (
          <Trans>agrees</Trans>
        ) : status === 'differs' ? (
          <Plural value={differences} one="# difference" other="# differences" />
        ) : status === 'late' ? (
          <Trans>late</Trans>
        ) : (
          <Trans>not compared</Trans>
        )}
      </span>
      {status === 'differs' && differences > 0 && <span aria-hidden>{differences}</span>}
    </Anchor>
  )
}

/** A day without a comparison: why, and that it does not agree. */
function NotComparedNotice({ notCompared: { reason, dueAt, day, isFailing } }: { notCompared: NotCompared }) {
  const now = useNow()
  const isLate = reason === 'no-statement' || reason === 'earlier-day'
  const due = dueAt && momentText(dueAt, now)
  const name = day === undefined ? '' : shortDate(day)
  return (
    <Notice
      tone={isLate ? 'warning' : 'info'}
      level={2}
      title={isLate ? <Trans>Late: this day was not compared</Trans> : <Trans>This day was not compared</Trans>}
    >
      <p>
        {reason === 'not-due' ? (
          <Trans>The bank writes its statement overnight. It is due {due}.</Trans>
        ) : reason === 'no-statement' ? (
          <Trans>The bank’s statement was due {due} and has not been read.</Trans>
        ) : reason === 'earlier-day' ? (
          <Trans>Days are compared in order, and the statement of {name} has not been read.</Trans>
        ) : day === undefined ? (
          <Trans>Nothing has been expected of this account yet.</Trans>
        ) : (
          <Trans>Nothing was expected of this account before {name}.</Trans>
        )}{' '}
        {isLate && (isFailing ? <Trans>The last attempt to read it failed, and is repeated.</Trans> : <Trans>It is asked for every five minutes.</Trans>)}
      </p>
    </Notice>
  )
}

interface ComparedProps {
  statement: Statement
  comparison: StatementComparison
  isFirstPage: boolean
  onPage: (pageKey: string | undefined) => void
}

function Compared({ statement, comparison, isFirstPage, onPage }: ComparedProps) {
  const { t } = useLingui()
  const { opening, closing, gap, closingBefore, expected, shown, differing, addsUp } = comparison
  const [gapText, lines, movements] = [format(gap), shown.count, expected.count]
  const signed = (amount: typeof opening) => format(amount, { plus: true })
  return (
    <div className="dk-stack">
      {!addsUp && (
        <Notice tone="negative" title={<Trans>Expected and differences are not what is shown</Trans>}>
          <Trans>What was written when this day was compared has changed since. Treat it like a broken invariant.</Trans>
        </Notice>
      )}
      <section className="dk-panel dk-balance" aria-label={t`The statement against itself`}>
        <dl>
          <Figure label={<Trans>Opening</Trans>} value={format(opening)} isOff={closingBefore !== undefined && closingBefore !== opening}>
            {closingBefore === undefined ? (
              <Trans>the first statement</Trans>
            ) : closingBefore === opening ? (
              <Trans>equals the last closing</Trans>
            ) : (
              <Trans>is not the last closing</Trans>
            )}
          </Figure>
          <Figure label={<Plural value={lines} one="# line" other="# lines" />} value={signed(shown.sum)}>
            <Trans>shown by the bank</Trans>
          </Figure>
          <Figure label={<Trans>Closing</Trans>} value={format(closing)} isOff={gap !== 0n}>
            <Trans>opening plus lines, gap {gapText}</Trans>
          </Figure>
          <Figure label={<Trans>Expected</Trans>} value={signed(expected.sum)}>
            <Plural value={movements} one="# movement that was reported" other="# movements that were reported" />
          </Figure>
          <Figure label={<Trans>Differs by</Trans>} value={differing.sum === 0n ? format(differing.sum) : signed(differing.sum)} isOff={differing.count > 0}>
            {differing.count === 0 ? <Trans>no line differs</Trans> : <Plural value={differing.count} one="# line differs" other="# lines differ" />}
          </Figure>
        </dl>
      </section>
      {comparison.differences.length > 0 ? (
        <Differences comparison={comparison} />
      ) : (
        <p className="dk-with-icon">
          <Icon name="check" size="s" />
          <Trans>Every line agrees, to the cent.</Trans>
        </p>
      )}
      <Types comparison={comparison} />
      <StatementLines statement={statement} isFirstPage={isFirstPage} onPage={onPage} />
    </div>
  )
}

function Figure({ label, value, isOff, children }: { label: ReactNode; value: string; isOff?: boolean; children: ReactNode }) {
  return (
    <div data-off={isOff || undefined}>
      <dt>{label}</dt>
      <dd>{value}</dd>
      <dd className="dk-sub">{children}</dd>
    </div>
  )
}
