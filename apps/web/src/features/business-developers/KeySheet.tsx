import { Trans, useLingui } from '@lingui/react/macro'
import { type ApiKey, rollApiKey, updateApiKey } from '@nikau/contract/api-keys'
import { longDate } from '@nikau/nz/nz-time'
import { Button, Notice, Receipt, ReceiptRow, SelectField, Sheet } from '@nikau/ui'
import { useState } from 'react'
import { useBusiness } from '../../lib/business.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { toast } from '../../lib/toasts.ts'
import type { MadeKey } from './made-key.ts'
import { reloadKeys } from './reload.ts'
import { useScopeWords } from './scopes.ts'
import { whenOf } from './times.ts'

/** One key: what it is, a new secret for it, and its switch. */
export function KeySheet({ apiKey, onClose }: { apiKey: ApiKey; onClose: (made?: MadeKey) => void }) {
  const { t } = useLingui()
  const { accountId } = useBusiness()
  const words = useScopeWords()
  const { name, enabled, scopes, allowedAddresses, expiresAt, createdAt, previousUntil } = apiKey
  const [hours, setHours] = useState<'0' | '1' | '24' | '168'>('24')
  const update = useEndpointMutation(updateApiKey)
  // A second roll ends the secret that the first one kept alive.
  const roll = useEndpointMutation(rollApiKey, { retry: false })
  const params = { accountId, name }
  const turn = async () => {
    const changed = await update.mutateAsync({ params, body: { enabled: !enabled } }).catch(() => undefined) // shown below
    if (!changed) return
    reloadKeys()
    toast({ text: enabled ? t`${name} is switched off` : t`${name} is switched on` })
    onClose()
  }
  const renew = async () => {
    const made = await roll.mutateAsync({ params, body: { overlapHours: Number(hours) } }).catch(() => undefined) // shown below
    if (!made) return
    reloadKeys()
    onClose(made)
  }
  const error = update.error ?? roll.error
  return (
    <Sheet
      isOpen
      onClose={() => onClose()}
      title={name}
      closeLabel={t`Close`}
      actions={
        enabled ? (
          <Button variant="destructive" full onPress={() => void turn()} busy={update.isPending} busyLabel={t`Switching off`}>
            <Trans>Switch off</Trans>
          </Button>
        ) : (
          <Button full onPress={() => void turn()} busy={update.isPending} busyLabel={t`Switching on`}>
            <Trans>Switch on</Trans>
          </Button>
        )
      }
    >
      <div className="grid gap-5">
        <Receipt>
          <ReceiptRow name={<Trans>May</Trans>}>{words(scopes)}</ReceiptRow>
          <ReceiptRow name={<Trans>Only from</Trans>}>{allowedAddresses.length === 0 ? <Trans>any address</Trans> : allowedAddresses.join(', ')}</ReceiptRow>
          <ReceiptRow name={<Trans>Ends</Trans>}>{expiresAt ? longDate(expiresAt) : <Trans>Never</Trans>}</ReceiptRow>
          <ReceiptRow name={<Trans>Made</Trans>}>{longDate(createdAt)}</ReceiptRow>
          {previousUntil && <ReceiptRow name={<Trans>The one before works until</Trans>}>{whenOf(previousUntil)}</ReceiptRow>}
        </Receipt>
        <section className="grid gap-3" aria-label={t`New secret`}>
          <SelectField
            label={t`After a new secret, the old one works for`}
            value={hours}
            onChange={setHours}
            options={[
              { value: '0', text: t`no longer` },
              { value: '1', text: t`1 hour` },
              { value: '24', text: t`1 day` },
              { value: '168', text: t`7 days` },
            ]}
          />
          <div>
            <Button variant="outlined" size="s" onPress={() => void renew()} busy={roll.isPending} busyLabel={t`Making a new secret`}>
              <Trans>Make a new secret</Trans>
            </Button>
          </div>
        </section>
        {error && (
          <Notice tone="negative" live="assertive" level={3} title={<Trans>We can’t say that it was changed</Trans>}>
            <CallProblem error={error} />
          </Notice>
        )}
      </div>
    </Sheet>
  )
}
