import type { Liveness } from './amounts.ts'
import { familyOf, issuerOf, placeholderImage } from './asset-display.ts'
import type { Asset } from './assets.ts'

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

/** The issuers behind a person's active tokens, by name; colours come from configuration by slug. */
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

/** A token outside any collection stands alone, under its own id. */
function collectionsOf(tokens: readonly Asset[]): TokenCollection[] {
  const groups = Map.groupBy(tokens, (token) => token.collectionId ?? token.id)
  return [...groups].map(([id, list]) => ({
    id,
    name: firstOf(list, 'description') ?? firstOf(list, 'brandName') ?? list[0]!.type,
    displayImage: firstOf(list, 'img') ?? firstOf(list, 'brandImg') ?? firstOf(list, 'issuerImg') ?? placeholderImage,
    tokens: list,
  }))
}

/** Lower case with hyphens; macrons and other marks fall away so that the address stays typeable. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'issuer'
}

/** Two names may give one slug (`Tui`, `Tūī`): the later one is numbered, or one issuer's page would hide the other's. */
function freeSlug(slug: string, taken: Set<string>): string {
  let free = slug
  for (let n = 2; taken.has(free); n++) free = `${slug}-${n}`
  taken.add(free)
  return free
}

/** Soonest expiry first, those without one last, ties by id so that the order never depends on how they were listed. */
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
