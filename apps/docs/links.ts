import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** Links of the built pages to pages and anchors that do not exist, and everything that a page would load from elsewhere. */
export function brokenLinks(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'))
  const pages = new Map(files.map((file) => [join(folder, file), readFileSync(join(folder, file), 'utf8')]))
  const anchors = new Map([...pages].map(([path, html]) => [path, new Set([...html.matchAll(/ id="([^"]+)"/g)].map((match) => decode(match[1]!)))]))
  return [...pages].flatMap(([path, html]) => {
    const name = relative(folder, path)
    const loaded = [...html.matchAll(/<(?:script|img|link|iframe|source)\b[^>]*? (?:src|href)="((?:https?:)?\/\/[^"]+)"/g)].map(
      (match) => `${name}: loads ${match[1]}`,
    )
    const links = [...html.matchAll(/<a\b[^>]*? href="([^"]*)"/g)].map((match) => decode(match[1]!))
    const broken = links.filter((link) => !/^[a-z]+:/.test(link)).filter((link) => !leadsSomewhere(path, link))
    return [...loaded, ...new Set(broken.map((link) => `${name}: links to ${link}`))]
  })

  function leadsSomewhere(from: string, link: string): boolean {
    const [path = '', anchor] = link.split('#').map((part) => decodeURIComponent(part))
    const at = path === '' ? from : path.startsWith('/') ? join(folder, path) : resolve(dirname(from), path)
    const page = [at, `${at}.html`, join(at, 'index.html')].find((candidate) => pages.has(candidate))
    if (page === undefined) return path !== '' && existsSync(at) && !path.endsWith('/')
    return anchor === undefined || anchor === '' || anchors.get(page)!.has(anchor)
  }
}

const decode = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'")
