import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { nameSkeleton, protectedNameIn } from './names.ts'

test.each([
  ['Inland Revenue', 'Inland Revenue'],
  ['INLAND  REVENUE Refunds', 'Inland Revenue'],
  ['lnland Revenue', 'Inland Revenue'],
  ['Inl4nd R3venue', 'Inland Revenue'],
  ['Іnlаnd Rеvеnuе', 'Inland Revenue'], // Cyrillic letters
  ['In​land Re­venue', 'Inland Revenue'], // invisible characters
  ['Inland Revenu', 'Inland Revenue'],
  ['Ｉｎｌａｎｄ Ｒｅｖｅｎｕｅ', 'Inland Revenue'],
  ['I.R.D', 'IRD'],
  ['The IRD shop', 'IRD'],
  ['1RD', 'IRD'],
  ['NZ P0st', 'NZ Post'],
  ['Ministry of Parcels', 'Ministry of'],
  ['Pol1ce Fines', 'Police'],
  ['A N Z Payments', 'ANZ'],
  ['K1WIBANK', 'Kiwibank'],
  ['Nīkau Support', 'Nikau'],
  ['A.C.C. Levies', 'ACC'],
])('%s passes for %s [SEC-1]', (name, passesFor) => {
  expect(protectedNameIn(name)).toBe(passesFor)
})

test('ordinary names are not held up [SEC-1]', () => {
  const merchants = JSON.parse(readFileSync(new URL('../../../../../db/seeds/merchants.json', import.meta.url), 'utf8')) as { name: string }[]
  // Nikau’s own test shops may be called so.
  for (const { name } of merchants.filter((merchant) => !merchant.name.startsWith('Nikau '))) expect([name, protectedNameIn(name)]).toEqual([name, undefined])
  for (const name of ['Third Street Cafe', 'Accent Flooring', 'Kauri Cafe', 'Tōtara Market', 'Canzone Music', 'Postman’s Rest'])
    expect([name, protectedNameIn(name)]).toEqual([name, undefined])
})

test('names that look the same have the same skeleton [SEC-1]', () => {
  for (const other of ['kauri café', 'KAURI-CAFE', 'Kaur1 Cafe', 'Каuri Сafe', 'Kauri  Cafe'])
    expect([other, nameSkeleton(other)]).toEqual([other, nameSkeleton('Kauri Cafe')])
  expect(nameSkeleton('Kauri Cafe Two')).not.toBe(nameSkeleton('Kauri Cafe'))
})
