// `pnpm docs:build`: writes the pages, builds the site into dist, and fails on a link that leads nowhere.
import { join } from 'node:path'
import { build } from 'vitepress'
import { writePages } from './content.ts'
import { brokenLinks } from './links.ts'

writePages()
await build(import.meta.dirname)
const broken = brokenLinks(join(import.meta.dirname, 'dist'))
if (broken.length > 0) {
  console.error(broken.join('\n'))
  process.exit(1)
}
