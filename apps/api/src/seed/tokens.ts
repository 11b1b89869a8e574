import { openOrg } from '../modules/accounts/index.ts'
import { allowRedemption, createCollection, issueToken, type NewCollection, saveIssuerProfile, redeemToken } from '../modules/assets/index.ts'
import { Refusal } from '../http/refusal.ts'
import type { SeedDeps } from './deps.ts'
import type { SeededPerson } from './people.ts'
import { mapConcurrent } from './map-concurrent.ts'
import { acceptedCollections, issuerAccount } from './store.ts'

export interface IssuerSeed {
  key: string
  name: string
  website: string
  brandColor: string
  img: string
  conditions: string[]
  collections: (Omit<NewCollection, 'accountId' | 'maxValue'> & { maxValue?: number; skus?: { sku: string; name: string; maxValue: string }[] })[]
}

/** Seeds issuers and their collections, redeemable at every merchant that accepts them. */
export async function seedIssuers(deps: SeedDeps, ownerId: string, seeds: readonly IssuerSeed[]): Promise<void> {
  await mapConcurrent(seeds, async (seed) => {
    const accountId = (await issuerAccount(deps.db, seed.name)) ?? (await openOrg(deps, ownerId, { name: seed.name })).id
    const { name, website, brandColor, conditions, img } = seed
    await saveIssuerProfile(deps.db, { accountId, name, website, brandColor, conditions, img })
    for (const { maxValue, skus: _skus, ...collection } of seed.collections) {
      const refused = await createCollection(deps, { ...collection, accountId, maxValue: maxValue === undefined ? null : BigInt(maxValue) })
      if (refused) throw new Error(`${seed.name} cannot issue ${collection.name}: ${refused.code}`)
    }
  })
  const products = new Map(seeds.flatMap((seed) => seed.collections.map((collection) => [collection.id, collection.skus ?? []])))
  const pairs = await acceptedCollections(deps.db)
  await mapConcurrent(pairs, (pair) => allowRedemption(deps.db, { ...pair, allowedProducts: products.get(pair.collectionId) ?? [] }))
}

const [drink, testDrink] = ['YcSL4yMo8kBbxwMmyCqYaR', 'tHotDrinkTest9kQ2mVxWz']
const [book, box, tenOff] = ['J84C67jvqgjMnDzfeKY5mU', 'hphx4qcmUd7xAWhnCQygM9', 'cKaiTenDaaMarketDay5pR']
const [cola, colaNoSugar, testCola] = ['PajdG75XsCLNiR7PVE4fZ6', 'RahUcw3zg6f8MXbgopDK4Z', 'tCokeTestToken7hJ4nBqY']
const service = 'GCBj2aFA8yCFZX2K7uzTKk'

/** The collection decides when a token expires. */
type TokenGrant = [who: string, collection: string, daysAgo: number, redeemedDaysAgo?: number]

const venues: Record<string, string> = { [drink]: 'Three Lamps Coffee Roasters', [book]: 'Pōhutukawa Books', [cola]: 'Sunny Corner Dairy' }
const threeYears = 1095
const grants: TokenGrant[] = [
  ['mia', drink, 20],
  ['mia', cola, 40, 12],
  ['mia', testDrink, 3],
  // Tama's drinks expire in 2, 12 and 50 days or later; his oldest book voucher, bought almost three years ago, in a week.
  ['tama', drink, 90],
  ['tama', drink, 79],
  ['tama', drink, 41],
  ['tama', drink, 10],
  ['tama', drink, 10],
  ['tama', drink, 60, 33],
  ['tama', drink, 58, 21],
  ['tama', book, threeYears - 7],
  ['tama', book, 400],
  ['tama', book, 120],
  ['tama', book, 700, 350],
  ['tama', box, 300],
  ['tama', box, 30],
  ['tama', tenOff, 48],
  ['tama', tenOff, 5],
  ['tama', cola, 170],
  ['tama', cola, 90],
  ['tama', cola, 15],
  ['tama', colaNoSugar, 15],
  ['tama', cola, 80, 79],
  ['tama', testDrink, 3],
  ['tama', testCola, 3],
  ['hemi', service, 100],
  ['hemi', service, 310],
  ['priya', drink, 12],
  ['priya', book, 200],
  ['hemi', testDrink, 3],
]

/** Issues and redeems the tokens in order of time, because ledger time must not run backwards. */
export async function seedTokens(deps: SeedDeps, people: ReadonlyMap<string, SeededPerson>, now: Date): Promise<void> {
  const steps = grants.flatMap(([who, collectionId, daysAgo, redeemedDaysAgo], i) => {
    const key = `seed:${i}:${who}`
    const issue = { daysAgo, run: () => issueSeedToken(deps, { collectionId, accountId: people.get(who)!.accountId, idempotencyKey: key }) }
    if (redeemedDaysAgo === undefined) return [issue]
    return [issue, { daysAgo: redeemedDaysAgo, run: async () => redeemSeedToken(deps, await issue.run(), `seed-redeem:${key}`, venues[collectionId]!) }]
  })
  for (const { daysAgo, run } of steps.toSorted((a, b) => b.daysAgo - a.daysAgo)) {
    deps.clock.set(new Date(now.getTime() - daysAgo * 86_400_000))
    await run()
  }
  deps.clock.set(now)
}

async function issueSeedToken(deps: SeedDeps, token: { collectionId: string; accountId: string; idempotencyKey: string }): Promise<string> {
  const issued = await issueToken(deps, token)
  if (issued instanceof Refusal) throw new Error(`seed token cannot be issued: ${issued.code}`)
  return issued.id
}

async function redeemSeedToken(deps: SeedDeps, assetId: string, reference: string, party: string): Promise<void> {
  const used = await redeemToken(deps, { assetId, reference, party })
  if (used instanceof Refusal) throw new Error(`seed token cannot be redeemed: ${used.code}`)
}
