import { expect, test } from 'vitest'
import { decodeCursor, decodeNumberKey, encodeCursor, toPage } from './pagination.ts'

const page = (rows: number[]) => toPage(rows, 2, String, (last) => `after-${last}`)

test('a page has a next key only if a row more than the limit was selected', () => {
  expect(page([])).toEqual({ items: [] })
  expect(page([1, 2])).toEqual({ items: ['1', '2'] })
  expect(page([1, 2, 3])).toEqual({ items: ['1', '2'], nextPageKey: 'after-2' })
})

test('page keys that are not ours start the list from the beginning', () => {
  expect(decodeNumberKey('42')).toBe(42n)
  for (const key of [undefined, '', '-1', '1.5', '1e3', '9'.repeat(19), "1' or '1"]) expect(decodeNumberKey(key)).toBeUndefined()
  expect(decodeCursor(encodeCursor([1, 'Mānuka', 'id']))).toEqual([1, 'Mānuka', 'id'])
  for (const key of [undefined, '', '%%', 'bm90IGpzb24', Buffer.from('{"a":1}').toString('base64url')]) expect(decodeCursor(key)).toEqual([])
})
