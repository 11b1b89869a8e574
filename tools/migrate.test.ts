import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test, vi } from 'vitest'

vi.setConfig({ testTimeout: 60_000 })

const program = join(import.meta.dirname, 'migrate.ts')

async function run(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

test('without DATABASE_URL it says so and exits with 1', async () => {
  expect(await run({})).toEqual({ code: 1, output: expect.stringContaining('DATABASE_URL is not set') })
})

test('an empty database gets the schema, and a second run applies nothing', async () => {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  const name = `migrate_${process.pid}`
  await admin.query(`create database ${name}`)
  try {
    const url = new URL(inject('postgresUrl'))
    url.pathname = `/${name}`
    const first = await run({ DATABASE_URL: url.href })
    expect(first.output).toContain('applied 0001_base.sql')
    expect(first).toEqual({ code: 0, output: expect.stringMatching(/files applied\.\n$/) })
    expect(await run({ DATABASE_URL: url.href })).toEqual({ code: 0, output: 'The schema is current.\n' })
  } finally {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
})

test('a database that does not answer is named in the error', async () => {
  const { code, output } = await run({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
  expect(code).toBe(1)
  expect(output).toContain('Migration failed')
})
