import { mkdtemp, mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from './migrate.ts'

const database = await testDatabase()

test('routines are re-applied only when their text changes, and the grants after them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nikau-schema-'))
  await mkdir(join(folder, 'migrations'))
  await mkdir(join(folder, 'routines'))
  const write = (answer: number) =>
    writeFile(join(folder, 'routines', 'answer.sql'), `create or replace function answer() returns int language sql as $$ select ${answer} $$;`)
  const { readdir, copyFile } = await import('node:fs/promises')
  const { schemaFolder } = await import('./migrate.ts')
  for (const file of await readdir(join(schemaFolder, 'migrations'))) await copyFile(join(schemaFolder, 'migrations', file), join(folder, 'migrations', file))
  await writeFile(join(folder, 'grants.sql'), 'grant execute on function answer to nikau_api;')
  await write(1)
  expect(await migrate(database.owner, folder)).toEqual(['answer.sql', 'grants.sql'])
  expect(await migrate(database.owner, folder)).toEqual([])
  await write(2)
  expect(await migrate(database.owner, folder)).toEqual(['answer.sql', 'grants.sql'])
  const { rows } = await sql<{ answer: number }>`select answer()`.execute(database.owner.db)
  expect(rows[0]?.answer).toBe(2)
})
