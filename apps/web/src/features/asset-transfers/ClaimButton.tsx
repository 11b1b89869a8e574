import { Trans, useLingui } from '@lingui/react/macro'
import type { AssetTransferSummary } from '@nikau/contract/asset-transfers'
import { Button, LinkButton, Notice } from '@nikau/ui'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { forgetResolvedAssets } from '../../lib/assets-resolved.ts'
import { deployed } from '../../lib/config.ts'
import { paths } from '../../lib/paths.ts'
import { useAssetText } from './useAssetText.ts'
import { type ClaimAction, useVisitorClaim } from './useClaimAction.ts'

/** Claims what waits. Without the claim area it signs up and goes home, where everything that waits is claimed. */
export function ClaimButton({ summary, claim, linkKey }: { summary: AssetTransferSummary; claim: ClaimAction | undefined; linkKey: string | undefined }) {
  const { t } = useLingui()
  const assetText = useAssetText(summary)
  const visitor = useVisitorClaim(summary.id, summary.byLink ? linkKey : undefined)
  if (!deployed.people.claim)
    return (
      <LinkButton full href={paths.signUp} onClick={forgetResolvedAssets}>
        <Trans>Claim</Trans>
      </LinkButton>
    )
  const { start, busy, problem, isSignedIn } = claim ?? visitor
  return (
    <div className="grid gap-2">
      {problem && (
        <Notice tone="negative" live="assertive" title={<Trans>It wasn’t claimed</Trans>}>
          <ClaimProblem problem={problem} byLink={summary.byLink} />
        </Notice>
      )}
      <Button full busy={busy} busyLabel={isSignedIn ? t`Claiming` : t`Opening the sign-in`} onPress={start}>
        <Trans>Claim {assetText}</Trans>
      </Button>
      <p className="text-center text-caption text-ink-2">
        <HowToClaim recipient={summary.recipient} isSignedIn={isSignedIn} />
      </p>
    </div>
  )
}

/** What waits stays safe until it is claimed or goes back. */
export function ClaimProblem({ problem, byLink = false }: { problem: NonNullable<ClaimAction['problem']>; byLink?: boolean | undefined }) {
  if (problem === 'sign-in') return <Trans>We couldn’t open the sign-in. It still waits for you, so please try again.</Trans>
  if (problem.code === 'INVALID_ASSET_TRANSFER_STATUS') return <Trans>It has been claimed already, or has gone back to the sender.</Trans>
  if (problem.code === 'FORBIDDEN' && byLink) return <Trans>Check that you opened the whole link. Somebody may have used it already.</Trans>
  if (problem.code === 'FORBIDDEN') return <Trans>This account can’t claim it. It still waits for the person it was sent to.</Trans>
  return (
    <>
      <Trans>It still waits for you.</Trans> <CallProblem error={problem} />
    </>
  )
}

function HowToClaim({ recipient, isSignedIn }: { recipient: string | undefined; isSignedIn: boolean }) {
  if (isSignedIn || recipient === undefined) return <Trans>It’s free, and yours at once.</Trans>
  if (recipient.includes('@')) return <Trans>Sign in with the account that has {recipient}. It’s free.</Trans>
  return <Trans>We text a code to {recipient}. It’s free.</Trans>
}
