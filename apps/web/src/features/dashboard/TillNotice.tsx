import { Trans } from '@lingui/react/macro'
import { format } from '@nikau/money'
import { Icon, Notice } from '@nikau/ui'
import { useEffect, useState } from 'react'
import { useScreenPath } from '../../lib/current-screen.ts'
import { useFlags } from '../../lib/flags.ts'
import { useTimeLabel } from '../../lib/localized-text.ts'
import { codesLeft, type KeptCodes, readOfflineCodes } from '../../lib/offline-codes.ts'
import { serverNow } from '../../lib/server-clock.ts'

/** What still works without signal: the codes for the till, while the device has some. */
export function TillNotice({ userId }: { userId: string | undefined }) {
  const [kept, setKept] = useState<KeptCodes>()
  useEffect(() => {
    readOfflineCodes(userId).then(setKept, () => undefined)
  }, [userId])
  const href = useScreenPath('my-codes')
  const { showBarcode } = useFlags()
  const timeLabel = useTimeLabel()
  const last = kept && codesLeft(kept, serverNow()).at(-1)
  if (!kept || !last || !showBarcode) return undefined
  const [limit, until] = [format(kept.set.limit), timeLabel(last.expiresAt)]
  return (
    <Notice tone="info" icon={<Icon name="pay" />} title={<Trans>You can still pay at the till</Trans>} href={href}>
      <Trans>
        Up to {limit}, until {until}.
      </Trans>
    </Notice>
  )
}
