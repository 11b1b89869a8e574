import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { plural } from '@lingui/core/macro'
import type { PatronCode, TillSettings } from '@nikau/contract/patron-codes'
import { format, subtract } from '@nikau/money'
import { Barcode, BigBarcode, Button, CountdownRing, Icon, LinkButton } from '@nikau/ui'
import { type ReactNode, useState } from 'react'
import { paths } from '../../lib/paths.ts'
import { aliveFraction, renewalAt, secondsUntil } from './code-life.ts'
import { useCodeLabel } from './useCodeLabel.ts'

interface CurrentCodeProps {
  /** Absent while the first one is requested. */
  code: PatronCode | undefined
  now: Date
  settings: TillSettings | undefined
  /** A till's request that the person has left without paying. */
  waitingId: string | undefined
}

/** The code with the time it has left, to show at the till. */
export function CurrentCode({ code, now, settings, waitingId }: CurrentCodeProps) {
  const { t } = useLingui()
  const label = useCodeLabel()(code?.barcode)
  const [isBig, setIsBig] = useState(false)
  const [isRotated, setIsRotated] = useState(false)
  const left = code ? secondsUntil(code.expiresAt, now) : undefined
  const untilNew = code ? secondsUntil(renewalAt(code), now) : undefined
  const minutes = Math.floor((untilNew ?? 0) / 60)
  const isEnding = code !== undefined && untilNew === 0
  return (
    <>
      <div className="-mx-2.5 pt-6">
        <Barcode value={code?.barcode} label={label} rotated={isRotated} />
      </div>
      <div className="flex items-center gap-5 pt-6 max-[18rem]:flex-col max-[18rem]:items-start">
        <Ring code={code} now={now} />
        <div className="min-w-0 flex-1">
          <p className="text-head">{isEnding ? <Trans>A new code is coming</Trans> : code ? <Trans>Ready</Trans> : <Trans>One moment</Trans>}</p>
          <p className="min-h-12 text-on-field-2">
            {isEnding ? (
              <Trans>
                Already scanned? This one stays good for <Plural value={left ?? 0} one="# second" other="# seconds" />.
              </Trans>
            ) : (
              <HowItPays settings={settings} />
            )}
          </p>
        </div>
      </div>
      {waitingId !== undefined && (
        <div className="pt-5">
          <LinkButton full variant="accent" href={paths.pay(waitingId)}>
            <Trans>A shop waits for your payment</Trans>
          </LinkButton>
        </div>
      )}
      <div className="grid grid-cols-2 gap-3 pt-6">
        <Button variant="on-field" size="s" isDisabled={!code} icon={<Icon name="expand" size="s" />} onPress={() => setIsBig(true)}>
          <Trans>Big print</Trans>
        </Button>
        <Button
          variant="on-field"
          size="s"
          isDisabled={!code}
          aria-pressed={isRotated}
          icon={<Icon name="rotate" size="s" />}
          onPress={() => setIsRotated(!isRotated)}
        >
          <Trans>Rotate</Trans>
        </Button>
      </div>
      {code && (
        <BigBarcode
          isOpen={isBig}
          onClose={() => setIsBig(false)}
          value={code.barcode}
          label={label}
          title={t`Ready to scan`}
          status={
            isEnding
              ? t`A new code is coming`
              : minutes > 0
                ? t`New code in ${plural(minutes, { one: '# minute', other: '# minutes' })}`
                : t`New code in ${plural(untilNew ?? 0, { one: '# second', other: '# seconds' })}`
          }
          closeLabel={t`Close`}
        />
      )}
    </>
  )
}

function Ring({ code, now }: { code: PatronCode | undefined; now: Date }) {
  const { t } = useLingui()
  if (!code) return <CountdownRing fraction={1} />
  const left = secondsUntil(code.expiresAt, now)
  const [minutes, seconds] = [Math.floor(left / 60), left % 60]
  const announced = [60, 10].includes(left) ? t`${plural(left, { one: '# second', other: '# seconds' })} left` : ''
  return (
    <CountdownRing fraction={aliveFraction(code, now)} unit={minutes > 0 ? t`min` : t`sec`} announcement={announced}>
      {minutes > 0 ? `${minutes}:${String(seconds).padStart(2, '0')}` : left}
    </CountdownRing>
  )
}

/** Who decides about the amount: the person here, or the limit that they have set for tills. */
function HowItPays({ settings }: { settings: TillSettings | undefined }): ReactNode {
  const without = settings?.withoutApproval
  if (!without || without.used >= without.limit) return <Trans>Show this at the till. You approve the amount here.</Trans>
  const left = format(subtract(without.limit, without.used))
  return <Trans>Show this at the till. Up to {left} today pays without asking you.</Trans>
}
