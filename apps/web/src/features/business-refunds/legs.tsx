import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { RefundOptions } from '@nikau/contract/refunds'
import { format } from '@nikau/money'

type Leg = RefundOptions['legs'][number]

const names = {
  wallet: msg`Nikau wallet`,
  'pay-by-bank': msg`Bank`,
  'farm-card': msg`Farm card`,
  external: msg`Taken at the till`,
} as const

/** A token is known by its own name. */
export function legName({ method, description }: Leg, i18n: I18n): string {
  return method === 'token' ? description : i18n._(names[method])
}

/** How much can go back to a leg, and when it arrives. */
export function LegDetail({ leg }: { leg: Leg }) {
  const [left, paid] = [format(leg.refundable), format(leg.amount)]
  if (leg.refundable === 0n) return <Trans>All of it has gone back</Trans>
  switch (leg.method) {
    case 'token': {
      const covered = leg.lineItems?.map(({ name }) => name).join(', ')
      return covered === undefined ? (
        <Trans>At once · {left}, whole or not at all</Trans>
      ) : (
        <Trans>
          At once · {left}, whole with {covered} or not at all
        </Trans>
      )
    }
    case 'wallet':
      return (
        <Trans>
          At once · {left} of {paid} can go back here
        </Trans>
      )
    case 'external':
      return (
        <Trans>
          You hand it back yourself · {left} of {paid}
        </Trans>
      )
    case 'pay-by-bank':
    case 'farm-card':
      return (
        <Trans>
          In a few business days · {left} of {paid} can go back here
        </Trans>
      )
  }
}
