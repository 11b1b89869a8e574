import { Trans } from '@lingui/react/macro'
import type { AssetTransferSummary } from '@nikau/contract/asset-transfers'
import { type ReactNode, Suspense, useState } from 'react'
import { lazyScreen } from '../../lib/lazy-screen.ts'
import type { Decline } from './decline.ts'

const DeclineDialog = lazyScreen(async () => (await import('./DeclineDialogs.tsx')).DeclineDialog)
const ReportDialog = lazyScreen(async () => (await import('./DeclineDialogs.tsx')).ReportDialog)

/** Decline and Report look like links, so that neither is pressed in place of Claim. */
export function DeclineLinks({ summary, decline, onField }: { summary: AssetTransferSummary; decline: Decline; onField?: boolean }) {
  const [open, setOpen] = useState<'decline' | 'report'>()
  const dialog = { summary, decline, onClose: () => setOpen(undefined) }
  return (
    <div className="flex flex-wrap justify-center gap-x-4 gap-y-5 pt-2">
      <LinkLike onField={onField} onPress={() => setOpen('decline')}>
        <Trans>Decline</Trans>
      </LinkLike>
      <LinkLike onField={onField} onPress={() => setOpen('report')}>
        <Trans>Report</Trans>
      </LinkLike>
      <Suspense>
        {open === 'decline' && <DeclineDialog {...dialog} onReport={() => setOpen('report')} />}
        {open === 'report' && <ReportDialog {...dialog} />}
      </Suspense>
    </div>
  )
}

function LinkLike({ onField, onPress, children }: { onField: boolean | undefined; onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" className="n-link inline-flex min-h-12 items-center px-3" data-tone={onField ? 'inherit' : 'brand'} onClick={onPress}>
      {children}
    </button>
  )
}
