import { Trans, useLingui } from '@lingui/react/macro'
import { Avatar, Checkout, initials, Live, Logo, Party, VerifiedMark } from '@nikau/ui'
import { useParams } from 'react-router'
import { NoIndex } from '../../lib/NoIndex.tsx'
import { pictureUrl } from '../../lib/shop-picture.ts'
import { ClosedConnection } from './ConnectionStates.tsx'
import { type LoadedConnection, type Shop, useConnection } from './useConnection.ts'
import { WalletOptions } from './WalletOptions.tsx'
import './connections.css'

/** What anyone with the link sees: who asks, and the wallets that can connect. */
export function ConnectionScreen() {
  const { connectionId: id = '' } = useParams()
  const loaded = useConnection(id)
  return (
    <>
      <NoIndex />
      <ClosedConnection id={id} loaded={loaded}>
        {(open) => <OpenConnection {...open} />}
      </ClosedConnection>
    </>
  )
}

function OpenConnection({ connection, shop }: LoadedConnection) {
  return (
    <Checkout summary={<Summary shop={shop} askedAt={connection.formattedCreatedAt} />}>
      <WalletOptions connection={connection} shopName={shop.name} />
    </Checkout>
  )
}

function Summary({ shop, askedAt }: { shop: Shop; askedAt: string }) {
  const { t } = useLingui()
  const { name } = shop
  return (
    <>
      <div className="pb-6">
        <Logo label={t`Nikau`} />
      </div>
      <ShopParty shop={shop} tone="paper" />
      <h1 className="n-title pt-6" tabIndex={-1}>
        <Trans>Connect your wallet to {name}</Trans>
      </h1>
      <p className="connection-lede">
        <Trans>Then {name} can ask you for payments here.</Trans>
      </p>
      <p className="connection-state">
        <Live>
          <Trans>Waiting for you</Trans>
        </Live>
        <span>
          <Trans>Asked {askedAt}</Trans>
        </span>
      </p>
    </>
  )
}

export function ShopParty({ shop, tone }: { shop: Shop; tone: 'paper' | 'solid' }) {
  const { t } = useLingui()
  const { name, place, logo, verified } = shop
  return (
    <Party
      media={
        <Avatar shape="leaf" tone={tone} size="l">
          {logo === undefined ? initials(name) : <img className="connection-logo" src={pictureUrl(logo)} alt="" />}
        </Avatar>
      }
      name={
        verified ? (
          <>
            {name} <VerifiedMark label={t`Verified`} />
          </>
        ) : (
          name
        )
      }
      {...(place !== undefined && { detail: place })}
    />
  )
}
