import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { ScreenToShow } from './screens.ts'

/** Writes compare.html: every screenshot beside its design picture, those without one at the end. */
export function writeComparison(folder: string, design: string, screens: readonly ScreenToShow[]): { pairs: number; alone: number } {
  const rows = readdirSync(folder)
    .filter((file) => file.endsWith('.png'))
    .map((file) => ({ file, like: counterpartOf(file, screens) }))
    .map(({ file, like }) => ({ file, like: like !== undefined && existsSync(join(design, like)) ? relative(folder, join(design, like)) : undefined }))
    .toSorted((a, b) => Number(a.like === undefined) - Number(b.like === undefined) || a.file.localeCompare(b.file))
  const cells = rows.map(
    ({ file, like }) =>
      `<section><h2>${file}</h2><figure><img src="${file}" alt="screenshot" loading="lazy"></figure>${like ? `<figure><img src="${like}" alt="design" loading="lazy"></figure>` : ''}</section>`,
  )
  writeFileSync(
    join(folder, 'compare.html'),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screenshots and design</title>
<style>body{font:16px system-ui;margin:2rem}section{display:grid;grid-template-columns:1fr 1fr;gap:1rem;margin-block-end:3rem}h2{grid-column:1/-1;margin:0;font-size:1rem}figure{margin:0}img{max-width:100%;border:1px solid}</style>
<h1>Screenshots (left), design (right)</h1>
${cells.join('\n')}
</html>
`,
  )
  const pairs = rows.filter(({ like }) => like !== undefined).length
  return { pairs, alone: rows.length - pairs }
}

/** `menu-390-dark.png` of a screen that is like `menu`; the name before the size says which screen it is. */
function counterpartOf(file: string, screens: readonly ScreenToShow[]): string | undefined {
  const [, name, rest] = /^(.*)-(\d+-(?:light|dark)\.png)$/.exec(file) ?? []
  const like = screens.find((screen) => screen.name === name)?.like
  return like && `${like}-${rest}`
}
