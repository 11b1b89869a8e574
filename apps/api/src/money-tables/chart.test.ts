import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { accountsOfPage, chartOfAccounts, moneyPages } from '@nikau/testing/money-tables'
import { expect, test } from 'vitest'

test('every page is compared with its use cases', () => {
  const tests = readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
  const compared = tests.flatMap((text) => [...text.matchAll(/expectPage\('([\w-]+)'/g)].map((match) => match[1]!))
  expect(compared.toSorted((a, b) => a.localeCompare(b))).toEqual(moneyPages())
})

test('the chart lists the accounts of the pages, and no other', () => {
  const used = new Set(moneyPages().flatMap(accountsOfPage))
  const chart = chartOfAccounts()
  expect([...used].filter((account) => !chart.some(({ pattern }) => pattern.test(account)))).toEqual([])
  expect(chart.filter(({ pattern }) => ![...used].some((account) => pattern.test(account))).map(({ id }) => id)).toEqual([])
})
