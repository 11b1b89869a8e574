import { Suspense, useEffect, useState } from 'react'
import { isInstalled, useHasInstallPrompt } from '../../lib/install-prompt.ts'
import { lazyScreen } from '../../lib/lazy-screen.ts'
import { localConfig, updateLocalConfig } from '../../lib/local-config.ts'
import type { WalletActivity } from '../../lib/wallet-activities.ts'
import { installStepsOf } from './install-steps.ts'

const InstallSheet = lazyScreen(async () => (await import('./InstallSheet.tsx')).InstallSheet)

const dayMs = 86_400_000
const daysBetweenOffers = 90
/** Somebody who came to do something has gone on by then. */
const afterMs = 2000

/**
 * Offers to install the app, on home only: never over a form or a payment, not on the first visit, not before the wallet has paid or
 * received something, at most once in 90 days, and never in the installed app (docs/decisions/0164).
 */
export function InstallOffer({ activities }: { activities: readonly WalletActivity[] | undefined }) {
  const [isOpen, setIsOpen] = useState(false)
  const [visit] = useState(currentVisit)
  useEffect(() => noteVisit(visit), [visit])
  const hasPrompt = useHasInstallPrompt()
  const steps = hasPrompt ? undefined : installStepsOf(navigator)
  const hasUsedWallet = activities?.some(({ type }) => type === 'payment' || type === 'received') ?? false
  const mayOffer = visit === 'later' && hasUsedWallet && (hasPrompt || steps !== undefined) && !isInstalled()
  useEffect(() => {
    if (!mayOffer || wasOfferedLately()) return undefined
    const timer = setTimeout(() => {
      if (document.querySelector('.n-scrim') !== null) return // the menu, or a question, is open
      updateLocalConfig({ installOfferedAt: new Date().toISOString() })
      setIsOpen(true)
    }, afterMs)
    return () => clearTimeout(timer)
  }, [mayOffer])
  if (!isOpen) return undefined
  return (
    <Suspense>
      <InstallSheet steps={steps} onClose={() => setIsOpen(false)} />
    </Suspense>
  )
}

function wasOfferedLately(): boolean {
  const { installOfferedAt } = localConfig()
  return installOfferedAt !== undefined && Date.now() - Date.parse(installOfferedAt) < daysBetweenOffers * dayMs
}

const visitKey = 'nikau.visit'

/** Whether home was opened here on an earlier visit. A visit lasts as long as the tab: a reload or a sign-in does not begin another. */
function currentVisit(): string {
  try {
    return sessionStorage.getItem(visitKey) ?? (localConfig().visited ? 'later' : 'first')
  } catch {
    return 'unknown' // storage is blocked
  }
}

function noteVisit(visit: string): void {
  if (visit === 'unknown') return
  sessionStorage.setItem(visitKey, visit)
  if (!localConfig().visited) updateLocalConfig({ visited: true })
}
