import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { timeOfDay } from '@nikau/nz/nz-time'
import { format } from '@nikau/money'
import { Barcode, BigBarcode, Button, FieldState, Figures, Icon } from '@nikau/ui'
import { useState } from 'react'
import type { KeptCodes } from '../../lib/offline-codes.ts'
import { useOnline } from '../../lib/useOnline.ts'
import { CodeFrame } from './CodeFrame.tsx'
import { NoCode } from './CodeFailure.tsx'
import { type OfflineCode as Code, offlineView } from './code-life.ts'
import { useCodeLabel } from './useCodeLabel.ts'

interface OfflineCodeProps {
  kept: KeptCodes
  now: Date
  onUsed: (codeId: string) => void
  onTryAgain: () => void
}

/** Without signal: the code of this moment, for how long and how much. It never claims a payment, because the phone cannot know. */
export function OfflineCode({ kept: { set, usedIds }, now, onUsed, onTryAgain }: OfflineCodeProps) {
  const online = useOnline()
  const { present, following } = offlineView(set, usedIds, now)
  const ended = set.codes.at(-1)?.expiresAt ?? now
  const endedAt = timeOfDay(ended)
  if (!present && following.length === 0)
    return (
      <NoCode icon="clock" onTryAgain={onTryAgain}>
        {ended > now ? (
          <Trans>You’ve used all your codes for no signal. You get new ones as soon as you’re connected.</Trans>
        ) : (
          <Trans>Your last code for no signal ended at {endedAt}. You get new ones as soon as you’re connected.</Trans>
        )}
      </NoCode>
    )
  return (
    <CodeFrame title={<Trans>Barcode, no signal</Trans>}>
      {/* The bar above all screens says it when the phone knows. */}
      {online && (
        <FieldState icon={<Icon name="offline" size="s" />}>
          <Trans>No signal</Trans>
        </FieldState>
      )}
      {present ? (
        <Present code={present} following={following} limit={format(set.limit)} now={now} onUsed={() => onUsed(present.id)} />
      ) : (
        <Waiting next={following[0]!} following={following.slice(1)} />
      )}
    </CodeFrame>
  )
}

interface PresentProps {
  code: Code
  following: Code[]
  limit: string
  now: Date
  onUsed: () => void
}

function Present({ code, following, limit, now, onUsed }: PresentProps) {
  const { t } = useLingui()
  const label = useCodeLabel()(code.barcode)
  const [isBig, setIsBig] = useState(false)
  const until = timeOfDay(code.expiresAt)
  const minutes = Math.max(1, Math.ceil((code.expiresAt.getTime() - Math.max(now.getTime(), code.startsAt.getTime())) / 60_000))
  const works = t`${minutes} min`
  return (
    <>
      <div className="-mx-2.5 pt-6">
        <Barcode value={code.barcode} label={label} />
      </div>
      <div className="pt-5">
        <Figures
          figures={[
            { key: 'time', name: t`Works for`, figure: works, detail: t`until ${until}` },
            { key: 'amount', name: t`Pays up to`, figure: limit, detail: t`without asking you` },
          ]}
        />
      </div>
      <p className="pt-4">
        <Trans>Show it at the till. The shop’s receipt is your proof; it shows here when you have signal.</Trans>
      </p>
      <Following codes={following} />
      <div className="grid gap-2 pt-5">
        <Button full variant="accent" onPress={onUsed}>
          <Trans>Paid. Show the next code</Trans>
        </Button>
        <Button full variant="on-field" icon={<Icon name="expand" size="s" />} onPress={() => setIsBig(true)}>
          <Trans>Big print</Trans>
        </Button>
      </div>
      <BigBarcode
        isOpen={isBig}
        onClose={() => setIsBig(false)}
        value={code.barcode}
        label={label}
        title={t`Ready to scan`}
        status={t`Works for ${works}`}
        closeLabel={t`Close`}
      />
    </>
  )
}

/** The code of this window has paid; the next one is good when its own window begins. */
function Waiting({ next, following }: { next: Code; following: Code[] }) {
  const from = timeOfDay(next.startsAt)
  return (
    <div className="pt-16 pb-10 text-center" role="status">
      <p className="text-head">
        <Trans>Your next code works from {from}</Trans>
      </p>
      <p className="pt-2 text-on-field-2">
        <Trans>Each code pays once, in its own five minutes. It shows here by itself.</Trans>
      </p>
      <Following codes={following} />
    </div>
  )
}

function Following({ codes }: { codes: Code[] }) {
  const last = codes.at(-1)
  const until = last && timeOfDay(last.expiresAt)
  return (
    <p className="pt-3 text-label text-on-field-2">
      {until === undefined ? (
        <Trans>This is your last code for no signal.</Trans>
      ) : (
        <Trans>
          <Plural value={codes.length} one="# more code" other="# more codes" /> after this one, until {until}.
        </Trans>
      )}
    </p>
  )
}
