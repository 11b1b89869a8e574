import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { EvidenceTable } from './EvidenceTable.tsx'

test('the row that differs says so, and the digits that differ are marked', async () => {
  i18n.loadAndActivate({ locale: 'en-NZ', messages: {} })
  const { container } = await render(
    <I18nProvider i18n={i18n}>
      <EvidenceTable
        caption="Our record and the bank’s"
        sources={[
          { key: 'ours', mark: null, name: 'Our record', detail: 'bank order' },
          { key: 'bank', mark: null, name: 'The bank’s result', detail: '1:58 pm' },
          { key: 'statement', mark: null, name: 'The bank’s statement', detail: 'Mon 16 Nov' },
        ]}
        rows={[
          { key: 'amount', label: 'Amount', differs: true, values: { ours: '$154.30', bank: '$145.30', statement: '$154.30' } },
          { key: 'reference', label: 'Reference', values: { ours: 'CP-C7F', bank: 'CP-C7F' } },
        ]}
      />
    </I18nProvider>,
  )
  const [amount, reference] = container.querySelectorAll('tbody tr')
  expect(amount!.querySelector('th')!.textContent).toBe('Amount differs')
  expect([...amount!.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['4', '5'])
  expect(reference!.querySelectorAll('mark')).toHaveLength(0)
  expect(reference!.textContent).toBe('ReferenceCP-C7FCP-C7F–')
})
