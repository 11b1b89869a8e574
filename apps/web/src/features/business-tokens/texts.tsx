import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Collection, CollectionKind, CollectionStatus, TokenLife } from '@nikau/contract/collections'
import { pictureUrl, type TokenPicture, tokenPictures } from '@nikau/contract/token-pictures'
import { format } from '@nikau/money'
import { longDate, shortDate } from '@nikau/nz/nz-time'
import { type AssetKind, AssetMedia, Icon, StatusChip, TokenTile } from '@nikau/ui'
import type { ReactNode } from 'react'
import { pictureUrl as ofUpload } from '../../lib/shop-picture.ts'

/** The drawings of the wallet, whose colours follow the theme. */
const drawings: Readonly<Record<TokenPicture, AssetKind>> = { cup: 'coffee', gift: 'gift', bottle: 'cola', gate: 'farm' }

function lookOf(img: string | undefined): { kind: AssetKind } | { kind: 'neutral'; img: string | undefined } {
  const picture = tokenPictures.find((one) => pictureUrl(one) === img)
  return picture ? { kind: drawings[picture] } : { kind: 'neutral', img: img && ofUpload(img) }
}

export function TokenPictureOf({ img }: { img: string | undefined }) {
  return <AssetMedia {...lookOf(img)} />
}

/** The token as its holder sees it. */
export function TokenCard({ img, name, detail }: { img: string | undefined; name: ReactNode; detail: ReactNode }) {
  return <TokenTile {...lookOf(img)} name={name} detail={detail} wide />
}

/** "Discount, up to $4.00". */
export function useKindText(): (token: { kind: CollectionKind; worth?: bigint | undefined; items: readonly string[] }) => string {
  const { t } = useLingui()
  return ({ kind, worth, items }) => {
    const amount = format((worth ?? 0n) as Parameters<typeof format>[0])
    const item = items.join(', ')
    if (kind === 'product') return item === '' ? t`Product` : t`Product: ${item}`
    return kind === 'gift' ? t`Gift card, ${amount}` : t`Discount, up to ${amount}`
  }
}

export function useLifeText(): (life: TokenLife) => string {
  const { t } = useLingui()
  return ({ unit, count }) => {
    const texts = {
      day: t`${plural(count, { one: '# day from then', other: '# days from then' })}`,
      month: t`${plural(count, { one: '# month from then', other: '# months from then' })}`,
      year: t`${plural(count, { one: '# year from then', other: '# years from then' })}`,
    }
    return texts[unit]
  }
}

/** When tokens of it end: on a day, or some time after they were given out. */
export function useEndText(): (token: Pick<Collection, 'status' | 'firstDay' | 'lastDay' | 'life'>) => string {
  const { t } = useLingui()
  const lifeText = useLifeText()
  return ({ status, firstDay, lastDay, life }) => {
    if (status === 'planned' && firstDay !== undefined) return t`Begins ${shortDate(firstDay)}`
    if (life) return lifeText(life)
    return lastDay === undefined ? t`Never` : longDate(lastDay)
  }
}

export function CollectionStatusChip({ status }: { status: CollectionStatus }) {
  if (status === 'running')
    return (
      <StatusChip tone="positive">
        <Trans>Running</Trans>
      </StatusChip>
    )
  if (status === 'planned')
    return (
      <StatusChip tone="info" icon={<Icon name="clock" size="xs" />}>
        <Trans>Planned</Trans>
      </StatusChip>
    )
  return <StatusChip icon={<Icon name="check" size="xs" />}>{status === 'closed' ? <Trans>Closed</Trans> : <Trans>Ended</Trans>}</StatusChip>
}
