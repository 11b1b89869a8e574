import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { TileCarousel, TokenTile } from './TokenTile.tsx'

test('a tile that takes the focus is seen whole, also after the row has snapped (WCAG 2.4.11)', async () => {
  await render(
    <div style={{ width: 460 }}>
      <TileCarousel label="Tokens">
        {['Coffee', 'Books', 'Market', 'Cola'].map((name) => (
          <TokenTile key={name} href="#" kind="gift" name={name} />
        ))}
      </TileCarousel>
    </div>,
  )
  const row = page.getByRole('list', { name: 'Tokens' }).element().getBoundingClientRect()
  for (const name of ['Coffee', 'Books', 'Market', 'Cola']) {
    await userEvent.keyboard('{Tab}')
    const tile = page.getByRole('link', { name }).element()
    expect(document.activeElement).toBe(tile)
    await new Promise((resolve) => setTimeout(resolve, 300))
    const { left, right } = tile.getBoundingClientRect()
    expect(left).toBeGreaterThanOrEqual(row.left)
    expect(right).toBeLessThanOrEqual(row.right)
  }
})
