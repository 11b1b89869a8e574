import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, EmptyState, LinkButton, ListSkeleton, Notice, useSkeleton } from '@nikau/ui'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { paths } from '../../lib/paths.ts'
import { MovementCard } from './MovementCard.tsx'
import { recentDays, useUnsettledMoney } from './useUnsettledMoney.ts'

/** Where the person's own money is, from what the server knows now. */
export function MyMoney() {
  const { t } = useLingui()
  const money = useUnsettledMoney()
  const skeleton = useSkeleton(money.data === undefined && !money.failed)
  return (
    <div className="flex flex-col gap-3">
      {money.uncertain.map((requestId) => (
        <Notice key={requestId} level={3} title={<Trans>A payment has no answer yet</Trans>} href={paths.pay(requestId)}>
          <Trans>Open it to see the result. You’re never charged twice for it.</Trans>
        </Notice>
      ))}
      {money.failed ? (
        <LoadFailed source={money}>
          <Trans>We couldn’t load where your money is</Trans>
        </LoadFailed>
      ) : money.data === undefined ? (
        <div aria-busy="true">{skeleton && <ListSkeleton rows={3} />}</div>
      ) : money.data.length === 0 ? (
        <EmptyState
          drawing="receipt"
          level={3}
          title={<Trans>Nothing is on its way</Trans>}
          action={
            <LinkButton variant="outlined" size="s" href={paths.activity}>
              <Trans>See all activity</Trans>
            </LinkButton>
          }
        >
          <Trans>No top-up, withdrawal or send is waiting, and none failed or came back in the last {recentDays} days.</Trans>
        </EmptyState>
      ) : (
        <>
          {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets */}
          <ul className="flex list-none flex-col gap-3" role="list" aria-label={t`What happened to my money?`}>
            {money.data.map((movement) => (
              <MovementCard key={movement.key} movement={movement} />
            ))}
          </ul>
          <LinkButton variant="outlined" size="s" full href={paths.activity}>
            <Trans>See all activity</Trans>
          </LinkButton>
        </>
      )}
    </div>
  )
}

export function SignInToSee({ onSignIn }: { onSignIn: () => void }) {
  return (
    <Card>
      <p>
        <Trans>Sign in, and we’ll show you where each top-up, withdrawal and send is, and what happens next.</Trans>
      </p>
      <div className="pt-3">
        <Button size="s" onPress={onSignIn}>
          <Trans>Sign in</Trans>
        </Button>
      </div>
    </Card>
  )
}
