import '../tokens.css'
import './button.css'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button, LinkButton } from './Button.tsx'
import { LinkProvider } from '../link/Link.tsx'

test('a busy button keeps its width, announces itself and ignores presses', async () => {
  const onPress = vi.fn()
  const screen = await render(<Button onPress={onPress}>Pay $16.00</Button>)
  const button = page.getByRole('button')
  const width = button.element().getBoundingClientRect().width
  expect(width).toBeGreaterThan(100)
  await userEvent.click(button)
  await screen.rerender(
    <Button onPress={onPress} busy busyLabel="Working">
      Pay $16.00
    </Button>,
  )
  expect(button.element().getBoundingClientRect().width).toBe(width)
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  await expect.element(button).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(onPress).toHaveBeenCalledOnce()
})

test('a busy submit button does not submit again', async () => {
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  await render(
    <form onSubmit={onSubmit}>
      <input aria-label="Name" />
      <Button type="submit" busy>
        Send
      </Button>
    </form>,
  )
  await userEvent.type(page.getByRole('textbox'), 'x')
  await userEvent.click(page.getByRole('button'), { force: true })
  expect(onSubmit).not.toHaveBeenCalled()
})

test('internal links use the router; external links and modified clicks do not', async () => {
  const navigate = vi.fn()
  await render(
    <LinkProvider router={{ navigate, href: (to) => `/deimos${to}` }}>
      <LinkButton href="/send">Send</LinkButton>
      <LinkButton href="https://example.nz/" target="_blank">
        Outside
      </LinkButton>
    </LinkProvider>,
  )
  const inside = page.getByRole('link', { name: 'Send' })
  await expect.element(inside).toHaveAttribute('href', '/deimos/send')
  await userEvent.click(inside)
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/send')
  const modified = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true })
  inside.element().addEventListener('click', (event) => event.preventDefault(), { once: true })
  inside.element().dispatchEvent(modified)
  expect(navigate).toHaveBeenCalledOnce()
  await expect.element(page.getByRole('link', { name: 'Outside' })).toHaveAttribute('href', 'https://example.nz/')
})
