import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { listWebhookDeliveries, replayWebhook, type WebhookEndpoint } from '@nikau/contract/webhooks'
import { Button, Notice } from '@nikau/ui'
import { useBusiness } from '../../lib/business.ts'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { toast } from '../../lib/toasts.ts'
import { useEndpointPages } from '../../lib/useEndpointPages.ts'
import { livenessOf } from '../../lib/webhooks-of-view.ts'
import { ReplayProblem } from './ReplaySheet.tsx'
import { reloadDeliveries } from './reload.ts'

/** Events that the server has not taken so far. */
export function FailingNotice({ endpoint: { accountId, id: webhookId } }: { endpoint: WebhookEndpoint }) {
  const { t } = useLingui()
  const params = { accountId, webhookId }
  const { isTest } = useBusiness()
  const liveness = livenessOf(isTest)
  const waiting = useEndpointPages(listWebhookDeliveries, { params, query: { status: 'waiting', liveness } })
  const replay = useEndpointMutation(replayWebhook)
  const failing = waiting.data?.pages[0]?.items.filter(({ lastResult }) => lastResult !== undefined) ?? []
  const last = failing[0]?.lastResult
  if (last === undefined && !replay.error) return undefined
  const run = async () => {
    const sent = await replay.mutateAsync({ params, body: { status: 'failed', liveness } }).catch(() => undefined) // shown below
    if (!sent) return
    reloadDeliveries()
    toast({ text: t`${sent.count} are sent again` })
  }
  const count = failing.length
  return (
    <Notice
      tone="negative"
      level={3}
      title={
        waiting.hasNextPage ? (
          <Trans>More than {count} events are waiting for your server</Trans>
        ) : (
          <Plural value={count} one="# event is waiting for your server" other="# events are waiting for your server" />
        )
      }
    >
      <p className="pb-3">
        <Trans>The last try ended with “{last}”. We keep trying for two weeks, and nothing is lost.</Trans>
      </p>
      <Button variant="tonal" size="s" onPress={() => void run()} busy={replay.isPending} busyLabel={t`Sending again`}>
        <Trans>Send all that failed now</Trans>
      </Button>
      {replay.error && <ReplayProblem error={replay.error} />}
    </Notice>
  )
}
