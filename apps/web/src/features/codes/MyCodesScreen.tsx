import { useEffect, useEffectEvent, useState } from 'react'
import { Navigate } from 'react-router'
import { useAccountId } from '../../lib/account.ts'
import { deployed } from '../../lib/config.ts'
import { useFlags } from '../../lib/flags.ts'
import type { KeptCodes } from '../../lib/offline-codes.ts'
import { paths } from '../../lib/paths.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { useSession } from '../../lib/session.tsx'
import { useTillSettings } from '../../lib/till-settings.ts'
import { useOnline } from '../../lib/useOnline.ts'
import { useVisible } from '../../lib/useVisible.ts'
import { CodeFailure } from './CodeFailure.tsx'
import { CodeFrame } from './CodeFrame.tsx'
import { CurrentCode } from './CurrentCode.tsx'
import { offlineView, ticksPerCheck } from './code-life.ts'
import { OfflineCode } from './OfflineCode.tsx'
import { TillHint } from './TillHint.tsx'
import { useOfflineCodes } from './useOfflineCodes.ts'
import { usePatronCode } from './usePatronCode.ts'
import { useTicks } from './useTicks.ts'
import { useTillRequests } from './useTillRequests.ts'
import { useWakeLock } from './useWakeLock.ts'

export function MyCodesScreen() {
  const { showBarcode } = useFlags()
  return showBarcode ? <MyCodes /> : <Navigate replace to={paths.scan} />
}

/** The person's code for the till. Without signal, the code of this moment from the set that the device keeps. */
function MyCodes() {
  const userId = useSession().user.profile.sub
  const online = useOnline()
  const isVisible = useVisible()
  const [now, setNow] = useState(serverNow)
  const account = useAccountId()
  const settings = useTillSettings().data
  const current = usePatronCode(userId)
  // A phone that thinks it is connected may still reach nobody.
  const hasSignal = online && current.error?.status !== 0
  const offline = useOfflineCodes({ userId, settings, hasSignal, now })
  const isWithoutSignal = !hasSignal && Boolean(offline.kept)
  const till = useTillRequests(isVisible && hasSignal)
  // Without signal a request could only fail, and would hide the code that works. A person who has just signed up gets an account first.
  const canRequest = hasSignal ? account.data !== undefined || account.failed : offline.kept === null
  const refresh = useEffectEvent(() => current.refresh(serverNow()))
  useEffect(() => {
    if (canRequest && isVisible) refresh() // not only at the next tick
  }, [canRequest, isVisible])
  useWakeLock(isVisible)
  useTicks(isVisible, (tick) => {
    setNow(serverNow())
    if (canRequest) current.refresh(serverNow())
    if (online && tick > 0 && tick % ticksPerCheck === 0) void till.check().then((answered) => answered && isWithoutSignal && current.tryAgain())
  })
  if (isWithoutSignal && offline.kept) return <OfflineCode kept={offline.kept} now={now} onUsed={offline.markUsed} onTryAgain={current.tryAgain} />
  if (current.error) return <CodeFailure error={current.error} onTryAgain={current.tryAgain} />
  return (
    <CodeFrame>
      <CurrentCode code={current.code && current.code.expiresAt > now ? current.code : undefined} now={now} settings={settings} waitingId={till.waitingId} />
      {deployed.people.guard && <TillHint settings={settings} hasCodes={hasCodesLeft(offline.kept, now)} />}
    </CodeFrame>
  )
}

function hasCodesLeft(kept: KeptCodes | null | undefined, now: Date): boolean {
  if (!kept) return false
  const { present, following } = offlineView(kept.set, kept.usedIds, now)
  return present !== undefined || following.length > 0
}
