import { cents } from '@nikau/money'
import { openCreditLine } from '../modules/assets/index.ts'
import { setLimits } from '../modules/quotas/index.ts'
import { seedBankTransfers } from './bank-transfers.ts'
import type { SeedDeps } from './deps.ts'
import { type PersonSeed, seedPeople } from './people.ts'
import { postScenarios } from './post.ts'
import { configureShops, seedShops } from './shops.ts'
import { hemi, mia, type PlannedPosting, priya, seedBank, tama } from './scenarios.ts'
import { seedWaitingSend } from './sends.ts'
import { type IssuerSeed, seedIssuers, seedTokens } from './tokens.ts'

export { assertSeedable, SeedRefused } from './guard.ts'
export { seedOperators } from './operators.ts'
export { seedSandboxShop } from './sandbox-shop.ts'

/** Seeds demo data through the modules' own use cases. Running it again adds nothing twice. */
export async function seedDemoData(
  deps: SeedDeps,
  seeds: { people: PersonSeed[]; issuers: IssuerSeed[]; movements?: number },
  now: Date,
): Promise<{ movements: number; shopkeeper: string }> {
  deps.clock.set(new Date(now.getTime() - 1200 * 86_400_000))
  await deps.db.transaction().execute((tx) => deps.ledger.openAccounts(tx, [seedBank]))
  const people = await seedPeople(deps, seeds.people)
  const owner = people.get('rangi')!.personId
  const shopsWithWallets = await seedShops(deps, owner)
  await seedIssuers(deps, owner, seeds.issuers)
  const shops = await configureShops(deps, owner, shopsWithWallets)
  const { accountId, personId } = people.get('hemi')!
  const farmCard = { accountId, type: 'farmlands.nzd.main', limit: cents(500_000n), description: 'Farmlands Card', createdBy: `crn::user:${personId}` } as const
  const creditLine = (await openCreditLine(deps, farmCard)).id
  await openCreditLine(deps, { ...farmCard, type: 'farmlands.nzd.test', limit: cents(100_000n) })
  const raisedLimits = { monthly: cents(500_000n), yearly: cents(5_000_000n) }
  for (const type of ['topup', 'spend'] as const)
    await deps.db
      .transaction()
      .execute((tx) => setLimits(tx, deps, { accountId: people.get('priya')!.accountId, type, assetType: 'nikau.nzd.main', limits: raisedLimits }))

  const planned: PlannedPosting[] = []
  const scenario = { people, shops, shopkeeper: owner, creditLine, now }
  for (const plan of [mia, tama, hemi]) plan(scenario, planned)
  priya(scenario, planned, seeds.movements)
  const movements = await postScenarios(deps, planned)
  await seedTokens(deps, people, now)
  await seedBankTransfers(deps, people, now)
  await seedWaitingSend(deps, people.get('mia')!, now)
  return { movements, shopkeeper: owner }
}
