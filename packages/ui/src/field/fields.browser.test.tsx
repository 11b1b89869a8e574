import { useState, type ComponentType } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { AccountNumberField } from '../account-number-field/AccountNumberField.tsx'
import { AmountField } from '../amount-field/AmountField.tsx'
import { CodeField } from '../code-field/CodeField.tsx'
import { ExpiryField } from '../expiry-field/ExpiryField.tsx'
import { PhoneField } from '../phone-field/PhoneField.tsx'
import { TextField } from '../text-field/TextField.tsx'
import type { FieldProps } from './Field.tsx'

/** Mounts a field with its state and returns the input. */
async function mount<Props extends Pick<FieldProps, 'value' | 'onChange' | 'label'>>(
  Field: ComponentType<Props>,
  props: Omit<Props, 'value' | 'onChange' | 'label'>,
  start = '',
) {
  function Held() {
    const [value, setValue] = useState(start)
    return <Field {...({ ...props, label: 'Field', value, onChange: setValue } as unknown as Props)} />
  }
  await render(<Held />)
  const input = page.getByRole('textbox', { name: 'Field' })
  return { input, element: input.element() as HTMLInputElement }
}

/** Pastes through the real clipboard. */
async function paste(text: string) {
  await navigator.clipboard.writeText(text)
  await userEvent.paste()
}

test('an account number gets its dashes while typing, and backspace skips them', async () => {
  const { input, element } = await mount(AccountNumberField, {})
  await userEvent.type(input, '1231400171323500')
  expect(element.value).toBe('12-3140-0171323-500')
  await userEvent.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}')
  expect(element.value).toBe('12-3140-017132')
})

test('a digit inserted in the middle of an account number keeps the caret there', async () => {
  const { input, element } = await mount(AccountNumberField, {}, '12-3140')
  await userEvent.click(input)
  element.setSelectionRange(4, 4)
  await userEvent.keyboard('9')
  expect(element.value).toBe('12-3914-0')
  expect(element.selectionStart).toBe(5)
  await userEvent.keyboard('x')
  expect(element.value).toBe('12-3914-0')
  expect(element.selectionStart).toBe(5)
})

test('an account number can be pasted in another format', async () => {
  const { input, element } = await mount(AccountNumberField, {})
  await userEvent.click(input)
  await paste('12 3140 171323 50')
  expect(element.value).toBe('12-3140-0171323-50')
})

test('an amount is unchanged while typing and formatted on blur', async () => {
  const normalise = vi.fn((typed: string) => Number(typed).toFixed(2))
  const { input, element } = await mount(AmountField, { normalise })
  await userEvent.type(input, '12.5x')
  expect(element.value).toBe('12.5')
  expect(normalise).not.toHaveBeenCalled()
  await userEvent.tab()
  expect(element.value).toBe('12.50')
})

test('a quick-add chip sets a valid amount', async () => {
  const onPress = vi.fn()
  await mount(AmountField, { quickAdd: [{ text: '+$20', spoken: 'Add 20 dollars', onPress }] })
  await userEvent.click(page.getByRole('button', { name: 'Add 20 dollars' }))
  expect(onPress).toHaveBeenCalledOnce()
})

test('the expiry input handles digits, backspace over the slash and the next digit [CARD-06] [CARD-08]', async () => {
  const { input, element } = await mount(ExpiryField, {})
  await userEvent.type(input, '12')
  expect(element.value).toBe('12/')
  await userEvent.keyboard('{Backspace}')
  expect(element.value).toBe('12')
  await userEvent.keyboard('3')
  expect(element.value).toBe('12/3')
})

test('a code is one input, accepts a paste with spaces and completes once', async () => {
  const onComplete = vi.fn()
  const { input, element } = await mount(CodeField, { onComplete })
  expect(element.autocomplete).toBe('one-time-code')
  await userEvent.click(input)
  await paste('407 199')
  expect(element.value).toBe('407199')
  expect(onComplete).toHaveBeenCalledExactlyOnceWith('407199')
  await userEvent.keyboard('5')
  expect(element.value).toBe('407199')
  expect(onComplete).toHaveBeenCalledOnce()
})

test('a code typed key by key completes at its last digit and again after a correction', async () => {
  const onComplete = vi.fn()
  const { input } = await mount(CodeField, { onComplete, length: 4 })
  await userEvent.type(input, '12x34')
  expect(onComplete).toHaveBeenLastCalledWith('1234')
  await userEvent.keyboard('{Backspace}5')
  expect(onComplete).toHaveBeenLastCalledWith('1235')
  expect(onComplete).toHaveBeenCalledTimes(2)
})

test('a phone number loses its leading 0 and is grouped on blur', async () => {
  const { input, element } = await mount(PhoneField, {})
  await userEvent.type(input, '0215550142')
  expect(element.value).toBe('215550142')
  await userEvent.tab()
  expect(element.value).toBe('21 555 0142')
})

test('an error is associated with its field and keeps the value', async () => {
  const { input, element } = await mount(TextField, { error: 'Name on account is required' }, 'M R')
  await expect.element(input).toHaveAccessibleDescription('Name on account is required')
  expect(element.ariaInvalid).toBe('true')
  expect(element.value).toBe('M R')
})
