import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { urlAs } from '@nikau/local-postgres/logins'
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

/** Runs `work` with the address of an empty database for a login. */
async function withDatabase(work: (as: (role?: string) => string, admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  const name = `migrate_${randomUUID().replaceAll('-', '')}`
  await admin.query(`create database ${name}`)
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  try {
    await work((role) => (role === undefined ? url.href : urlAs(url.href, role)), admin)
  } finally {
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
}

test('an empty database gets the schema, and a second run applies nothing', async () => {
  await withDatabase(async (as) => {
    const first = await run({ DATABASE_URL: as() })
    expect(first.output).toContain('applied 0001_base.sql')
    expect(first.output).toContain('applied grants.sql')
    expect(first).toEqual({ code: 0, output: expect.stringMatching(/files applied\.\n$/) })
    expect(await run({ DATABASE_URL: as() })).toEqual({ code: 0, output: 'The schema is current.\n' })
  })
})

test('the role nikau_migrate migrates a database that it owns, without other powers [MON-6]', async () => {
  await withDatabase(async (as, admin) => {
    await admin.query(`alter database ${new URL(as()).pathname.slice(1)} owner to nikau_migrate`)
    expect(await run({ DATABASE_URL: as('nikau_migrate') })).toEqual({ code: 0, output: expect.stringMatching(/files applied\.\n$/) })
    expect(await run({ DATABASE_URL: as('nikau_migrate') })).toEqual({ code: 0, output: 'The schema is current.\n' })
  })
})

test('no other login migrates; it is told what to do [MON-6]', async () => {
  await withDatabase(async (as) => {
    const { code, output } = await run({ DATABASE_URL: as('nikau_api') })
    expect(code).toBe(1)
    expect(output).toContain('nikau_api is not a member of nikau_migrate: an administrator runs db/roles.sql first')
  })
})

test('what a superuser created before there were roles is handed over to nikau_migrate [MON-6]', async () => {
  await withDatabase(async (as) => {
    expect((await run({ DATABASE_URL: as() })).code).toBe(0)
    const client = new pg.Client({ connectionString: as() })
    await client.connect()
    try {
      for (const object of [
        'table account',
        'view bank_position',
        'function identity.contacts',
        'schema identity',
        'type graphile_worker.job_spec',
        `table security_event`,
      ])
        await client.query(`alter ${object} owner to nikau`)
      expect((await run({ DATABASE_URL: as() })).output).toBe('The schema is current.\n')
      const { rows } = await client.query(`
        select from pg_class where relowner = 'nikau'::regrole and relnamespace in ('public'::regnamespace, 'identity'::regnamespace)
        union all select from pg_proc where proname = 'contacts' and proowner = 'nikau'::regrole
        union all select from pg_type where typname = 'job_spec' and typowner = 'nikau'::regrole
        union all select from pg_namespace where nspname = 'identity' and nspowner = 'nikau'::regrole`)
      expect(rows).toEqual([])
    } finally {
      await client.end()
    }
  })
})

test('a database that does not answer is named in the error', async () => {
  const { code, output } = await run({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
  expect(code).toBe(1)
  expect(output).toContain('Migration failed')
})
