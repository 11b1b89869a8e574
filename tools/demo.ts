import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatMobile } from '@nikau/nz/phone'

interface DemoPerson {
  key: string
  givenName: string
  phone: string
  scenario: string
}

export const demoPeople = JSON.parse(readFileSync(join(import.meta.dirname, '../db/seeds/people.json'), 'utf8')) as DemoPerson[]

/**
 * The steps from a running environment to a payment from the wallet, as `pnpm dev` prints them. `pnpm newcomer` follows them literally:
 * it opens addresses, chooses what stands in “quotes” and enters the number and the code.
 */
export function firstPayment(where: { shop: string; messages: string }): string[] {
  const { givenName, phone } = demoPeople.find(({ key }) => key === 'mia')!
  return [
    `Open the shop ${where.shop} and choose “Pay with Nikau”.`,
    'Choose “Pay with Nikau wallet”.',
    `Enter ${givenName}’s number ${formatMobile(phone)} and choose “Text me a code”.`,
    `Open the inbox ${where.messages} in another tab and enter the code from there; choose “Not now” if a passkey is offered.`,
    'Choose “Pay $5.50”. It is test money.',
    `Open ${where.shop}/orders: the order is “Paid”.`,
  ]
}

/** The operators of the demo data, with the links by which each adds a passkey (apps/api/src/seed/operators.ts). */
export function demoOperators(identity: string): { operator: string; login: string; roles: string[]; link: string }[] {
  const operators = JSON.parse(readFileSync(join(import.meta.dirname, '../db/seeds/operators.json'), 'utf8')) as {
    operator: string
    login: string
    roles: string[]
  }[]
  return operators.map(({ operator, login, roles }) => {
    const code = createHash('sha256').update(`nikau-development-desk-${operator}`).digest('base64url')
    return { operator, login, roles, link: `${identity}/desk-passkey/${code}` }
  })
}
