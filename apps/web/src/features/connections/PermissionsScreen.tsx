import { Trans, useLingui } from '@lingui/react/macro'
import { type Permission, type PermissionList, pausePermission } from '@nikau/contract/permissions'
import { shortDate } from '@nikau/nz/nz-time'
import { format } from '@nikau/money'
import {
  Avatar,
  Button,
  EmptyState,
  Header,
  Icon,
  initials,
  List,
  ListItem,
  ListSkeleton,
  MessageIcon,
  Money,
  Page,
  PageBody,
  Panes,
  PauseIcon,
  Section,
  StatusChip,
  Title,
  useSkeleton,
} from '@nikau/ui'
import { useParams } from 'react-router'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { BankAvatar } from '../../lib/Bank.tsx'
import { useScreen } from '../../lib/current-screen.ts'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { useSpokenAmount } from '../../lib/localized-text.ts'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../lib/toasts.ts'
import { useTwoPanes } from '../../lib/useMediaQuery.ts'
import { PermissionPane } from './PermissionPane.tsx'
import { invalidatePermissions, monthName, usePermissions } from './usePermissions.ts'

/** Everything that may take money without asking, and the most that it can take this month. */
export function PermissionsScreen() {
  const { t } = useLingui()
  const { back, bar } = useScreen()
  const { permissionId } = useParams()
  const permissions = usePermissions()
  const panes = useTwoPanes()
  const skeleton = useSkeleton(permissions.data === undefined && !permissions.failed)
  const selected = permissionId ?? permissions.data?.items.find(({ kind }) => kind === 'connection')?.id
  return (
    <Panes detail={panes ? selected !== undefined && <PermissionPane id={selected} /> : undefined}>
      <Page bar={bar}>
        <Header backHref={back} backLabel={t`Back`} title={<Trans>Safety</Trans>} />
        <PageBody tight>
          <Title>
            <Trans>What may take money from me</Trans>
          </Title>
          {permissions.failed ? (
            <div className="pt-5">
              <LoadFailed source={permissions}>
                <Trans>We couldn’t load what may take money</Trans>
              </LoadFailed>
            </div>
          ) : permissions.data ? (
            <Loaded list={permissions.data} selected={panes ? selected : undefined} />
          ) : (
            <div className="pt-5" aria-busy="true">
              {skeleton && <ListSkeleton rows={4} />}
            </div>
          )}
        </PageBody>
      </Page>
    </Panes>
  )
}

function Loaded({ list, selected }: { list: PermissionList; selected: string | undefined }) {
  const { t } = useLingui()
  const spoken = useSpokenAmount()
  const shops = list.items.filter(({ kind }) => kind === 'connection')
  const debits = list.items.filter(({ kind }) => kind === 'direct-debit')
  const [month, taken] = [monthName(list.month), format(list.sum.used)]
  if (list.items.length === 0)
    return (
      <div className="pt-8">
        <EmptyState drawing="frond" level={2} title={<Trans>Nothing takes money without asking</Trans>}>
          <Trans>Shops that you connect and bank accounts with direct debit show up here.</Trans>
        </EmptyState>
      </div>
    )
  return (
    <>
      <div className="pt-5">
        <p className="text-label text-ink-2">
          <Trans>Without asking, in {month} at most</Trans>
        </p>
        <Money text={format(list.sum.limit)} spoken={spoken(list.sum.limit)} />
        <p className="pt-2 text-label font-normal text-ink-2">
          <Trans>{taken} taken so far</Trans>
        </p>
      </div>
      {shops.length > 0 && (
        <Section title={<Trans>From your wallet</Trans>} flush>
          <List label={t`From your wallet`}>
            {shops.map((shop) => (
              <ShopRow key={shop.id} shop={shop} selected={shop.id === selected} />
            ))}
          </List>
        </Section>
      )}
      {debits.length > 0 && (
        <Section title={<Trans>From your bank to your wallet</Trans>} flush>
          <List label={t`From your bank to your wallet`}>
            {debits.map((debit) => (
              <DebitRow key={debit.id} debit={debit} />
            ))}
          </List>
        </Section>
      )}
      <PauseEverything shops={shops.filter(({ state }) => state !== 'paused')} />
    </>
  )
}

function ShopRow({ shop, selected }: { shop: Permission; selected: boolean }) {
  const { state } = shop
  return (
    <ListItem
      href={paths.permission(shop.id)}
      selected={selected}
      media={
        <Avatar shape="leaf" tone={state === 'paused' ? 'plain' : 'out'}>
          {initials(shop.name)}
        </Avatar>
      }
      name={shop.name}
      detail={<ShopDetail shop={shop} />}
      chip={<StateChip state={state} />}
    />
  )
}

function ShopDetail({ shop: { limits, used, state } }: { shop: Permission }) {
  if (!limits) return <Trans>You approve each payment</Trans>
  const [total, taken] = [format(limits.total), format(used)]
  if (state === 'paused') return <Trans>Was {total} a month</Trans>
  return (
    <Trans>
      {taken} of {total} this month
    </Trans>
  )
}

export function StateChip({ state }: { state: Permission['state'] }) {
  if (state === 'paused')
    return (
      <StatusChip icon={<PauseIcon size="xs" />}>
        <Trans>Paused</Trans>
      </StatusChip>
    )
  return state === 'on' ? (
    <StatusChip tone="positive" icon={<Icon name="check" size="xs" />}>
      <Trans>On</Trans>
    </StatusChip>
  ) : (
    <StatusChip icon={<MessageIcon size="xs" />}>
      <Trans>Asks</Trans>
    </StatusChip>
  )
}

function DebitRow({ debit }: { debit: Permission }) {
  const { name, nextDate, used } = debit
  const [day, taken] = [nextDate && shortDate(nextDate), format(used)]
  return (
    <ListItem
      href={paths.bankAccounts}
      media={<BankAvatar number={debit.bankAccountNumber ?? ''} />}
      name={<Trans>Direct debit, {name}</Trans>}
      detail={
        day !== undefined ? (
          <Trans>Only when you top up, next on {day}</Trans>
        ) : used > 0n ? (
          <Trans>Only when you top up, {taken} this month</Trans>
        ) : (
          <Trans>Only when you top up</Trans>
        )
      }
      chevron
    />
  )
}

/** Pauses each shop that is not paused yet. */
function PauseEverything({ shops }: { shops: readonly Permission[] }) {
  const { t } = useLingui()
  const pause = useEndpointMutation(pausePermission)
  const pauseAll = async () => {
    for (const { id } of shops) {
      const done = await pause.mutateAsync({ params: { id } }).catch(() => undefined) // shown above the button
      if (!done) return invalidatePermissions()
    }
    invalidatePermissions()
    return toast({ text: t`Everything is paused` })
  }
  if (shops.length === 0) return undefined
  return (
    <div className="pt-5">
      {pause.isError && (
        <p className="pb-2 font-semibold text-negative" role="alert">
          <Trans>Not everything could be paused.</Trans> <CallProblem error={pause.error} />
        </p>
      )}
      <Button full variant="outlined" size="s" icon={<PauseIcon size="s" />} busy={pause.isPending} busyLabel={t`Pausing`} onPress={() => void pauseAll()}>
        <Trans>Pause everything</Trans>
      </Button>
    </div>
  )
}
