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
