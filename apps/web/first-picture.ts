import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { preprocessCSS, type Plugin, type ResolvedConfig } from 'vite'

const cwd = import.meta.dirname
const styles = join(cwd, 'first-picture.css')

const drawing = join(cwd, 'first-picture.html')

/** What every screen of a signed-in person needs at once, and what home needs besides, by source file. */
const frame = 'src/app/signed-in-frame.ts'
const home = 'src/features/dashboard/index.ts'
export const homeParts = [frame, home]

interface Chunk {
  type: 'chunk' | 'asset'
  fileName: string
  facadeModuleId?: string | null
  moduleIds?: readonly string[]
  imports?: readonly string[]
}

/**
 * Puts what the first picture needs into the page itself, so that it needs no further request: the boot script, the styles of what
 * first-picture.html draws, the drawing, and the files of a signed-in person's first screen for the boot script to preload. The stylesheet moves behind that drawing: where
 * Vite puts it, in the head, nothing would be painted before it has arrived. The API allows the inline parts by their hashes.
 */
export function firstPicture(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'first-picture',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved
    },
    transformIndexHtml: {
      order: 'post',
      handler: async (html, { filename, bundle }) => {
        // Its statements end with their lines.
        const boot = readFileSync(join(cwd, 'public/boot.js'), 'utf8').replaceAll(/^\s*(\/\/.*)?\n?/gm, '')
        const isWallet = filename.endsWith('index.html')
        const files = (parts: string[]) =>
          filesOf(Object.values(bundle ?? {}) as Chunk[], parts)
            .map((file) => config.base + file)
            .join(' ')
        const script = `<script${isWallet ? ` data-frame="${files([frame])}" data-home="${files([frame, home])}"` : ''}>${boot}</script>`
        const withScript = html.replace(/<script src="[^"]*boot\.js"><\/script>/, () => script)
        if (!isWallet) return withScript
        const { code } = await preprocessCSS(readFileSync(styles, 'utf8'), styles, config)
        const links: string[] = []
        return withScript
          .replaceAll(/\s*<link rel="stylesheet"[^>]*>/g, (link) => {
            links.push(link.trim())
            return ''
          })
          .replace('</title>', () => `</title><style>${minified(code.replaceAll(/\/\*[^]*?\*\//g, ''))}</style>`)
          .replace('<div id="root"></div>', () => `<div id="root">${withoutSpace(readFileSync(drawing, 'utf8'))}</div>${links.join('')}`)
      },
    },
  }
}

const minified = (css: string) => css.replaceAll(/\s+/g, ' ').replaceAll(/ ?([{};]) ?/g, '$1')
const withoutSpace = (html: string) => html.replaceAll(/\s+/g, ' ').replaceAll('> <', '><')

/** The files of these parts and everything that they import. */
function filesOf(chunks: readonly Chunk[], parts: readonly string[]): string[] {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const files = new Set<string>()
  const add = (file: string) => {
    if (files.has(file)) return
    files.add(file)
    for (const imported of byFile.get(file)?.imports ?? []) add(imported)
  }
  for (const part of parts) {
    const chunk = chunks.find(({ facadeModuleId, moduleIds }) => facadeModuleId === join(cwd, part) || moduleIds?.includes(join(cwd, part)))
    if (!chunk) throw new Error(`${part} is in no file of the build`)
    add(chunk.fileName)
  }
  return [...files]
}
