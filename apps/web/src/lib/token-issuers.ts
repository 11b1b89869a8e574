import type { Liveness } from '@nikau/contract/amounts'
import { familyOf, issuerOf, placeholderImage, slugOf } from '@nikau/contract/asset-display'
import type { Asset } from '@nikau/contract/assets'

export interface TokenCollection {
  id: string
  name: string
  displayImage: string
  tokens: Asset[]
}

export interface TokenIssuer {
  name: string
  slug: string
  img: string | undefined
  website: string | undefined
  brandColorClass: string
  totalTokens: number
  conditions: string[]
  collections: TokenCollection[]
  liveness: Liveness
}

export const neutralBrandColorClass = 'neutral'

/** The issuers of a person's active tokens, by name. Colours come from configuration, by slug. */
export function tokenIssuers(assets: readonly Asset[], mode: Liveness, brandColorClasses: Readonly<Record<string, string>> = {}): TokenIssuer[] {
  const tokens = assets.filter((asset) => asset.status === 'active' && asset.liveness === mode && familyOf(asset.type) === 'nikau.token')
  const byName = [...Map.groupBy(tokens, issuerOf)].sort(([a], [b]) => compareText(a, b))
  const taken = new Set<string>()
  return byName.map(([name, ofIssuer]) => {
    const slug = freeSlug(slugOf(name), taken)
    const soonestFirst = ofIssuer.toSorted(bySoonestExpiry)
    return {
      name,
      slug,
      img: firstOf(soonestFirst, 'issuerImg'),
      website: firstOf(soonestFirst, 'issuerWebsite'),
      brandColorClass: brandColorClasses[slug] ?? neutralBrandColorClass,
      totalTokens: soonestFirst.length,
      conditions: [...new Set(soonestFirst.flatMap((token) => token.conditions ?? []))],
      collections: collectionsOf(soonestFirst),
      liveness: mode,
    }
  })
}

/** A token without a collection is its own collection. */
function collectionsOf(tokens: readonly Asset[]): TokenCollection[] {
  const groups = Map.groupBy(tokens, (token) => token.collectionId ?? token.id)
  return [...groups].map(([id, list]) => ({
    id,
    name: firstOf(list, 'description') ?? firstOf(list, 'brandName') ?? list[0]!.type,
    displayImage: firstOf(list, 'img') ?? firstOf(list, 'brandImg') ?? firstOf(list, 'issuerImg') ?? placeholderImage,
    tokens: list,
  }))
}

/** Two names can have the same slug (`Tui`, `Tūī`): the later one gets a number. */
function freeSlug(slug: string, taken: Set<string>): string {
  let free = slug
  for (let n = 2; taken.has(free); n++) free = `${slug}-${n}`
  taken.add(free)
  return free
}

/** Soonest expiry first, no expiry last. Ties are ordered by id, so the order does not depend on the input. */
export function bySoonestExpiry(a: Pick<Asset, 'expiresAt' | 'id'>, b: Pick<Asset, 'expiresAt' | 'id'>): number {
  const difference = (a.expiresAt?.getTime() ?? Infinity) - (b.expiresAt?.getTime() ?? Infinity)
  return difference || compareText(a.id, b.id)
}

function firstOf(tokens: readonly Asset[], field: 'img' | 'brandImg' | 'issuerImg' | 'issuerWebsite' | 'description' | 'brandName'): string | undefined {
  return tokens.find((token) => token[field])?.[field]
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
