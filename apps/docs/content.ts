import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { type OpenApi, referencePages } from './reference.ts'

export const root = join(import.meta.dirname, '../..')
export const pagesFolder = join(import.meta.dirname, '.pages')

/** Folders and files of docs/ that are pages. The rest is for people who work on the product. */
const folders = ['guides', 'money', 'operations', 'decisions']
const files = ['README.md', 'glossary.md']

interface Page {
  /** Relative to docs/, as the links of other pages name it. */
  source: string
  text: string
}

const asPage = (path: string) => path.replace(/(^|\/)README\.md$/, '$1index.md')

function sources(): Page[] {
  const listed = folders.flatMap((folder) => readdirSync(join(root, 'docs', folder)).flatMap((name) => (name.endsWith('.md') ? [join(folder, name)] : [])))
  return [...files, ...listed].toSorted().map((source) => ({ source, text: readFileSync(join(root, 'docs', source), 'utf8') }))
}

/** Links to other pages stay; a link to a file that is no page becomes its words; one that leads nowhere stops the build. */
function withLinks({ source, text }: Page, known: ReadonlySet<string>): string {
  let isCode = false
  return text
    .split('\n')
    .map((line) => {
      if (line.startsWith('```')) isCode = !isCode
      return isCode
        ? line
        : line.replaceAll(/\[([^\]]*)\]\(([^)\s]+)\)/g, (whole, words: string, target: string) => {
            if (/^(?:[a-z]+:|#|\/)/.test(target)) return whole
            const [path = '', anchor] = target.split('#')
            const found = normalize(join(dirname(source), path))
            const page = [found, join(found, 'README.md'), `${found}.md`].find((candidate) => known.has(candidate))
            // The document is read as the reference.
            if (found === 'openapi.json') return `[${words}](/reference/index.md)`
            if (page !== undefined) return `[${words}](/${asPage(page)}${anchor === undefined ? '' : `#${anchor}`})`
            if (!existsSync(join(root, 'docs', found))) throw new Error(`docs/${source} links to ${target}, which does not exist`)
            return words
          })
    })
    .join('\n')
}

/** Empties the folder of the pages, and writes every page there. */
export function writePages(): void {
  rmSync(pagesFolder, { recursive: true, force: true })
  updatePages()
}

/** Writes every page where VitePress reads them. */
export function updatePages(): void {
  const written = sources()
  const reference = referencePages(JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8')) as OpenApi)
  const known = new Set([...written.map(({ source }) => source), ...reference.map(({ source }) => source)])
  for (const page of [...written.map((one) => ({ ...one, text: withLinks(one, known) })), ...reference]) write(asPage(page.source), page.text)
  mkdirSync(join(pagesFolder, 'public'), { recursive: true })
  copyFileSync(join(root, 'apps/web/public/icon.svg'), join(pagesFolder, 'public/icon.svg'))
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(pagesFolder, path)), { recursive: true })
  writeFileSync(join(pagesFolder, path), text)
}

/** The first heading. */
export function titleOf(path: string): string {
  return /^# (.+)$/m.exec(readFileSync(join(pagesFolder, path), 'utf8'))?.[1]?.replaceAll('`', '') ?? path
}

/** The pages of a folder by their titles, its index first. */
export function pagesOf(folder: string): { text: string; link: string }[] {
  return readdirSync(join(pagesFolder, folder))
    .filter((name) => name.endsWith('.md') && name !== 'index.md')
    .toSorted()
    .map((name) => ({ text: titleOf(join(folder, name)), link: `/${folder}/${name.replace('.md', '')}` }))
}
