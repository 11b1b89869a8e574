import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { agreedWords } from './translation.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const words = agreedWords()

/** Messages of the Māori catalogue: id, what is said, and whether a context sets it apart from the plain word. */
const messages = [...read('apps/web/src/locales/mi.po').matchAll(/^(msgctxt ".*"\n)?msgid "(.+)"\nmsgstr "(.*)"$/gm)].map(
  ([, context, id = '', said = '']) => ({
    context: context !== undefined,
    id,
    said,
  }),
)

test('the Māori catalogue carries the words of the table, as they stand there, and no other', () => {
  expect(words.size).toBeGreaterThan(10)
  expect(messages.length).toBeGreaterThan(20)
  expect(messages.filter(({ said, id }) => said !== '' && said !== words.get(id))).toEqual([])
})

test('a word of the table that the screens use is translated', () => {
  expect(messages.filter(({ id, said, context }) => !context && words.has(id) && said === '').map(({ id }) => id)).toEqual([])
})
