import { type CollectionKind, lastsLongEnough, type TokenLife } from '@nikau/contract/collections'
import { picturePath } from '@nikau/contract/media-uploads'
import { pictureUrl, type TokenPicture } from '@nikau/contract/token-pictures'
import { type Cents, parseDollars } from '@nikau/money'

/** What the form has, as it was typed. */
export interface Draft {
  kind: CollectionKind
  name: string
  worth: string
  /** One of `lives`, or `day` for a last day. */
  lasts: Lasts
  lastDay: string
  firstDay: string
  sku: string
  item: string
  shops: readonly string[]
  /** `own`: the uploaded one. Without a choice, that of the kind. */
  picture?: TokenPicture | 'own'
  pictureId?: string
}

export const lives = {
  '1-month': { unit: 'month', count: 1 },
  '3-month': { unit: 'month', count: 3 },
  '1-year': { unit: 'year', count: 1 },
  '3-year': { unit: 'year', count: 3 },
  '5-year': { unit: 'year', count: 5 },
} as const satisfies Record<string, TokenLife>
export type Lasts = keyof typeof lives | 'day'

export const pictures: Readonly<Record<CollectionKind, TokenPicture>> = { gift: 'gift', product: 'cup', discount: 'bottle' }

/** As the call takes it. */
export function pictureOf({ kind, picture, pictureId }: Pick<Draft, 'kind' | 'picture' | 'pictureId'>): { picture: TokenPicture } | { pictureId: string } {
  if (picture === 'own' && pictureId !== undefined) return { pictureId }
  return { picture: picture === undefined || picture === 'own' ? pictures[kind] : picture }
}

/** As the collection shows it. */
export function imgOf(draft: Pick<Draft, 'kind' | 'picture' | 'pictureId'>): string {
  const chosen = pictureOf(draft)
  return 'picture' in chosen ? pictureUrl(chosen.picture) : picturePath(chosen.pictureId)
}

export type Wrong = 'name' | 'name-signs' | 'worth' | 'gift-too-short' | 'last-day' | 'item' | 'shops'

const maxWorth = 100_000n

export function worthOf({ worth }: Pick<Draft, 'worth'>): Cents | undefined {
  const amount = parseDollars(worth)
  return amount !== undefined && amount > 0n && amount <= maxWorth ? amount : undefined
}

export function endsOf({ lasts, lastDay }: Pick<Draft, 'lasts' | 'lastDay'>): { life: TokenLife } | { lastDay: string } {
  return lasts === 'day' ? { lastDay } : { life: lives[lasts] }
}

/** What is to be put right, by field; nothing else is sent. */
export function wrongIn(draft: Draft, today: string, now: Date): ReadonlySet<Wrong> {
  const { kind, name, lasts, lastDay, firstDay, sku, item, shops } = draft
  const wrong = new Set<Wrong>()
  if (name.trim() === '') wrong.add('name')
  else if (!/^[\p{L}\p{M}\p{N} '’&+$%!,()-]+$/u.test(name.trim())) wrong.add('name-signs')
  if (worthOf(draft) === undefined) wrong.add('worth')
  if (lasts === 'day' && (lastDay < today || lastDay < firstDay)) wrong.add('last-day')
  else if (kind === 'gift' && !lastsLongEnough(endsOf(draft), now)) wrong.add('gift-too-short')
  if (kind === 'product' && (sku.trim() === '' || item.trim() === '')) wrong.add('item')
  if (shops.length === 0) wrong.add('shops')
  return wrong
}
