import { readFileSync } from 'node:fs'
import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { exceptionKinds } from './kinds.ts'

const runbook = readFileSync(new URL('../../../../../docs/operations/exceptions.md', import.meta.url), 'utf8')

test('the runbook has one section per exception kind, in the same order', () => {
  const headings = [...runbook.matchAll(/^### `([\w-]+)`$/gm)].map(([, kind]) => kind)
  expect(headings).toEqual([...exceptionKinds])
})

test('every section of the runbook has its meaning, how to find it, what to do and who decides', () => {
  const sections = runbook.split(/^### /m).slice(1)
  for (const section of sections) {
    const labels = [...section.matchAll(/^- \*\*([^*]+)\.\*\* \S/gm)].map(([, label]) => label)
    expect([section.split('\n')[0], ...labels]).toEqual([section.split('\n')[0], 'Meaning', 'Find it', 'Do', 'Decides'])
  }
})

test('the table accepts exactly the listed kinds', async () => {
  const { db } = await testDatabase()
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = 'operator_exception'::regclass and conname = 'operator_exception_kind_check'`.execute(
    db,
  )
  const allowed = [...rows[0]!.definition.matchAll(/'([\w-]+)'/g)].map(([, kind]) => kind)
  expect(new Set(allowed)).toEqual(new Set(exceptionKinds))
})

test('PostgreSQL can plan every query of the runbook', async () => {
  const { pool } = await testDatabase()
  const queries = [...runbook.matchAll(/`(select [^`]+)`/g)].map(([, query]) => query!)
  expect(queries.length).toBeGreaterThan(15)
  for (const query of queries) await pool.query(`explain ${query.replaceAll('<day>', '2026-12-02').replaceAll(/<[\w ]+>/g, 'x')}`)
})
