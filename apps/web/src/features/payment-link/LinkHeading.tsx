import { Trans } from '@lingui/react/macro'
import { cents, format } from '@nikau/money'
import { shortDate } from '@nikau/nz/nz-time'
import { Money } from '@nikau/ui'
import type { PublicLink } from './link-api.ts'

/** What it is for, and the amount where the shop has set it. */
export function LinkHeading({ link: { kind, name, amount, lastDay } }: { link: PublicLink }) {
  const sum = amount === undefined ? undefined : format(cents(amount))
  const day = lastDay === undefined ? undefined : shortDate(lastDay)
  return (
    <>
      {sum === undefined ? (
        <h1 className="link-name" tabIndex={-1}>
          {kind === 'till' ? <Trans>Ask at the till</Trans> : name}
        </h1>
      ) : (
        <h1 className="checkout-amount" tabIndex={-1}>
          <span>{name}</span> <Money size="xl" text={sum} spoken={sum} />
        </h1>
      )}
      {kind === 'till' && <p className="checkout-state">{name}</p>}
      {day !== undefined && (
        <p className="checkout-state">
          <Trans>Can be paid until {day}</Trans>
        </p>
      )}
    </>
  )
}
