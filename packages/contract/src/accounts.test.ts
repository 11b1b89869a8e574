import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { activeAccountId, createAccount, listAccountMemberships } from './accounts.ts'

describe('memberships', () => {
  test('require a person’s token and are a plain list of account and type [ENT-01]', () => {
    expect(listAccountMemberships).toMatchObject({ method: 'GET', path: '/api/account-memberships', access: 'person' })
    const wire = [{ accountId: 'a1', accountName: 'Aroha', accountType: 'individual', role: 'account-owner' }]
    expect(z.decode(listAccountMemberships.answer, wire as never)).toEqual(wire)
    expect(z.safeDecode(listAccountMemberships.answer, [{ ...wire[0], accountType: 'family' }] as never).success).toBe(false)
  })

  test('the active account is the individual one at any position', () => {
    const org = { accountId: 'o1', accountType: 'org' } as const
    const own = { accountId: 'i1', accountType: 'individual' } as const
    expect(activeAccountId([org, own])).toBe('i1')
    expect(activeAccountId([own, org])).toBe('i1')
    expect(activeAccountId([org])).toBeUndefined()
  })
})

describe('creating an account', () => {
  const decode = (body: unknown) => z.safeDecode(createAccount.body, body as never)

  test('takes name, type and owner, and requires a person’s token', () => {
    expect(createAccount).toMatchObject({ method: 'POST', path: '/api/accounts', access: 'person' })
    expect(decode({ name: ' Aroha ', type: 'individual', owner: 'u-1' }).data).toEqual({ name: 'Aroha', type: 'individual', owner: 'u-1' })
  })

  test('is malformed without a name, with an unknown type, or with a region for a person', () => {
    expect(decode({ name: ' ', type: 'individual' }).success).toBe(false)
    expect(decode({ name: 'Aroha', type: 'trust' }).success).toBe(false)
    expect(decode({ name: 'Aroha', type: 'individual', region: 'NZ' }).success).toBe(false)
    expect(decode({ name: 'Aroha Ltd', type: 'org', region: 'NZ' }).success).toBe(true)
  })
})
