import { createPerson, testDatabase } from '@nikau/testing'
import { expect, test } from 'vitest'
import { concurrently, runningApi } from '../../fixtures.ts'
import { mayActFor } from './index.ts'

const database = await testDatabase()
const api = await runningApi(database)

test('an individual account is created once, also under ten concurrent calls [SESS-14, API-19]', async () => {
  const mia = await createPerson(database)
  const answers = await concurrently(10, () => api.post('/api/accounts', { name: 'Mia', type: 'individual', owner: mia.personId }, mia.headers))
  expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200))
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
  const { body } = await api.get('/api/account-memberships', mia.headers)
  expect(body).toEqual([{ accountId: answers[0]!.body.id, accountName: 'Mia', accountType: 'individual', role: 'account-owner' }])
})

test('memberships are a bare array of accounts and types, including orgs [API-18, API-07, ENT-01]', async () => {
  const wiremu = await createPerson(database)
  expect((await api.get('/api/account-memberships', wiremu.headers)).body).toEqual([])
  const org = await api.post('/api/accounts', { name: 'Corner Loaf', type: 'org', test: true }, wiremu.headers)
  const own = await api.post('/api/accounts', { name: 'Wiremu', type: 'individual' }, wiremu.headers)
  const { body } = await api.get('/api/account-memberships', wiremu.headers)
  expect(body).toEqual([
    { accountId: org.body.id, accountName: 'Corner Loaf', accountType: 'org', role: 'account-owner', testAccount: true },
    { accountId: own.body.id, accountName: 'Wiremu', accountType: 'individual', role: 'account-owner' },
  ])
})

test('an account cannot be opened for another person or without a token [SESS-13, API-06]', async () => {
  const [mia, tane] = [await createPerson(database), await createPerson(database)]
  expect(await api.post('/api/accounts', { name: 'Mia', type: 'individual', owner: tane.personId }, mia.headers)).toMatchObject({
    status: 403,
    body: { message: 'FORBIDDEN' },
  })
  expect((await api.post('/api/accounts', { name: 'Mia', type: 'individual' })).status).toBe(401)
  expect((await api.get('/api/account-memberships', tane.headers)).body).toEqual([])
})

test('only members act for an account; another account and an unknown one are refused alike [SESS-13]', async () => {
  const [mia, tane] = [await createPerson(database), await createPerson(database)]
  const account = (await api.post('/api/accounts', { name: 'Mia', type: 'individual' }, mia.headers)).body.id as string
  expect(await mayActFor(database.db, mia, account)).toBe(true)
  expect(await mayActFor(database.db, tane, account)).toBe(false)
  expect(await mayActFor(database.db, mia, 'nothing')).toBe(false)
})

test('unknown fields and invalid names are malformed', async () => {
  const mia = await createPerson(database)
  for (const body of [
    { name: 'x', type: 'individual', settlement: true },
    { name: ' ', type: 'individual' },
    { name: 'x', type: 'king' },
    { name: 'x', type: 'individual', region: 'NZ' },
  ])
    expect((await api.post('/api/accounts', body, mia.headers)).status).toBe(400)
})
