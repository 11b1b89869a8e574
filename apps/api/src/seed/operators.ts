import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { addFirstOperators, type firstOperators } from '../modules/operations/index.ts'
import type { SeedDeps } from './deps.ts'
import { addPerson } from './store.ts'

const year = 365 * 86_400_000

/** The same on every machine, so that `pnpm dev` can print the links. */
const demoCode = (operatorId: string) => createHash('sha256').update(`nikau-development-desk-${operatorId}`).digest('base64url')

/** The operators of the demo data, each with an account of their own and a link to add a passkey for the desk. */
export async function seedOperators({ db, clock }: Pick<SeedDeps, 'db' | 'clock'>, operators: z.output<typeof firstOperators>): Promise<void> {
  for (const [index, { name, personId }] of operators.entries()) {
    const [givenName = '', familyName = ''] = name.split(' ')
    const phone = `+64200000${String(1000 + index)}`
    if (personId !== undefined) await addPerson(db, { id: personId, phone, givenName, familyName, email: null }, clock.now())
  }
  await addFirstOperators({ db, clock }, operators, { codeOf: demoCode, until: new Date(clock.now().getTime() + year) })
}
