import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type AccountTask, listAccountTasks } from '@nikau/contract/portal-events'
import { format } from '@nikau/money'
import { shortDate, timeOfDay } from '@nikau/nz/nz-time'
import { Icon, type IconName, List, ListItem, ListSkeleton, PortalCard, StatusChip } from '@nikau/ui'
import { toAsyncData } from '../../lib/async-data.ts'
import { useBusiness } from '../../lib/business.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { businessPaths } from '../../lib/business-paths.ts'

/** What needs the member, most pressing first. */
export function Tasks() {
  const { accountId, isTest } = useBusiness()
  const tasks = useEndpointQuery(listAccountTasks, { params: { accountId }, query: { liveness: isTest ? 'test' : 'main' } })
  const source = toAsyncData(tasks.data, tasks)
  const count = tasks.data?.length ?? 0
  return (
    <PortalCard title={<Trans>Needs you</Trans>} end={count > 0 && <StatusChip tone="warning">{count}</StatusChip>}>
      {source.failed ? (
        <LoadFailed source={source}>
          <Trans>Couldn’t load what needs you</Trans>
        </LoadFailed>
      ) : !tasks.data ? (
        <ListSkeleton rows={1} />
      ) : count === 0 ? (
        <p className="text-ink-2">
          <Trans>Nothing right now</Trans>
        </p>
      ) : (
        <List>
          {tasks.data.map((task) => (
            <Task key={keyOf(task)} task={task} />
          ))}
        </List>
      )}
    </PortalCard>
  )
}

const icons: Readonly<Record<AccountTask['kind'], IconName>> = {
  'payout-sent-back': 'problem',
  'payout-account-to-confirm': 'bank',
  'webhooks-failing': 'warning',
  'part-payment': 'clock',
  'refund-waiting': 'clock',
  'tokens-ending': 'gift',
}

function Task({ task }: { task: AccountTask }) {
  const { name, detail } = useWords(task)
  const { may } = useBusiness()
  const href = task.kind === 'webhooks-failing' && !may('webhooks:write') ? undefined : hrefOf(task)
  return <ListItem href={href} media={<Icon name={icons[task.kind]} />} name={name} detail={detail} chevron={href !== undefined} />
}

/** What to do first, where and since when second. */
function useWords(task: AccountTask): { name: string; detail: string } {
  const { t } = useLingui()
  const since = task.kind === 'tokens-ending' ? task.endsAt : task.since
  const [day, time] = [shortDate(since), timeOfDay(since)]
  switch (task.kind) {
    case 'payout-sent-back': {
      const amount = format(task.amount)
      return { name: t`Check your payout account`, detail: t`The bank sent back ${amount} on ${day}` }
    }
    case 'payout-account-to-confirm': {
      const { number } = task
      return { name: t`Confirm your payout account`, detail: t`Enter the 4-digit code from the statement of ${number}` }
    }
    case 'webhooks-failing': {
      const { count, lastResult } = task
      return { name: t`Your server missed ${count} webhooks`, detail: t`${lastResult} since ${day}, ${time}. We’ll keep trying.` }
    }
    case 'part-payment': {
      const [rest, { shortCode }, end] = [format(task.rest), task, timeOfDay(task.expiresAt)]
      return { name: t`Take the last ${rest} of a part payment`, detail: t`${shortCode}, until ${end}` }
    }
    case 'refund-waiting': {
      const [amount, { shortCode }] = [format(task.amount), task]
      const who = task.askedBy
      return {
        name: t`Decide about a refund of ${amount}`,
        detail:
          who === undefined
            ? t`${shortCode}, since ${day}, ${time}. It’s above a limit.`
            : t`${shortCode}, since ${day}, ${time}. It’s above the limit of ${who}.`,
      }
    }
    case 'tokens-ending': {
      const { count, name } = task
      return {
        name: t`${plural(count, { one: `# token of ${name} ends soon`, other: `# tokens of ${name} end soon` })}`,
        detail: t`From ${day}. Their holders are reminded.`,
      }
    }
  }
}

function hrefOf(task: AccountTask): string {
  if (task.kind === 'part-payment' || task.kind === 'refund-waiting') return businessPaths.payment(task.paymentRequestId)
  if (task.kind === 'tokens-ending') return businessPaths.token(task.collectionId)
  return task.kind === 'webhooks-failing' ? businessPaths.webhooks(task.webhookId) : businessPaths.payouts
}

function keyOf(task: AccountTask): string {
  if (task.kind === 'part-payment' || task.kind === 'refund-waiting') return `${task.kind} ${task.paymentRequestId}`
  if (task.kind === 'tokens-ending') return task.collectionId
  return task.kind === 'webhooks-failing' ? task.webhookId : task.kind
}
