import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')

/** The roles that a rule of tokens.css sets. */
function roles(selector: string): Map<string, string> {
  const start = css.indexOf(`${selector} {`)
  const body = css.slice(start, css.indexOf('\n}', start))
  return new Map([...body.matchAll(/--([\w-]+): (#[0-9A-F]{6});/gi)].map((match) => [match[1] ?? '', match[2] ?? '']))
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

const light = roles(':root')
const dark = new Map([...light, ...roles(':root[data-theme="dark"]')])
/** The table at the top of the file: `ink on surface   17.1   15.4   >= 7`. */
const table = [...css.matchAll(/^ {3}([\w-]+) on ([\w-]+) +([\d.]+) +([\d.]+) +>= ([\d.]+)$/gm)].map(([, on, ground, inLight, inDark, floor]) => ({
  on: on ?? '',
  ground: ground ?? '',
  written: [Number(inLight), Number(inDark)],
  floor: Number(floor),
}))

test('the contrast table covers the roles', () => {
  expect(table.length).toBeGreaterThan(40)
})

test.each(table)('$on on $ground has the contrast written down, in both themes, and not under $floor', ({ on, ground, written, floor }) => {
  const found = [light, dark].map((theme) => contrast(theme.get(on) ?? '', theme.get(ground) ?? ''))
  for (const [index, ratio] of found.entries()) {
    expect(ratio).toBeGreaterThanOrEqual(floor)
    expect(Math.abs(ratio - (written[index] ?? 0))).toBeLessThan(0.06)
  }
})

test('the system’s dark theme and the chosen one are the same', () => {
  expect(roles(':root:not([data-theme="light"])')).toEqual(roles(':root[data-theme="dark"]'))
})
