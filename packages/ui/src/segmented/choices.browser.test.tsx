import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Checkbox } from '../checkbox/Checkbox.tsx'
import { Radio, RadioGroup } from '../radio-group/RadioGroup.tsx'
import { Switch } from '../switch/Switch.tsx'
import { Tabs } from '../tabs/Tabs.tsx'
import { Segmented } from './Segmented.tsx'

test('arrow keys select a segment, and Tab leaves the control', async () => {
  function Held() {
    const [value, setValue] = useState('barcode')
    return (
      <>
        <Segmented
          label="Way to pay"
          value={value}
          onChange={setValue}
          segments={[
            { value: 'barcode', label: 'Barcode' },
            { value: 'scan', label: 'Scan' },
          ]}
        />
        <button type="button">After</button>
      </>
    )
  }
  await render(<Held />)
  await userEvent.tab()
  await expect.element(page.getByRole('radio', { name: 'Barcode' })).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByRole('radio', { name: 'Scan' })).toBeChecked()
  await userEvent.tab()
  await expect.element(page.getByRole('button', { name: 'After' })).toHaveFocus()
})

test('a radio group skips disabled options and shows its error', async () => {
  function Held() {
    const [value, setValue] = useState<string | null>(null)
    return (
      <RadioGroup label="Bank" value={value} onChange={setValue} error={value ? undefined : 'Choose a bank.'}>
        <Radio value="asb">ASB</Radio>
        <Radio value="bnz" isDisabled>
          BNZ
        </Radio>
        <Radio value="kb">Kiwibank</Radio>
      </RadioGroup>
    )
  }
  await render(<Held />)
  await expect.element(page.getByRole('radiogroup', { name: 'Bank' })).toHaveAccessibleDescription('Choose a bank.')
  await userEvent.tab()
  await userEvent.keyboard(' ')
  await expect.element(page.getByRole('radio', { name: 'ASB' })).toBeChecked()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('radio', { name: 'Kiwibank' })).toBeChecked()
  expect(page.getByText('Choose a bank.').query()).toBeNull()
})

test('arrow keys switch tabs and their panels', async () => {
  await render(
    <Tabs
      label="Guides"
      tabs={[
        { key: 'pay', title: 'Pay', content: 'Show your barcode' },
        { key: 'send', title: 'Send', content: 'To a mobile number' },
      ]}
    />,
  )
  await userEvent.tab()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByRole('tabpanel', { name: 'Send' })).toHaveTextContent('To a mobile number')
  expect(page.getByText('Show your barcode').query()).toBeNull()
})

test('Space toggles a checkbox and a switch', async () => {
  function Held() {
    const [agreed, setAgreed] = useState(false)
    const [shown, setShown] = useState(true)
    return (
      <>
        <Checkbox checked={agreed} onChange={setAgreed}>
          I agree
        </Checkbox>
        <Switch on={shown} onChange={setShown}>
          Show balance
        </Switch>
      </>
    )
  }
  await render(<Held />)
  await userEvent.tab()
  await userEvent.keyboard(' ')
  await expect.element(page.getByRole('checkbox', { name: 'I agree' })).toBeChecked()
  await userEvent.tab()
  await userEvent.keyboard(' ')
  await expect.element(page.getByRole('switch', { name: 'Show balance' })).not.toBeChecked()
})
