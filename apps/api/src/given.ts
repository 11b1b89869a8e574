// A running API for this app's own tests, on the test file's own database.
import { type Clock, type Database, randomIds, systemClock } from '@nikau/runtime'
import { silent } from '@nikau/testing'
import { afterAll } from 'vitest'
import { createApp } from './app.ts'
import { readApiConfig } from './config.ts'

interface Answer {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely
  body: any
  headers: Record<string, unknown>
}

export async function runningApi(database: Database & { url: string }, options: { clock?: Clock; env?: Record<string, string> } = {}) {
  const app = await createApp({
    config: readApiConfig({ DATABASE_URL: database.url, ...options.env }),
    database,
    log: silent,
    clock: options.clock ?? systemClock,
    ids: randomIds,
  })
  afterAll(() => app.close())
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, headers: Record<string, string> = {}, payload?: object): Promise<Answer> => {
    const response = await app.inject({ method, url, headers, ...(payload && { payload }) })
    return { status: response.statusCode, body: response.json(), headers: response.headers }
  }
  return {
    app,
    get: (url: string, headers?: Record<string, string>) => call('GET', url, headers),
    post: (url: string, payload: object, headers?: Record<string, string>) => call('POST', url, headers, payload),
  }
}
