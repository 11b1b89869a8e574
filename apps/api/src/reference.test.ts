import { testDatabase } from '@nikau/testing'
import { expect, test } from 'vitest'
import { runningApi } from './fixtures.ts'

const database = await testDatabase()

test('the old address of the reference leads to the documentation, and is nothing without one', async () => {
  const { app } = await runningApi(database, { env: { DOCS_ORIGIN: 'https://docs.nikau.example/' } })
  for (const url of ['/reference', '/reference/']) {
    const answer = await app.inject({ method: 'GET', url })
    expect([answer.statusCode, answer.headers.location]).toEqual([308, 'https://docs.nikau.example/reference/'])
  }
  const without = await runningApi(database)
  expect((await without.get('/reference')).status).toBe(404)
  expect((await without.get('/openapi.json')).body.openapi).toBe('3.1.0')
})
