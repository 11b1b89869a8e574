import { useState } from 'react'
import { Navigate } from 'react-router'
import { useFlags } from '../../lib/flags.ts'
import { paths } from '../../lib/paths.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { useVisible } from '../../lib/useVisible.ts'
import { CodeFailure } from './CodeFailure.tsx'
import { OfflineCode } from './OfflineCode.tsx'
import { useOfflineCodes } from './useOfflineCodes.ts'
import { useTicks } from './useTicks.ts'
import { useWakeLock } from './useWakeLock.ts'

/** The app was started without signal, so nobody can sign in: the codes of the person who signed in here last and has not signed out. */
export function CodesWithoutSignal() {
  const { showBarcode } = useFlags()
  const isVisible = useVisible()
  const [now, setNow] = useState(serverNow)
  const { kept, markUsed } = useOfflineCodes(undefined)
  useWakeLock(isVisible)
  useTicks(isVisible, () => setNow(serverNow()))
  const tryAgain = () => location.reload()
  if (!showBarcode) return <Navigate replace to={paths.scan} />
  if (kept === undefined) return <div className="min-h-dvh" aria-busy="true" />
  return kept ? (
    <OfflineCode kept={kept} now={now} onUsed={markUsed} onTryAgain={tryAgain} />
  ) : (
    <CodeFailure error={{ status: 0, code: 'NETWORK' }} onTryAgain={tryAgain} />
  )
}
