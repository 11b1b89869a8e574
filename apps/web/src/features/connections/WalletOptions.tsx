import { Trans } from '@lingui/react/macro'
import { listSupportedWallets, type SupportedWallet } from '@nikau/contract'
import type { ConnectionSummary } from '@nikau/contract/connections'
import { EmptyState, ListSkeleton, OptionLink, useSkeleton } from '@nikau/ui'
import { deployed } from '../../lib/config.ts'
import { toAsyncData } from '../../lib/async-data.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { connectHref, isOwnWallet } from './connect-href.ts'

/** The wallets that can connect to the shop, each with its name, logo, colour and link. */
export function WalletOptions({ connection, shopName }: { connection: ConnectionSummary; shopName: string }) {
  const query = useEndpointQuery(listSupportedWallets, { params: { id: connection.merchantId } })
  const wallets = toAsyncData(query.data, query)
  const skeleton = useSkeleton(wallets.data === undefined && !wallets.failed)
  if (wallets.failed)
    return (
      <LoadFailed source={wallets}>
        <Trans>We couldn’t load the wallets</Trans>
      </LoadFailed>
    )
  if (wallets.data?.length === 0)
    return (
      <EmptyState drawing="frond" level={2} title={<Trans>No wallets available</Trans>}>
        <Trans>This merchant doesn’t support any wallets yet.</Trans>
      </EmptyState>
    )
  return (
    <>
      <h2 className="n-heading">
        <Trans>Choose a wallet</Trans>
      </h2>
      <div className="pt-3">
        {wallets.data ? (
          wallets.data.map((wallet) => <WalletOption key={wallet.id} wallet={wallet} connectionId={connection.id} />)
        ) : (
          <div aria-busy="true">{skeleton && <ListSkeleton rows={2} />}</div>
        )}
      </div>
      {wallets.data && (
        <p className="pt-4 text-center text-caption text-ink-2">
          {deployed.people.guard ? (
            <Trans>Connecting pays nothing. You choose what {shopName} may do next.</Trans>
          ) : (
            <Trans>Connecting pays nothing. You approve each payment.</Trans>
          )}
        </p>
      )}
    </>
  )
}

function WalletOption({ wallet, connectionId }: { wallet: SupportedWallet; connectionId: string }) {
  const href = connectHref(wallet, connectionId)
  const { name } = wallet
  if (href === undefined) return undefined
  return (
    <OptionLink
      href={href}
      media={<WalletMark wallet={wallet} />}
      detail={isOwnWallet(wallet) ? <Trans>Use your wallet here</Trans> : <Trans>Opens {name}</Trans>}
    >
      {name}
    </OptionLink>
  )
}

/** The wallet's logo on paper, framed in its colour. Attributes of an SVG, because the content security policy forbids inline styles. */
function WalletMark({ wallet: { name, logoImg, primaryColorHex } }: { wallet: SupportedWallet }) {
  return (
    <svg className="connection-wallet" viewBox="0 0 44 44" aria-hidden>
      <rect width="44" height="44" rx="13" fill={primaryColorHex} />
      {logoImg === undefined ? (
        <text x="22" y="28" textAnchor="middle">
          {name.charAt(0)}
        </text>
      ) : (
        <>
          <rect className="connection-wallet-paper" x="3" y="3" width="38" height="38" rx="10" />
          <image href={logoImg} x="9" y="9" width="26" height="26" />
        </>
      )}
    </svg>
  )
}
