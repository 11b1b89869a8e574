import { expect, test } from 'vitest'
import { readTerm } from './term.ts'

test.each([
  ['7f3c91b2', { by: 'number', term: '7f3c91b2' }],
  ['7F3C91B2-6f0e-4c39-9a71-5f2f3f6f8a10', { by: 'number', term: '7f3c91b2' }],
  ['021 555 0142', { by: 'phone', term: '+64215550142' }],
  ['+64 21 555-0142', { by: 'phone', term: '+64215550142' }],
  ['Mia@Example.nz ', { by: 'email', term: 'mia@example.nz' }],
  ['tb5rzq7xkd2m', { by: 'reference', term: 'TB5RZQ7XKD2M' }],
  ['Tūhoro', { by: 'name', term: 'tuhoro' }],
  ['Mi TŪHORO', { by: 'name', term: 'tuhoro mi' }],
  ["O'Brien%_", { by: 'name', term: "o'brien" }],
] as const)('%s is searched for as %o [DESK-66]', (text, term) => {
  expect(readTerm(text)).toEqual(term)
})

test.each(['mi', '%%%', 'a b c', ''])('“%s” is too little to search by [DESK-66]', (text) => {
  expect(readTerm(text)).toBeUndefined()
})
