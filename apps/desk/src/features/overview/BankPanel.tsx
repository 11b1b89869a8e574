import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { BankPosition } from '@nikau/contract/desk/overview'
import { cents, format } from '@nikau/money'
import { shortDate } from '@nikau/nz/nz-time'
import { Icon } from '@nikau/ui'
import type { ReactNode } from 'react'
import { Panel } from '../../parts/Panel.tsx'
import { Sum } from '../../parts/Sum.tsx'
import { Table } from '../../parts/Table.tsx'
import { type Bar, type Step, type Term, waterfallOf } from './waterfall.ts'

const termNames = {
  'files-in-flight': msg`In bank files`,
  'pay-by-bank-in-flight': msg`Paid at customers’ banks`,
  'receipts-unbooked': msg`Received from partners`,
  'settled-without-file': msg`Settled without a file`,
  differences: msg`Differences`,
  'statement-sums': msg`Between statement lines and balances`,
  'statement-breaks': msg`Between one statement and the next`,
} satisfies Record<Term['term'], unknown>

const tones: Readonly<Partial<Record<Term['term'], string>>> = {
  'files-in-flight': 'brand',
  'pay-by-bank-in-flight': 'info',
  'receipts-unbooked': 'info',
}

interface Row {
  id: string
  name: ReactNode
  bar: ReactNode
  amount: ReactNode
  isSum?: boolean
}

/** From the statements to the books, a step for each term. */
export function BankPanel({ bank }: { bank: BankPosition }) {
  const { i18n, t } = useLingui()
  const { start, steps, zero } = waterfallOf(bank)
  const day = bank.day && shortDate(bank.day)
  const [statements, books] = [format(bank.statements), format(bank.books)]
  const none = format(cents(0n))
  const isExplained = bank.unexplained === 0n
  const zeroNames = zero.map(({ term }) => i18n._(termNames[term])).join('; ')
  const rows: Row[] = [
    {
      id: 'difference',
      name: <Trans>On the statements, less our books</Trans>,
      bar: <WaterfallBar bar={start} tone="quiet" label={t`from ${none} to ${format(bank.difference)}`} isLast={steps.length === 0} />,
      amount: <Sum cents={bank.difference} />,
    },
    ...steps.map(({ term, amount, from, to, bar }: Step, index) => ({
      id: term.term,
      name: (
        <>
          {i18n._(termNames[term.term])}
          <Lines term={term} />
        </>
      ),
      bar: <WaterfallBar bar={bar} tone={tones[term.term] ?? 'warning'} label={t`from ${format(from)} to ${format(to)}`} isLast={index === steps.length - 1} />,
      amount: <Sum cents={amount} />,
    })),
    ...(zero.length === 0
      ? []
      : [
          {
            id: 'zero',
            name: (
              <>
                <Plural value={zero.length} one="# other term is zero" other="# other terms are zero" />
                <span className="n-hidden">: {zeroNames}</span>
              </>
            ),
            bar: null,
            amount: <Sum cents={cents(0n)} />,
          },
        ]),
    {
      id: 'unexplained',
      name: <Trans>Unexplained</Trans>,
      bar: (
        <span className="dk-with-icon" data-tone={isExplained ? undefined : 'negative'}>
          <Icon name={isExplained ? 'check' : 'problem'} size="s" />
          {isExplained ? <Trans>nothing left over</Trans> : <Trans>nothing explains it</Trans>}
        </span>
      ),
      amount: <Sum cents={bank.unexplained} isStrong />,
      isSum: true,
    },
  ]
  return (
    <Panel title={<Trans>Bank position</Trans>} isFlush aside={day ? <Trans>by statements up to {day}</Trans> : <Trans>no statement yet</Trans>}>
      <p className="dk-sub dk-panel-note">
        <Plural
          value={bank.accounts}
          one={`${statements} on # statement, ${books} in our books.`}
          other={`${statements} on # statements, ${books} in our books.`}
        />
      </p>
      <div className="dk-headless dk-waterfall">
        <Table
          caption={t`From the banks’ statements to our books, term by term`}
          isDense
          rows={rows.map(({ name, bar, amount, id, isSum }) => ({ id: id, tone: isSum ? 'sum' : undefined, cells: { term: name, bar: bar, amount: amount } }))}

          columns={[
            { key: 'term', label: t`Term`, isHead: true },
            { key: 'bar', label: t`Running total` },
            { key: 'amount', label: t`Amount`, align: 'end' },
          ]}
        />
      </div>
    </Panel>
  )
}

function Lines({ term: { term, lines = 0, open = 0 } }: { term: Term }) {
  if (term === 'files-in-flight')
    return (
      <span className="dk-sub">
        <Plural value={open} one="# file" other="# files" />, <Plural value={lines} one="# order" other="# orders" />
      </span>
    )
  if (term === 'pay-by-bank-in-flight')
    return (
      <span className="dk-sub">
        <Trans>booked on one side so far</Trans>
      </span>
    )
  if (term === 'receipts-unbooked')
    return (
      <span className="dk-sub">
        <Trans>not booked yet</Trans>
      </span>
    )
  if (term !== 'differences') return null
  return (
    <span className="dk-sub">
      <Plural value={lines} one="# line" other="# lines" />, <Trans>{open} open</Trans>
    </span>
  )
}

/** Down to the next row a dotted line: there the next bar begins. */
function WaterfallBar({ bar: { left, width, end }, tone, label, isLast }: { bar: Bar; tone: string; label: string; isLast: boolean }) {
  return (
    <svg className="dk-bar" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label={label}>
      <rect data-tone={tone} x={Math.min(left, 100 - width)} width={width} height={10} />
      {!isLast && <path vectorEffect="non-scaling-stroke" d={`M${end} 10V34`} />}
    </svg>
  )
}
