import { Trans, useLingui } from '@lingui/react/macro'
import { listAccountMemberships } from '@nikau/contract/accounts'
import {
  claimAssetTransfer,
  claimAssetTransferByLink,
  getAssetTransfer,
  getAssetTransferSummary,
  listClaimedTransfers,
  otherRecipientRefusal,
} from '@nikau/contract/asset-transfers'
import { Header, Page, PageBody, Title } from '@nikau/ui'
import { type ReactNode, useCallback, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { useScreen } from '../../lib/current-screen.ts'
import { queryClient, useEndpointMutation, useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { paths } from '../../lib/paths.ts'
import { RequireSession } from '../../lib/session.tsx'
import { AssetTransferDetails } from './AssetTransferDetails.tsx'
import { AliasNotConfirmedPage, OtherRecipientPage } from './ClaimRefusedPages.tsx'
import { SummaryScreen } from './SummaryScreen.tsx'
import { invalidateAssets } from './invalidate-assets.ts'
import { isClaimState, linkKeyIn } from './useClaimAction.ts'

interface OwnTransferProps {
  id: string
  linkKey: string | undefined
}

/** The person's own side of the transfer, or the summary with a Claim that needs no sign-in; the plain summary if the session is over. */
export function OwnTransferScreen({ signedOut, ...props }: OwnTransferProps & { signedOut: ReactNode }) {
  return (
    <RequireSession signedOut={signedOut}>
      <SignedIn {...props} />
    </RequireSession>
  )
}

function SignedIn({ id, linkKey }: OwnTransferProps) {
  const { t } = useLingui()
  const { back } = useScreen()
  const isClaiming = isClaimState(useLocation().state)
  const own = useEndpointQuery(getAssetTransfer, { params: { id } }, { enabled: !isClaiming })
  if (isClaiming || own.error?.isRefusal) return <ClaimableScreen id={id} linkKey={linkKey} isAsked={isClaiming} />
  return (
    <Page ground="surface">
      <Header backHref={back} backLabel={t`Back`} title={<Trans>Transfer</Trans>} />
      <PageBody>
        {own.data === undefined && (
          <Title hidden>
            <Trans>Transfer</Trans>
          </Title>
        )}
        <AssetTransferDetails id={id} level={1} />
      </PageBody>
    </Page>
  )
}

/** Of a link that lost its end on the way: the server says that it is not good, as of any other key. */
const noLinkKey = '-'.repeat(22)

/** A person who has just signed up has no account yet; the claim opens it. */
function ClaimableScreen({ id, linkKey, isAsked }: OwnTransferProps & { isAsked: boolean }) {
  const navigate = useNavigate()
  const byAlias = useEndpointMutation(claimAssetTransfer)
  const byLink = useEndpointMutation(claimAssetTransferByLink)
  const summary = useEndpointQuery(getAssetTransferSummary, { params: { id } }).data
  const isByLink = linkKeyIn(useLocation().state) !== undefined || summary?.byLink === true
  const claim = isByLink ? byLink : byAlias
  const { isIdle, error } = claim
  const [claimByAlias, claimByLink] = [byAlias.mutate, byLink.mutate]
  const start = useCallback(() => {
    const outcome = {
      onSuccess: () => {
        invalidateAssets(listAccountMemberships, listClaimedTransfers)
        void navigate(paths.home, { replace: true })
      },
      // It may have become final meanwhile.
      onError: () => void queryClient.invalidateQueries({ queryKey: [getAssetTransferSummary.method, getAssetTransferSummary.path] }),
    }
    if (isByLink) claimByLink({ params: { id }, body: { linkKey: linkKey ?? noLinkKey } }, outcome)
    else claimByAlias({ params: { id } }, outcome)
  }, [id, isByLink, linkKey, claimByAlias, claimByLink, navigate])
  useEffect(() => {
    if (isAsked && isIdle) start()
  }, [isAsked, isIdle, start])
  if (error?.code === 'ASSET_TRANSFER_INVALID_RECIPIENT') {
    const both = z.safeDecode(otherRecipientRefusal, error.body as z.input<typeof otherRecipientRefusal>).data
    return <OtherRecipientPage id={id} recipient={both?.recipient} yours={both?.yours} linkKey={linkKey} />
  }
  if (error?.code === 'ALIAS_NOT_CONFIRMED') return <AliasNotConfirmedPage id={id} />
  return (
    <SummaryScreen id={id} linkKey={linkKey} claim={{ start, busy: claim.isPending || claim.isSuccess, problem: claim.error ?? undefined, isSignedIn: true }} />
  )
}
