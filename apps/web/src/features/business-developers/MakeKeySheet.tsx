import { Trans, useLingui } from '@lingui/react/macro'
import { createApiKey } from '@nikau/contract/api-keys'
import { type KeyScope, keyScopes, offeredKeyScopes } from '@nikau/contract/roles'
import { Button, Checkbox, Notice, SelectField, Sheet, TextAreaField, TextField } from '@nikau/ui'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useBusiness } from '../../lib/business.ts'
import type { CallError } from '../../lib/call-error.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { serverNow } from '../../lib/server-clock.ts'
import type { MadeKey } from './made-key.ts'
import { reloadKeys } from './reload.ts'
import { useScopeNames } from './scopes.ts'

const dayMs = 86_400_000

/** Makes a key for the money of this view: what it may do, from where and until when. */
export function MakeKeySheet({ onClose }: { onClose: (made?: MadeKey) => void }) {
  const { t } = useLingui()
  const { accountId, isTest } = useBusiness()
  const scopeNames = useScopeNames()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly KeyScope[]>(['payments:read', 'payments:write'])
  const [addresses, setAddresses] = useState('')
  const [days, setDays] = useState<'0' | '30' | '90' | '365'>('0')
  const [isChecked, setChecked] = useState(false)
  // Its answer is the only one with the secret: a repetition would find the name taken.
  const create = useEndpointMutation(createApiKey, { retry: false })
  const body = {
    name: name.trim(),
    scopes: keyScopes.filter((scope) => scopes.includes(scope)),
    liveness: isTest ? ('test' as const) : ('live' as const),
    allowedAddresses: addresses.split(/[\s,]+/).filter(Boolean),
    ...(days !== '0' && { expiresAt: new Date(serverNow().getTime() + Number(days) * dayMs) }),
  }
  const checked = z.safeEncode(createApiKey.body, body)
  const isWrong = (field: keyof typeof body) => isChecked && !checked.success && checked.error.issues.some(({ path }) => path[0] === field)
  const make = async () => {
    setChecked(true)
    if (!checked.success) return
    const made = await create.mutateAsync({ params: { accountId }, body }).catch(() => undefined) // shown below
    if (!made) return
    reloadKeys()
    onClose(made)
  }
  const toggle = (scope: KeyScope, on: boolean) => setScopes(on ? [...scopes, scope] : scopes.filter((other) => other !== scope))
  return (
    <Sheet
      isOpen
      onClose={() => onClose()}
      title={isTest ? <Trans>Make a test key</Trans> : <Trans>Make a live key</Trans>}
      closeLabel={t`Close`}
      actions={
        <Button full onPress={() => void make()} busy={create.isPending} busyLabel={t`Making the key`}>
          <Trans>Make the key</Trans>
        </Button>
      }
    >
      <div className="grid gap-5">
        <TextField
          label={t`Name`}
          hint={t`Letters and digits, such as WebShop`}
          value={name}
          onChange={setName}
          maxLength={64}
          autoComplete="off"
          error={isWrong('name') ? t`Use letters and digits only` : undefined}
        />
        <fieldset className="grid gap-1">
          <legend className="n-label">
            <Trans>This key may</Trans>
          </legend>
          {offeredKeyScopes.map((scope) => (
            <Checkbox key={scope} checked={scopes.includes(scope)} onChange={(on) => toggle(scope, on)}>
              {scopeNames[scope]} <span className="text-ink-2">({scope})</span>
            </Checkbox>
          ))}
          {isWrong('scopes') && (
            <p className="n-error" role="alert">
              <Trans>Choose at least one</Trans>
            </p>
          )}
        </fieldset>
        <TextAreaField
          label={t`Only from these addresses`}
          hint={t`IP addresses or networks, one a line. Leave it empty for any.`}
          rows={2}
          value={addresses}
          onChange={setAddresses}
          autoComplete="off"
          error={isWrong('allowedAddresses') ? t`Enter at most 20 IP addresses or networks, such as 203.0.113.7 or 203.0.113.0/24` : undefined}
        />
        <SelectField
          label={t`Ends`}
          value={days}
          onChange={setDays}
          options={[
            { value: '0', text: t`Never` },
            { value: '30', text: t`After 30 days` },
            { value: '90', text: t`After 90 days` },
            { value: '365', text: t`After a year` },
          ]}
        />
        <p className="text-ink-2">
          {isTest ? <Trans>It reaches test money only. Switch off test mode for a live key.</Trans> : <Trans>It reaches real money only.</Trans>}
        </p>
        {create.error && <MakeProblem error={create.error} />}
      </div>
    </Sheet>
  )
}

function MakeProblem({ error }: { error: CallError }) {
  return (
    <Notice tone="negative" live="assertive" level={3} title={<Trans>No key was made</Trans>}>
      {error.code === 'API_KEY_ALREADY_EXISTS' ? (
        <Trans>There is a key with this name already. Choose another name.</Trans>
      ) : error.code === 'API_KEY_LIMIT_EXCEEDED' ? (
        <Trans>A business has at most 100 keys.</Trans>
      ) : error.code === 'LIVENESS_MISMATCH' ? (
        <Trans>This business takes test payments only.</Trans>
      ) : error.status === 0 ? (
        <Trans>We didn’t get an answer. If the key is in the list now, switch it off and make another one.</Trans>
      ) : (
        <CallProblem error={error} />
      )}
    </Notice>
  )
}
