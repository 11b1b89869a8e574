import { expect, test } from 'vitest'
import { namedActs } from './act-names.ts'

const rules = import.meta.glob<string>('../../../api/src/modules/operations/rules.ts', { query: '?raw', import: 'default', eager: true })

test('every kind of act that the server has is named, and no other', () => {
  const [source = ''] = Object.values(rules)
  const table = /export const actRules = \{\n([\s\S]*?)\n\} as const/.exec(source)![1]!
  const kinds = [...table.matchAll(/^ {2}'?([\w-]+)'?: \{/gm)].map(([, kind]) => kind!)
  expect(kinds.length).toBeGreaterThan(30)
  expect([...namedActs].sort()).toEqual(kinds.sort())
})
