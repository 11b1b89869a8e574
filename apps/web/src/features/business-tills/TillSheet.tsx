import { Trans, useLingui } from '@lingui/react/macro'
import type { AnswerOf } from '@nikau/contract'
import { createPairingCode, renameTill, type Till } from '@nikau/contract/tills'
import { Button, Notice, Sheet, TextField } from '@nikau/ui'
import { useState } from 'react'
import { useBusiness } from '../../lib/business.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { toast } from '../../lib/toasts.ts'
import { SwitchOffDialog } from './SwitchOffDialog.tsx'
import { TillStatusChip, useNameProblem } from './texts.tsx'
import { reloadTills } from '../../lib/useTills.ts'

interface TillSheetProps {
  till: Till
  onCode: (made: AnswerOf<typeof createPairingCode>) => void
  onClose: () => void
}

/** One till: its name, a code that pairs another device with it, and its end. */
export function TillSheet({ till, onCode, onClose }: TillSheetProps) {
  const { t } = useLingui()
  const { accountId } = useBusiness()
  const [name, setName] = useState(till.name)
  const [isSwitchingOff, setSwitchingOff] = useState(false)
  const rename = useEndpointMutation(renameTill)
  const makeCode = useEndpointMutation(createPairingCode)
  const nameProblem = useNameProblem()(name, rename.error)
  const params = { accountId, tillId: till.id }
  const save = async () => {
    if (name.trim() === '') return
    const saved = await rename.mutateAsync({ params, body: { name: name.trim() } }).catch(() => undefined) // shown below
    if (!saved) return
    void reloadTills()
    toast({ text: t`${saved.name} saved` })
    onClose()
  }
  const pair = async () => {
    const made = await makeCode.mutateAsync({ params }).catch(() => undefined) // shown below
    if (made) onCode(made)
  }
  if (isSwitchingOff) return <SwitchOffDialog till={till} onClose={onClose} />
  const error = makeCode.error ?? (rename.error?.code === 'TILL_ALREADY_EXISTS' ? null : rename.error)
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={till.name}
      closeLabel={t`Close`}
      actions={
        <>
          <Button full onPress={() => void save()} isDisabled={name.trim() === till.name} busy={rename.isPending} busyLabel={t`Saving`}>
            <Trans>Save the name</Trans>
          </Button>
          <Button full variant="outlined" onPress={() => void pair()} busy={makeCode.isPending} busyLabel={t`Making a code`}>
            {till.status === 'paired' ? <Trans>Pair another device</Trans> : <Trans>Pair a device</Trans>}
          </Button>
          {till.status !== 'off' && (
            <Button full variant="destructive" onPress={() => setSwitchingOff(true)}>
              <Trans>Switch off</Trans>
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-5">
        <p className="flex flex-wrap items-center gap-3">
          {till.merchantName}
          <TillStatusChip status={till.status} />
        </p>
        <TextField
          label={t`Name`}
          value={name}
          onChange={(text) => {
            setName(text)
            rename.reset()
          }}
          maxLength={40}
          autoComplete="off"
          error={nameProblem}
        />
        <p className="text-ink-2">
          {till.status === 'paired' ? (
            <Trans>A new code is good for 10 minutes. The device that is paired now goes on until another one uses the code.</Trans>
          ) : till.status === 'off' ? (
            <Trans>This till is off. Pairing a device switches it on again.</Trans>
          ) : (
            <Trans>No device has used its code yet. A new code ends the one before.</Trans>
          )}
        </p>
        {error && (
          <Notice tone="negative" live="assertive" level={3} title={<Trans>Nothing was changed</Trans>}>
            <CallProblem error={error} />
          </Notice>
        )}
      </div>
    </Sheet>
  )
}
