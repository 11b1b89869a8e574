import { openIndividual } from '../modules/accounts/index.ts'
import { openWallet } from '../modules/wallets/index.ts'
import type { SeedDeps } from './deps.ts'
import { mapConcurrent } from './map-concurrent.ts'
import { addPerson } from './store.ts'

export interface PersonSeed {
  key: string
  id: string
  phone: string
  givenName: string
  familyName: string
  email: string | null
  scenario: string
}

/** A person with an account, a live wallet and a test wallet. */
export interface SeededPerson {
  key: string
  personId: string
  phone: string
  shownName: string
  accountId: string
  wallet: string
  testWallet: string
}

/** Aroha has never signed in: no account and no wallet. */
const newcomer = 'aroha'

export async function seedPeople(deps: SeedDeps, seeds: readonly PersonSeed[]): Promise<Map<string, SeededPerson>> {
  const seeded = await mapConcurrent(seeds, async (seed) => {
    const personId = await addPerson(deps.db, seed, deps.clock.now())
    return seed.key === newcomer ? undefined : await openAccountAndWallets(deps, seed, personId)
  })
  return new Map(seeded.filter((person) => person !== undefined).map((person) => [person.key, person]))
}

async function openAccountAndWallets(deps: SeedDeps, seed: PersonSeed, personId: string): Promise<SeededPerson> {
  const account = await openIndividual(deps, personId, `${seed.givenName} ${seed.familyName}`)
  const open = async (ledgerId: 'nikau.nzd.main' | 'nikau.nzd.test') => {
    const opened = await openWallet(deps, { accountId: account.id, ledgerId }, `crn::user:${personId}`)
    if (!('id' in opened)) throw new Error(`wallet of ${seed.givenName} cannot be opened: ${opened.code}`)
    return opened.id
  }
  return {
    key: seed.key,
    personId,
    phone: seed.phone,
    shownName: `${seed.givenName} ${seed.familyName.charAt(0)}.`,
    accountId: account.id,
    wallet: await open('nikau.nzd.main'),
    testWallet: await open('nikau.nzd.test'),
  }
}
