import { Plural, Trans } from '@lingui/react/macro'
import type { Overview } from '@nikau/contract/desk/overview'
import { type Cents, cents, format } from '@nikau/money'
import { shortDate } from '@nikau/nz/nz-time'
import { Frond, Icon, Money } from '@nikau/ui'
import type { ReactNode } from 'react'
import { useDeskState, useNow } from '../../lib/desk-context.ts'
import { momentText } from '../../lib/moments.ts'

type Tone = 'explained' | 'missing' | 'unknown'

/** The largest figure: what nothing explains. Without a bank it is what the books do not sum to. */
function missingOf({ bank, books }: Overview): Cents {
  const first = [bank?.unexplained, ...books.units.map(({ sum }) => sum)].find((amount) => amount !== undefined && amount !== 0n)
  return first ?? cents(0n)
}

export function Answer({ overview }: { overview: Overview }) {
  const { isAway } = useDeskState()
  const { verdict, books, customers } = overview
  // What is broken stays broken until it is read again; that all is well has to be read just now.
  const tone: Tone = isAway && verdict === 'explained' ? 'unknown' : verdict
  const since = books.broken.map((broken) => broken.since).toSorted((a, b) => a.getTime() - b.getTime())[0]
  return (
    <section className="dk-answer" data-tone={tone} aria-labelledby="answer">
      {tone === 'explained' && <Frond />}
      <div>
        <h1 id="answer">
          <Icon name={tone === 'explained' ? 'check' : tone === 'missing' ? 'problem' : 'clock'} />
          {tone === 'explained' ? (
            <Trans>Every cent is where it should be</Trans>
          ) : tone === 'missing' ? (
            <Trans>A cent is not where it should be</Trans>
          ) : isAway ? (
            <Trans>Not known: the desk cannot reach the books</Trans>
          ) : (
            <Trans>Not known: the books were not checked lately</Trans>
          )}
        </h1>
        <Money size="xl" text={format(missingOf(overview))} />
        <p>
          {tone === 'missing' ? (
            <Since at={since} now={overview.now} />
          ) : tone === 'explained' ? (
            <Owed owed={customers?.owed} />
          ) : (
            <Trans>unexplained when it was last read.</Trans>
          )}
          <br />
          <Read at={overview.readAt} />
        </p>
      </div>
      <ul>
        <Sums overview={overview} />
        <Invariants overview={overview} />
        <Bank overview={overview} />
        <Cover overview={overview} />
      </ul>
    </section>
  )
}

function Since({ at, now }: { at: Date | undefined; now: Date }) {
  if (!at) return <Trans>unexplained.</Trans>
  const moment = momentText(at, now)
  return <Trans>unexplained since {moment}.</Trans>
}

function Owed({ owed }: { owed: Cents | undefined }) {
  if (owed === undefined) return <Trans>is unexplained.</Trans>
  const amount = format(owed)
  return <Trans>of {amount} we owe is unexplained.</Trans>
}

/** By the second: a figure without its moment says nothing. */
function Read({ at }: { at: Date }) {
  const now = useNow(1000)
  const seconds = Math.max(0, Math.round((now.getTime() - at.getTime()) / 1000))
  if (seconds >= 120) {
    const moment = momentText(at, now)
    return <Trans>Read at {moment}.</Trans>
  }
  return <Plural value={seconds} one="Read # second ago." other="Read # seconds ago." />
}

function Fact({ holds, title, children }: { holds: boolean; title: ReactNode; children: ReactNode }) {
  return (
    <li data-holds={holds}>
      <Icon name={holds ? 'check' : 'problem'} />
      <b>{title}</b>
      <span>{children}</span>
    </li>
  )
}

function Sums({ overview: { books } }: { overview: Overview }) {
  const off = books.units.find(({ sum }) => sum !== 0n)
  const unit = (off ?? books.units[0])?.unit ?? ''
  const sum = format(off?.sum ?? cents(0n))
  return (
    <Fact holds={!off && books.units.length > 0} title={<Trans>Books sum to {sum}</Trans>}>
      <Plural value={books.entries} one="# entry" other="# entries" />
      {unit !== '' && `, ${unit}`}
    </Fact>
  )
}

function Invariants({ overview: { books, now } }: { overview: Overview }) {
  const { invariants, broken, checkedAt } = books
  const held = invariants - broken.length
  const first = broken[0]
  const moment = checkedAt && momentText(checkedAt, now)
  const rows = first?.rows ?? 0
  return (
    <Fact
      holds={!first && invariants > 0}
      title={
        <Trans>
          {held} of {invariants} invariants hold
        </Trans>
      }
    >
      {first ? (
        <>
          {first.name}: <Plural value={rows} one="# row" other="# rows" />
        </>
      ) : moment ? (
        <Trans>{moment}, every 5 minutes</Trans>
      ) : (
        <Trans>not checked yet</Trans>
      )}
    </Fact>
  )
}

function Bank({ overview: { bank, test } }: { overview: Overview }) {
  if (test) return null
  if (!bank)
    return (
      <Fact holds={false} title={<Trans>Bank position not known</Trans>}>
        <Trans>not read yet</Trans>
      </Fact>
    )
  const isExplained = bank.unexplained === 0n
  const amount = format(bank.unexplained)
  const day = bank.day && shortDate(bank.day)
  return (
    <Fact holds={isExplained} title={isExplained ? <Trans>Bank position explained</Trans> : <Trans>Bank position not explained</Trans>}>
      {!isExplained ? (
        <Trans>{amount} differs and nothing explains it</Trans>
      ) : day ? (
        <>
          <Plural value={bank.accounts} one="# statement" other="# statements" />, {day}
        </>
      ) : (
        <Trans>no statement yet</Trans>
      )}
    </Fact>
  )
}

function Cover({ overview: { customers } }: { overview: Overview }) {
  if (!customers) return null
  const isCovered = customers.own >= 0n
  const amount = format(isCovered ? customers.own : cents(-customers.own))
  return (
    <Fact holds={isCovered} title={isCovered ? <Trans>Customer money covered</Trans> : <Trans>Customer money not covered</Trans>}>
      {isCovered ? <Trans>{amount} of our own beyond it</Trans> : <Trans>{amount} is short</Trans>}
    </Fact>
  )
}
