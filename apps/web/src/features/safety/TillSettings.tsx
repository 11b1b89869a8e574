import { Trans, useLingui } from '@lingui/react/macro'
import type { TillSettings as Settings } from '@nikau/contract/patron-codes'
import { format, subtract, zero } from '@nikau/money'
import { Card, Limit, Limits, Notice, Section, Switch } from '@nikau/ui'
import { useState } from 'react'
import { CallProblem } from '../../lib/CallProblem.tsx'
import type { CallError } from '../../lib/call-error.ts'
import { useFlags } from '../../lib/flags.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { eraseOfflineCodes } from '../../lib/erase-records.ts'
import { useTillSettings, useUpdateTillSettings } from '../../lib/till-settings.ts'
import { WithoutApprovalEditor } from './WithoutApprovalEditor.tsx'

/** What a till may take with the person's barcode without asking. Not shown where there is no barcode; the screen waits for it. */
export function TillSettings() {
  const { showBarcode } = useFlags()
  return showBarcode ? <AtTheTill /> : undefined
}

function AtTheTill() {
  const settings = useTillSettings()
  return (
    <Section title={<Trans>At the till</Trans>}>
      {settings.failed ? (
        <LoadFailed source={settings}>
          <Trans>We couldn’t load what tills may take</Trans>
        </LoadFailed>
      ) : settings.data ? (
        <Loaded settings={settings.data} />
      ) : undefined}
    </Section>
  )
}

function Loaded({ settings }: { settings: Settings }) {
  const { t } = useLingui()
  const update = useUpdateTillSettings()
  const [isEditing, setIsEditing] = useState(false)
  const limit = format(settings.noSignalLimit)
  const without = settings.withoutApproval
  const text = without ? format(without.limit) : t`Off`
  const [used, left] = [format(without?.used ?? zero), format(without && without.used < without.limit ? subtract(without.limit, without.used) : zero)]
  const fraction = without && without.limit > 0n ? Number((without.used * 1000n) / without.limit) / 1000 : 1
  const setNoSignal = async (on: boolean) => {
    if (!(await update.set({ noSignal: on }))) return
    if (!on) await eraseOfflineCodes()
  }
  return (
    <>
      <Card flush>
        <div className="border-b border-line p-4">
          <Switch
            on={settings.noSignal}
            isDisabled={update.isPending}
            onChange={(on) => void setNoSignal(on)}
            detail={<Trans>This device keeps codes for the next hour. Each pays once, without asking you; together up to {limit}.</Trans>}
          >
            <span className="font-semibold">
              <Trans>Pay with no signal</Trans>
            </span>
          </Switch>
        </div>
        <Limits label={t`At the till`}>
          <Limit
            name={<Trans>Pay at the till without asking me</Trans>}
            detail={without ? <Trans>Up to this much a day. Above it you approve each payment.</Trans> : <Trans>You approve each payment.</Trans>}
            text={text}
            edit={{ label: t`Pay at the till without asking me: ${text}, change`, onPress: () => setIsEditing(true) }}
            use={without && { used: fraction, usedText: t`${used} today`, leftText: t`${left} left` }}
          />
        </Limits>
      </Card>
      {update.error && <NotChanged error={update.error} />}
      {isEditing && <WithoutApprovalEditor settings={settings} onClose={() => setIsEditing(false)} />}
    </>
  )
}

function NotChanged({ error }: { error: CallError }) {
  return (
    <div className="pt-4">
      <Notice tone="negative" live="assertive" title={<Trans>Nothing was changed</Trans>}>
        <CallProblem error={error} />
      </Notice>
    </div>
  )
}
