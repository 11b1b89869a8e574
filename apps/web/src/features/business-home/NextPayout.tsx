import { Trans } from '@lingui/react/macro'
import { getPayoutAccount, listNextPayouts } from '@nikau/contract/payouts'
import { add, format } from '@nikau/money'
import { shortDate } from '@nikau/nz/nz-time'
import { Money, PortalCard, Skeleton, TextLink } from '@nikau/ui'
import { toAsyncData } from '../../lib/async-data.ts'
import { useBusiness } from '../../lib/business.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { businessPaths } from '../../lib/business-paths.ts'

/** What goes to the bank next, and when. Nothing for members who are limited to shops: a payout is of the whole business. */
export function NextPayout() {
  const { accountId } = useBusiness()
  const next = useEndpointQuery(listNextPayouts, { params: { accountId } })
  const account = useEndpointQuery(getPayoutAccount, { params: { accountId } })
  if (next.error?.isRefusal) return null
  const source = toAsyncData(next.data, next)
  return (
    <PortalCard
      title={<Trans>Next payout</Trans>}
      end={
        <TextLink href={businessPaths.payouts}>
          <Trans>All payouts</Trans>
        </TextLink>
      }
    >
      {source.failed ? (
        <LoadFailed source={source}>
          <Trans>Couldn’t load your next payout</Trans>
        </LoadFailed>
      ) : (
        <div aria-busy={!next.data}>
          <p className="flex flex-wrap items-baseline gap-x-3">
            {next.data ? <Money text={format(add(...next.data.map(({ soFar }) => soFar)))} size="m" /> : <Skeleton shape="figure" />}
            <span className="text-ink-2">
              <Trans>so far</Trans>
            </span>
          </p>
          {next.data && (
            <WhenAndWhere next={next.data} number={account.data?.current?.number} hasAccount={account.data?.current !== undefined || !account.data} />
          )}
        </div>
      )}
    </PortalCard>
  )
}

function WhenAndWhere({ next, number, hasAccount }: { next: readonly { day: string; onHold: boolean }[]; number: string | undefined; hasAccount: boolean }) {
  const [first] = next.map(({ day }) => day).toSorted()
  const day = first === undefined ? undefined : shortDate(first)
  if (!hasAccount)
    return (
      <p>
        <Trans>
          <TextLink href={businessPaths.payouts}>Choose a bank account</TextLink> to be paid.
        </Trans>
      </p>
    )
  if (next.some(({ onHold }) => onHold))
    return (
      <p>
        <Trans>On hold. Contact us to find out why.</Trans>
      </p>
    )
  if (day === undefined) return null
  return (
    <p>
      <b className="font-semibold">{day}</b>
      {number !== undefined && <Trans>, to {number}</Trans>}
    </p>
  )
}
