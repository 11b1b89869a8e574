import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { DeskAnswerOf } from '@nikau/contract/desk/endpoint'
import type { getLedgerAccount, LedgerAccount } from '@nikau/contract/desk/ledger'
import { format } from '@nikau/money'
import { calendarDate, instantAt } from '@nikau/nz/nz-time'
import { Button, TextField } from '@nikau/ui'
import { type ReactNode, useState } from 'react'
import { useNow } from '../../lib/desk-context.ts'
import { momentText } from '../../lib/moments.ts'
import { Quantity } from './Quantity.tsx'

interface BalanceAsOfProps {
  account: LedgerAccount
  then: DeskAnswerOf<typeof getLedgerAccount>['asOf']
  onShow: (at: Date) => void
}

const wholeMinuteMs = 59_999

/** What a field for date and time has, in Auckland: the end of that minute. */
function momentOf(value: string): Date | undefined {
  const found = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)/.exec(value)
  return found ? new Date(instantAt(found[1]!, Number(found[2]), Number(found[3])).getTime() + wholeMinuteMs) : undefined
}

/** Posted, held and available now, and the balance at a moment. */
export function BalanceAsOf({ account, then, onShow }: BalanceAsOfProps) {
  const { t } = useLingui()
  const now = useNow()
  const [typed, setTyped] = useState(() => `${calendarDate(now)}T00:00`)
  const at = momentOf(typed)
  const { unit, posted, heldOut, heldIn, available, floor, ceiling, counter, version } = account
  const [floorText, ceilingText, inText] = [floor, ceiling, heldIn].map((limit) => (limit === undefined ? undefined : format(limit)))
  return (
    <>
      <section className="dk-panel dk-ledger-figures" aria-label={t`Balances`}>
        <dl>
          <Figure
            label={<Trans>Posted</Trans>}
            detail={counter ? <Trans>counted</Trans> : <Plural value={version} one="# entry" other="# entries" />}
            value={<Quantity unit={unit} amount={posted} />}
          />
          <Figure
            label={<Trans>Held</Trans>}
            detail={heldIn > 0n ? <Trans>{inText} on its way in</Trans> : <Trans>on its way out</Trans>}
            value={<Quantity unit={unit} amount={heldOut} />}
          />
          <Figure
            label={<Trans>Available</Trans>}
            detail={
              floorText === undefined ? (
                ceilingText === undefined ? (
                  <Trans>no limits</Trans>
                ) : (
                  <Trans>ceiling {ceilingText}</Trans>
                )
              ) : ceilingText === undefined ? (
                <Trans>floor {floorText}</Trans>
              ) : (
                <Trans>
                  floor {floorText}, ceiling {ceilingText}
                </Trans>
              )
            }
            value={<Quantity unit={unit} amount={available} />}
          />
          {then && <Then unit={unit} then={then} />}
        </dl>
      </section>
      {!counter && (
        <form
          className="dk-ledger-as-of"
          aria-label={t`Balance as of`}
          onSubmit={(event) => {
            event.preventDefault()
            if (at) onShow(at)
          }}
        >
          <TextField
            label={<Trans>Balance as of</Trans>}
            type="datetime-local"
            value={typed}
            onChange={setTyped}
            error={at === undefined && <Trans>Enter a date and a time.</Trans>}
          />
          <Button size="s" variant="outlined" type="submit" needsSignal={false}>
            <Trans>Show</Trans>
          </Button>
          <span className="dk-sub">
            <Trans>Auckland time, to the end of the minute; computed from the entries, not from the stored balance</Trans>
          </span>
        </form>
      )}
    </>
  )
}

function Then({ unit, then: { at, balance, version } }: { unit: string; then: NonNullable<BalanceAsOfProps['then']> }) {
  const now = useNow()
  const moment = momentText(at, now)
  return (
    <Figure
      label={<Trans>As of {moment}</Trans>}
      detail={balance === undefined ? <Trans>not open yet</Trans> : version === 0 ? <Trans>before the first entry</Trans> : <Trans>version {version}</Trans>}
      value={balance === undefined ? '–' : <Quantity unit={unit} amount={balance} />}
    />
  )
}

function Figure({ label, value, detail }: { label: ReactNode; value: ReactNode; detail: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
      <dd className="dk-sub">{detail}</dd>
    </div>
  )
}
