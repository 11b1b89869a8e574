import { Trans, useLingui } from '@lingui/react/macro'
import { createWebhook, updateWebhook, type WebhookEndpoint } from '@nikau/contract/webhooks'
import { Button, Notice, Sheet, TextField } from '@nikau/ui'
import { useState } from 'react'
import { useBusiness } from '../../lib/business.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { toast } from '../../lib/toasts.ts'
import { livenessOf } from '../../lib/webhooks-of-view.ts'
import { reloadWebhooks } from './reload.ts'

/** The address of a new endpoint, or another one for an endpoint that exists. */
export function AddressSheet({ endpoint, onClose }: { endpoint?: WebhookEndpoint; onClose: () => void }) {
  const { t } = useLingui()
  const { accountId, isTest } = useBusiness()
  const [url, setUrl] = useState(endpoint?.pendingUrl ?? endpoint?.url ?? '')
  const [isChecked, setChecked] = useState(false)
  // A repetition would be a second endpoint.
  const create = useEndpointMutation(createWebhook, { retry: false })
  const update = useEndpointMutation(updateWebhook)
  const isWrong = !URL.canParse(url.trim())
  const save = async () => {
    setChecked(true)
    if (isWrong) return
    const body = { url: url.trim() }
    const sent = endpoint
      ? update.mutateAsync({ params: { accountId, webhookId: endpoint.id }, body })
      : create.mutateAsync({ params: { accountId }, body: { ...body, liveness: livenessOf(isTest) } })
    const saved = await sent.catch(() => undefined) // shown below
    if (!saved) return
    reloadWebhooks()
    toast({ text: t`We’re asking your server to answer` })
    onClose()
  }
  const error = create.error ?? update.error
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={endpoint ? <Trans>Change the address</Trans> : <Trans>Add an endpoint</Trans>}
      closeLabel={t`Close`}
      actions={
        <Button full onPress={() => void save()} busy={create.isPending || update.isPending} busyLabel={t`Saving`}>
          {endpoint ? <Trans>Change it</Trans> : <Trans>Add it</Trans>}
        </Button>
      }
    >
      <div className="grid gap-5">
        <TextField
          label={t`Address of your server`}
          hint={t`Starts with https, and is reachable from the internet`}
          type="url"
          inputMode="url"
          value={url}
          onChange={setUrl}
          maxLength={2048}
          autoComplete="off"
          error={isChecked && isWrong ? t`Enter the whole address, such as https://shop.example/nikau` : undefined}
        />
        <p className="text-ink-2">
          {endpoint ? (
            <Trans>Events go to the old address until the new one has answered our challenge.</Trans>
          ) : isTest ? (
            <Trans>We send it a challenge first. Events about test payments start when your server has answered with its value.</Trans>
          ) : (
            <Trans>We send it a challenge first. Events about live payments start when your server has answered with its value.</Trans>
          )}
        </p>
        {error && (
          <Notice tone="negative" live="assertive" level={3} title={<Trans>It wasn’t saved</Trans>}>
            {error.code === 'WEBHOOK_URL_INVALID' ? (
              <Trans>We can’t send to this address. It has to start with https and lead to a public server.</Trans>
            ) : error.code === 'WEBHOOK_LIMIT_EXCEEDED' ? (
              <Trans>A business has at most 10 endpoints.</Trans>
            ) : (
              <CallProblem error={error} />
            )}
          </Notice>
        )}
      </div>
    </Sheet>
  )
}
