import type { QueryOf, RefusalOf } from '@nikau/contract'
import type { getPermission, listPermissions, Permission, PermissionDetail, PermissionList } from '@nikau/contract/permissions'
import { cents } from '@nikau/money'
import { intervalOf } from '@nikau/nz/nz-time'
import type { Clock, Db } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { type DirectDebit, directDebitsOf } from '../bank-accounts/index.ts'
import { ownConnection } from './manage.ts'
import { presentPermission, presentPermissions } from './present.ts'
import { sumOfMonth } from './rules.ts'
import { selectAuthorisedOf } from './store.ts'
import { selectUses } from './store-uses.ts'

interface ReadDeps {
  db: Db
  clock: Clock
}

const listedUses = 20

/** Connected shops first, then direct debits. */
export async function list(
  { db, clock }: ReadDeps,
  person: Person,
  accountId: string,
  query: QueryOf<typeof listPermissions>,
): Promise<PermissionList | Refusal<RefusalOf<typeof listPermissions>>> {
  if (!(await mayActFor(db, person, accountId))) return refuse('FORBIDDEN')
  const now = clock.now()
  const month = intervalOf(now, 'monthly')
  const { liveness = 'main' } = query
  const shops = await presentPermissions(db, await selectAuthorisedOf(db, accountId, liveness === 'test'), now)
  const debits = await directDebitsOf(db, accountId, month)
  const items = [...shops, ...debits.filter((debit) => debit.liveness === liveness).map(toPermission)]
  return { items, month, sum: sumOfMonth(items) }
}

function toPermission({ id, bank, maskedNumber, liveness, agreedAt, used, nextDate, last }: DirectDebit): Permission {
  return {
    id,
    kind: 'direct-debit',
    name: bank,
    bankAccountNumber: maskedNumber,
    liveness,
    state: 'on',
    since: agreedAt,
    used,
    ...(nextDate !== undefined && { nextDate }),
    ...(last && { lastUse: last }),
  }
}

export async function read({ db, clock }: ReadDeps, person: Person, id: string): Promise<PermissionDetail | Refusal<RefusalOf<typeof getPermission>>> {
  const row = await ownConnection(db, person, id)
  if (!row) return refuse('FORBIDDEN')
  const now = clock.now()
  const uses = await selectUses(db, id, listedUses)
  return {
    ...(await presentPermission(db, row, now)),
    month: intervalOf(now, 'monthly'),
    uses: uses.map(({ tokens, ...use }) => ({ ...use, amount: cents(use.amount), ...(tokens > 0n && { tokens: cents(tokens) }) })),
  }
}
