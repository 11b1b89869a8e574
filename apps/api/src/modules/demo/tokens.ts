import { openOrg } from '../accounts/index.ts'
import { allowRedemption, createCollection, issueToken, type NewCollection, profileIssuer, redeemToken } from '../assets/index.ts'
import { Refusal } from '../../http/refusal.ts'
import type { DemoMeans } from './means.ts'
import type { Character } from './people.ts'
import { sideBySide } from './side-by-side.ts'
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

/** Issuers, what they issue, and where it can be used: at every merchant that says it takes it. */
export async function seedIssuers(means: DemoMeans, ownerId: string, seeds: readonly IssuerSeed[]): Promise<void> {
  await sideBySide(seeds, async (seed) => {
    const accountId = (await issuerAccount(means.db, seed.name)) ?? (await openOrg(means, ownerId, { name: seed.name })).id
    const { name, website, brandColor, conditions, img } = seed
    await profileIssuer(means.db, { accountId, name, website, brandColor, conditions, img })
    for (const { maxValue, skus: _skus, ...collection } of seed.collections) {
      const refused = await createCollection(means, { ...collection, accountId, maxValue: maxValue === undefined ? null : BigInt(maxValue) })
      if (refused) throw new Error(`${seed.name} cannot issue ${collection.name}: ${refused.code}`)
    }
  })
  const products = new Map(seeds.flatMap((seed) => seed.collections.map((collection) => [collection.id, collection.skus ?? []])))
  const pairs = await acceptedCollections(means.db)
  await sideBySide(pairs, (pair) => allowRedemption(means.db, { ...pair, allowedProducts: products.get(pair.collectionId) ?? [] }))
}

const [drink, testDrink] = ['YcSL4yMo8kBbxwMmyCqYaR', 'tHotDrinkTest9kQ2mVxWz']
const [book, box, tenOff] = ['J84C67jvqgjMnDzfeKY5mU', 'hphx4qcmUd7xAWhnCQygM9', 'cKaiTenDaaMarketDay5pR']
const [cola, colaNoSugar, testCola] = ['PajdG75XsCLNiR7PVE4fZ6', 'RahUcw3zg6f8MXbgopDK4Z', 'tCokeTestToken7hJ4nBqY']
const service = 'GCBj2aFA8yCFZX2K7uzTKk'

/** [who, collection, days ago, used so many days ago]; how long it lasts is the collection's to say. */
type Gift = [who: string, collection: string, daysAgo: number, usedDaysAgo?: number]

const venues: Record<string, string> = { [drink]: 'Three Lamps Coffee Roasters', [book]: 'Pōhutukawa Books', [cola]: 'Sunny Corner Dairy' }
const threeYears = 1095
const gifts: Gift[] = [
  ['mia', drink, 20],
  ['mia', cola, 40, 12],
  ['mia', testDrink, 3],
  // Tama's drinks end after 2, 12 and 50 days or later; his oldest book voucher, bought almost three years ago, in a week.
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
]

/** Gives the characters their tokens, oldest first, for along one collection time must not run backwards. */
export async function seedTokens(means: DemoMeans, characters: ReadonlyMap<string, Character>, now: Date): Promise<void> {
  const acts = gifts.flatMap(([who, collectionId, daysAgo, usedDaysAgo], i) => {
    const key = `demo:${i}:${who}`
    const given = { daysAgo, run: () => give(means, { collectionId, accountId: characters.get(who)!.accountId, idempotencyKey: key }) }
    if (usedDaysAgo === undefined) return [given]
    return [given, { daysAgo: usedDaysAgo, run: async () => use(means, await given.run(), `demo-use:${key}`, venues[collectionId]!) }]
  })
  for (const { daysAgo, run } of acts.toSorted((a, b) => b.daysAgo - a.daysAgo)) {
    means.clock.set(new Date(now.getTime() - daysAgo * 86_400_000))
    await run()
  }
  means.clock.set(now)
}

async function give(means: DemoMeans, token: { collectionId: string; accountId: string; idempotencyKey: string }): Promise<string> {
  const issued = await issueToken(means, token)
  if (issued instanceof Refusal) throw new Error(`a demo token cannot be issued: ${issued.code}`)
  return issued.id
}

async function use(means: DemoMeans, assetId: string, reference: string, party: string): Promise<void> {
  const used = await redeemToken(means, { assetId, reference, party })
  if (used instanceof Refusal) throw new Error(`a demo token cannot be used: ${used.code}`)
}
