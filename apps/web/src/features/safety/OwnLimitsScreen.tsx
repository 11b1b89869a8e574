import { Trans, useLingui } from '@lingui/react/macro'
import type { OwnLimit, OwnLimits } from '@nikau/contract/own-limits'
import { type Cents, format, subtract, zero } from '@nikau/money'
import { Card, Header, Icon, Limit, Limits, LimitsSkeleton, Notice, Page, PageBody, Title, useSkeleton } from '@nikau/ui'
import { type ReactNode, useState } from 'react'
import { isLoading } from '../../lib/async-data.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { useScreen } from '../../lib/current-screen.ts'
import { useTimeLabel } from '../../lib/localized-text.ts'
import { useOwnLimitName, useOwnLimits, useSetOwnLimit } from '../../lib/own-limits.ts'
import { useTillSettings } from '../../lib/till-settings.ts'
import { NikauLimits } from './NikauLimits.tsx'
import { OwnLimitEditor } from './OwnLimitEditor.tsx'
import { TillSettings } from './TillSettings.tsx'

/** The limits that the person sets; each amount opens its editor. */
export function OwnLimitsScreen() {
  const { t } = useLingui()
  const { back } = useScreen()
  const own = useOwnLimits()
  const till = useTillSettings()
  // Together: what tills may take stands above Nikau’s limits and says what the row for no signal starts with.
  const waits = isLoading(own) || (!own.failed && isLoading(till))
  const skeleton = useSkeleton(waits)
  const hours = own.data?.riseHours ?? 24
  return (
    <Page>
      <Header backHref={back} backLabel={t`Back`} title={<Trans>Safety</Trans>} />
      <PageBody tight>
        <Title lede={<Trans>Lower counts now, higher after {hours} hours.</Trans>}>
          <Trans>My limits</Trans>
        </Title>
        {own.failed ? (
          <div className="pt-5">
            <LoadFailed source={own}>
              <Trans>We couldn’t load your limits</Trans>
            </LoadFailed>
          </div>
        ) : own.data && !waits ? (
          <Loaded own={own.data} noSignal={till.data?.noSignalLimit} />
        ) : (
          <div className="pt-5" aria-busy="true">
            {skeleton && (
              <Card flush>
                <LimitsSkeleton rows={4} />
              </Card>
            )}
          </div>
        )}
      </PageBody>
    </Page>
  )
}

/** `noSignal`: without one of their own, the limit for no signal is the one that everyone starts with. */
function Loaded({ own, noSignal }: { own: OwnLimits; noSignal: Cents | undefined }) {
  const { t } = useLingui()
  const [edited, setEdited] = useState<OwnLimit>()
  const limits = own.limits.map((limit) => (limit.name === 'no-signal' && noSignal !== undefined ? { ...limit, limit: noSignal } : limit))
  return (
    <>
      <div className="pt-5">
        <Card flush>
          <Limits label={t`My limits`}>
            {limits.map((limit) => (
              <OwnLimitRow key={limit.name} limit={limit} onEdit={() => setEdited(limit)} />
            ))}
          </Limits>
        </Card>
      </div>
      {own.limits.map((limit) => limit.rise && <Rise key={limit.name} limit={limit} rise={limit.rise} />)}
      <TillSettings />
      <NikauLimits />
      {edited && <OwnLimitEditor key={edited.name} limit={edited} riseHours={own.riseHours} onClose={() => setEdited(undefined)} />}
    </>
  )
}

function OwnLimitRow({ limit, onEdit }: { limit: OwnLimit; onEdit: () => void }) {
  const { t } = useLingui()
  const name = useOwnLimitName()(limit.name)
  const text = limit.limit === undefined ? t`No limit` : format(limit.limit)
  const today = todaysUse(limit)
  const [used, left] = [format(today?.used ?? zero), format(today?.left ?? zero)]
  return (
    <Limit
      name={name}
      detail={useDetail(limit)}
      text={text}
      edit={{ label: t`${name}: ${text}, change`, onPress: onEdit }}
      use={today && { used: today.fraction, usedText: t`${used} today`, leftText: t`${left} left` }}
    />
  )
}

/** What today has used of a day's limit, or of the lower one in force. */
function todaysUse({ name, limit, lowered, usage = zero }: OwnLimit) {
  const ceiling = lowered?.limit ?? limit
  if (ceiling === undefined || (name !== 'one-day' && usage === zero)) return undefined
  return { used: usage, left: usage >= ceiling ? zero : subtract(ceiling, usage), fraction: ceiling > 0n ? Number((usage * 1000n) / ceiling) / 1000 : 1 }
}

function useDetail({ name, lowered }: OwnLimit): ReactNode {
  const timeLabel = useTimeLabel()
  if (name === 'no-signal') return <Trans>What the codes that a device keeps pay together. With signal it gets new ones, with the whole limit.</Trans>
  if (!lowered) return undefined
  const [amount, until] = [format(lowered.limit), timeLabel(lowered.until)]
  return lowered.because === 'new-device' ? (
    <Trans>
      {amount} until {until}, because you signed in on a new device.
    </Trans>
  ) : (
    <Trans>
      {amount} until {until}, because your email changed.
    </Trans>
  )
}

/** A rise that waits. It can be taken back. */
function Rise({ limit, rise }: { limit: OwnLimit; rise: NonNullable<OwnLimit['rise']> }) {
  const name = useOwnLimitName()(limit.name)
  const at = useTimeLabel()(rise.at)
  const { set, isPending, error } = useSetOwnLimit()
  const current = format(limit.limit ?? zero)
  const amount = rise.limit && format(rise.limit)
  return (
    <div className="pt-4">
      <Notice
        tone="info"
        icon={<Icon name="clock" />}
        title={
          amount === undefined ? (
            <Trans>{name}: no limit</Trans>
          ) : (
            <Trans>
              {name} rises to {amount}
            </Trans>
          )
        }
      >
        {at}.{' '}
        <button type="button" className="n-link" disabled={isPending} onClick={() => void set(limit.name, limit.limit ?? null)}>
          <Trans>Keep {current}</Trans>
        </button>
        {error && (
          <p role="alert">
            <Trans>Your limit wasn’t changed.</Trans> <CallProblem error={error} />
          </p>
        )}
      </Notice>
    </div>
  )
}
