import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { agreedTranslations } from './translation.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const translations = agreedTranslations()

/** Messages of the Māori catalogue. A context distinguishes a message from the plain term. */
const messages = [...read('apps/web/src/locales/mi.po').matchAll(/^(msgctxt ".*"\n)?msgid "(.+)"\nmsgstr "(.*)"$/gm)].map(
  ([, context, id = '', translation = '']) => ({
    context: context !== undefined,
    id,
    translation,
  }),
)

test('the Māori catalogue contains the terms of the table and no other translation', () => {
  expect(translations.size).toBeGreaterThan(10)
  expect(messages.length).toBeGreaterThan(20)
  expect(messages.filter(({ translation, id }) => translation !== '' && translation !== translations.get(id))).toEqual([])
})

test('every term of the table that the screens use is translated', () => {
  expect(messages.filter(({ id, translation, context }) => !context && translations.has(id) && translation === '').map(({ id }) => id)).toEqual([])
})
