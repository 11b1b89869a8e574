import { cents } from '@nikau/money'
import { openCreditLine } from '../assets/index.ts'
import { setLimits } from '../quotas/index.ts'
import { seedBanks } from './banks.ts'
import type { DemoMeans } from './means.ts'
import { type PersonSeed, seedPeople } from './people.ts'
import { postStories } from './post.ts'
import { configureShops, seedShops } from './shops.ts'
import { hemi, mia, type Planned, priya, tama } from './stories.ts'
import { type IssuerSeed, seedIssuers, seedTokens } from './tokens.ts'

export { seedSandboxShop } from './sandbox-shop.ts'

/** Fills the demo world through the modules' own use cases. Running it again adds nothing twice. */
export async function seedDemo(
  means: DemoMeans,
  seeds: { people: PersonSeed[]; issuers: IssuerSeed[]; movements?: number },
  now: Date,
): Promise<{ movements: number; shopkeeper: string }> {
  const long = new Date(now.getTime() - 1200 * 86_400_000)
  means.clock.set(long)
  const people = await seedPeople(means, seeds.people)
  const owner = people.get('rangi')!.personId
  const settled = await seedShops(means, owner)
  await seedIssuers(means, owner, seeds.issuers)
  const shops = await configureShops(means, owner, settled)
  const { accountId, personId } = people.get('hemi')!
  const line = { accountId, type: 'farmlands.nzd.main', limit: cents(500_000n), description: 'Farmlands Card', createdBy: `crn::user:${personId}` } as const
  const creditLine = (await openCreditLine(means, line)).id
  const raised = { monthly: cents(500_000n), yearly: cents(5_000_000n) }
  for (const type of ['topup', 'spend'] as const)
    await means.db
      .transaction()
      .execute((tx) => setLimits(tx, means, { accountId: people.get('priya')!.accountId, type, assetType: 'nikau.nzd.main', limits: raised }))

  const told: Planned[] = []
  const cast = { people, shops, shopkeeper: owner, creditLine, now }
  for (const story of [mia, tama, hemi]) story(cast, told)
  priya(cast, told, seeds.movements)
  const movements = await postStories(means, told)
  await seedTokens(means, people, now)
  await seedBanks(means, people, now)
  return { movements, shopkeeper: owner }
}
