import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { pages } from './index.ts'

test('the showcase has its fourteen pages in order', () => {
  expect(pages.map((entry) => entry.name)).toEqual([
    'colors',
    'typography',
    'spacing',
    'icons',
    'asset-medias',
    'buttons',
    'lists',
    'list-items',
    'radio-groups',
    'form-validation',
    'input',
    'bars',
    'barcodes',
    'progress-indicators',
  ])
})

test.each(pages)('$name draws its examples without a complaint and without a call', async ({ Page }) => {
  const complain = vi.spyOn(console, 'error')
  const call = vi.spyOn(globalThis, 'fetch')
  await render(<Page />)
  expect(document.querySelectorAll('.n-specimens').length).toBeGreaterThan(0)
  expect(complain).not.toHaveBeenCalled()
  expect(call).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})
