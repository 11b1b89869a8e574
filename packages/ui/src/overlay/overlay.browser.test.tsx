import 'tailwindcss/preflight.css'
import '../tokens.css'
import './overlay.css'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from '../button/Button.tsx'
import { Dialog } from '../dialog/Dialog.tsx'
import { Drawer } from '../drawer/Drawer.tsx'
import { Sheet } from '../sheet/Sheet.tsx'

function Screen({ kind, locked }: { kind: 'dialog' | 'sheet' | 'drawer'; locked?: boolean }) {
  const [open, setOpen] = useState(false)
  const common = { isOpen: open, onClose: () => setOpen(false), locked }
  return (
    <main>
      <Button onPress={() => setOpen(true)}>Open</Button>
      <button type="button">Behind</button>
      {kind === 'dialog' && (
        <Dialog
          {...common}
          title="Partial Payment"
          actions={
            <>
              <Button>Continue</Button>
              <Button variant="outlined">Cancel</Button>
            </>
          }
        />
      )}
      {kind === 'sheet' && (
        <Sheet {...common} title="Terms" closeLabel="Close">
          <button type="button">Inside</button>
        </Sheet>
      )}
      {kind === 'drawer' && (
        <Drawer {...common} label="Menu" closeLabel="Close">
          <a href="#bank">Bank</a>
        </Drawer>
      )}
    </main>
  )
}

const names = { dialog: 'Partial Payment', sheet: 'Terms', drawer: 'Menu' }

test.each(['dialog', 'sheet', 'drawer'] as const)('a %s keeps the focus inside, closes on Esc and gives the focus back', async (kind) => {
  await render(<Screen kind={kind} />)
  const opener = page.getByRole('button', { name: 'Open' })
  await userEvent.click(opener)
  const box = page.getByRole('dialog', { name: names[kind] })
  await expect.element(box).toBeVisible()
  for (let presses = 0; presses < 6; presses++) {
    await userEvent.tab()
    expect(box.element().contains(document.activeElement)).toBe(true)
  }
  // The page behind is hidden from screen readers too.
  expect(page.getByText('Behind').element().closest('[inert], [aria-hidden="true"]')).not.toBeNull()
  await userEvent.keyboard('{Escape}')
  await expect.element(box).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('a locked dialog ignores Esc and presses outside', async () => {
  await render(<Screen kind="dialog" locked />)
  await userEvent.click(page.getByRole('button', { name: 'Open' }))
  const box = page.getByRole('dialog')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(document.body, { position: { x: 5, y: 5 }, force: true })
  await expect.element(box).toBeVisible()
})

test('a sheet closes after a long drag down, not after a short one', async () => {
  await render(<Screen kind="sheet" />)
  await userEvent.click(page.getByRole('button', { name: 'Open' }))
  const box = page.getByRole('dialog')
  await expect.element(box).toBeVisible()
  const grab = document.querySelector('.n-sheet-grab') as HTMLElement
  grab.setPointerCapture = () => undefined
  const pull = (distance: number) => {
    grab.dispatchEvent(new PointerEvent('pointerdown', { clientY: 100, bubbles: true, pointerId: 1 }))
    grab.dispatchEvent(new PointerEvent('pointermove', { clientY: 100 + distance, bubbles: true, pointerId: 1 }))
    grab.dispatchEvent(new PointerEvent('pointerup', { clientY: 100 + distance, bubbles: true, pointerId: 1 }))
  }
  pull(40)
  await expect.element(box).toBeVisible()
  pull(200)
  await expect.element(box).not.toBeInTheDocument()
})

test('a dialog is at the bottom on phones and centred from 640 px', async () => {
  await render(<Screen kind="dialog" />)
  await userEvent.click(page.getByRole('button', { name: 'Open' }))
  const box = () => (document.querySelector('.n-modal') as HTMLElement).getBoundingClientRect()
  await expect.poll(() => innerHeight - box().bottom).toBeLessThan(16)
  await page.viewport(1000, 700)
  await expect.poll(() => Math.abs(innerHeight - box().bottom - box().top)).toBeLessThan(4)
  await page.viewport(390, 844)
})
