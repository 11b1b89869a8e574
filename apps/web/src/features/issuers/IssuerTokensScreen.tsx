import { Trans } from '@lingui/react/macro'
import type { Asset } from '@nikau/contract/assets'
import { longDate } from '@nikau/nz/nz-time'
import type { TokenCollection } from '../../lib/token-issuers.ts'
import { type AssetGround, AssetMedia, Button, Card, Icon, List, ListItem } from '@nikau/ui'
import { useId, useState } from 'react'
import { paths } from '../../lib/paths.ts'
import { pictureUrl } from '../../lib/shop-picture.ts'
import { IssuerFrame } from './IssuerFrame.tsx'

/** The person's tokens of an issuer, grouped by collection. */
export function IssuerTokensScreen() {
  return (
    <IssuerFrame tab="assets">
      {(issuer) => (
        <div className="flex flex-col gap-3 pt-5">
          {issuer.collections.map((collection) => (
            <Collection key={collection.id} collection={collection} ground={issuer.brandColorClass as AssetGround} />
          ))}
        </div>
      )}
    </IssuerFrame>
  )
}

function Collection({ collection, ground }: { collection: TokenCollection; ground: AssetGround }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const count = collection.tokens.length
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-4">
        <AssetMedia kind={ground} img={pictureUrl(collection.displayImage)} size="l" />
        <div className="min-w-32 flex-1">
          <h2 className="font-semibold" id={id}>
            {collection.name}
          </h2>
          <p className="text-label text-ink-2">
            <Trans>×{count} Tokens</Trans>
          </p>
        </div>
        <Button
          variant="quiet"
          size="s"
          aria-expanded={open}
          aria-describedby={id}
          onPress={() => setOpen(!open)}
          icon={
            <span className={open ? 'rotate-180' : undefined}>
              <Icon name="down" size="s" />
            </span>
          }
        >
          {open ? <Trans>Hide</Trans> : <Trans>Show</Trans>}
        </Button>
      </div>
      {open && (
        <div className="pt-2">
          <List labelledBy={id}>
            {collection.tokens.map((token) => (
              <ListItem key={token.id} href={paths.asset(token.id)} name={<Expiry token={token} />} chevron />
            ))}
          </List>
        </div>
      )}
    </Card>
  )
}

function Expiry({ token: { expiresAt } }: { token: Asset }) {
  const date = expiresAt && longDate(expiresAt)
  return date ? <Trans>Expires {date}</Trans> : <Trans>No expiry date</Trans>
}
