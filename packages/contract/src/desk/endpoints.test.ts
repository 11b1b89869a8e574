import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoints } from '../endpoints.ts'
import type { DeskEndpoint } from './endpoint.ts'
import { deskEndpoints } from './endpoints.ts'
import { deskRoles } from './roles.ts'

const all: [string, DeskEndpoint][] = Object.entries(deskEndpoints)

test('every call of the desk is listed under its own name, with its roles, and none is a call of customers [DESK-08]', async () => {
  const files = (await readdir(import.meta.dirname)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const sources = await Promise.all(files.map((name) => readFile(join(import.meta.dirname, name), 'utf8')))
  const declared = sources.flatMap((source) => [...source.matchAll(/^export const (\w+) = deskEndpoint\(/gm)].map((match) => match[1]!))
  expect(all.map(([name]) => name).toSorted()).toEqual(declared.toSorted())
  for (const [name, endpoint] of all) {
    expect({ name, path: endpoint.path }).toEqual({ name, path: expect.stringMatching(/^\/api\/desk\//) })
    expect(endpoint.roles.length).toBeGreaterThan(0)
    expect(deskRoles).toEqual(expect.arrayContaining([...endpoint.roles]))
  }
  const routes = all.map(([, { method, path }]) => `${method} ${path.replaceAll(/:\w+/g, ':')}`)
  expect(new Set(routes).size).toBe(routes.length)
  expect(Object.values(endpoints).filter(({ path }) => path.startsWith('/api/desk'))).toEqual([])
})

test('a call without a list of roles does not compile [DESK-08]', () => {
  // @ts-expect-error -- no roles
  const without: DeskEndpoint = { access: 'operator', method: 'GET', path: '/api/desk/x', summary: '', audit: 'looked', answer: z.object({}), refusals: {} }
  // @ts-expect-error -- an empty list of roles
  const empty: DeskEndpoint = { ...without, roles: [] }
  expect([without.roles, empty.roles]).toEqual([undefined, []])
})

/** Personal data of customers, which only a reveal answers: names, contact, birth, address, documents, account numbers, sign-in. */
const personal =
  /^(givenName|familyName|firstName|lastName|fullName|phone|mobile|email|birthDate|dateOfBirth|address|street|document|documents|accountNumber|number_|payeeName|recipientAlias|alias|ip|ipAddress|cardNumber|cvc|secret|token|code)$/i

/** The names of all fields of a schema, however deep. */
function fieldsOf(schema: unknown, seen = new Set<unknown>()): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return []
  seen.add(schema)
  const { _zod } = schema as { _zod?: { def: Record<string, unknown> } }
  const inner = _zod ? Object.values(_zod.def) : Object.values(schema)
  const shape = (_zod?.def.shape ?? {}) as Record<string, unknown>
  return [...Object.keys(shape), ...inner.flatMap((value) => fieldsOf(value, seen)), ...Object.values(shape).flatMap((value) => fieldsOf(value, seen))]
}

test('no answer of the desk has a field for personal data but the reveal’s [DESK-16]', () => {
  const found = all
    .filter(([name]) => !name.startsWith('reveal'))
    .flatMap(([name, { answer }]) =>
      fieldsOf(answer)
        .filter((field) => personal.test(field))
        .map((field) => `${name}: ${field}`),
    )
  expect(found).toEqual([])
  // The search finds what is nested.
  expect(fieldsOf(z.object({ items: z.array(z.optional(z.object({ owner: z.object({ email: z.string() }) }))) }))).toContain('email')
})
