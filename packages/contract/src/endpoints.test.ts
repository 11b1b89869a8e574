import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endpoints } from './endpoints.ts'

test('every endpoint of every feature file is listed under its own name', async () => {
  const files = (await readdir(import.meta.dirname)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const sources = await Promise.all(files.map((name) => readFile(join(import.meta.dirname, name), 'utf8')))
  const declared = sources.flatMap((source) => [...source.matchAll(/^export const (\w+) = endpoint\(/gm)].map((match) => match[1]!))
  expect(declared.length).toBeGreaterThan(60)
  expect(Object.keys(endpoints).sort()).toEqual(declared.sort())
})

test('no two endpoints share a method and path', () => {
  const routes = Object.values(endpoints).map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`)
  expect(new Set(routes).size).toBe(routes.length)
})

test('every endpoint is one of the requirements or of the table of further calls, and that table has no others [API-46]', async () => {
  const docs = join(import.meta.dirname, '../../../docs')
  const [requirements, table] = await Promise.all(['requirements.md', 'calls-beyond-the-specification.md'].map((name) => readFile(join(docs, name), 'utf8')))
  const section = requirements!.slice(requirements!.indexOf('\n## API'), requirements!.indexOf('\n## ERR'))
  const required = new Set([...section.matchAll(/\b(GET|POST|PUT|DELETE) (\/[\w/{}-]+)/g)].map(([, method, path]) => withoutNames(`${method} ${path}`)))
  const further = Object.values(endpoints)
    .map(({ method, path, access, summary }) => ({ call: `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`, access, summary }))
    .filter(({ call }) => !required.has(withoutNames(call)))
    .map(({ call, access, summary }) => `| ${call} | ${access} | ${summary} |`)
  const rows = table!.split('\n').filter((line) => /^\| (GET|POST|PUT|DELETE) /.test(line))
  expect(rows.toSorted()).toEqual(further.toSorted())
  expect(required.size).toBeGreaterThan(30)
})

const withoutNames = (call: string) => call.replaceAll(/\{\w+\}/g, ':')
