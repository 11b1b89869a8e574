import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { sourceFiles } from './check-source.ts'

/** A copy of the tree in which faults can be planted. */
export interface Scratch {
  root: string
  /** Writes a file, or replaces it. */
  write(file: string, text: string): void
  /** Changes a file; a change that finds nothing to change is a fault of the planting itself. */
  edit(file: string, change: (text: string) => string): void
  /** Takes what was written so far as the state to come back to. */
  keep(): void
  /** Takes back everything since then. */
  undo(): void
  remove(): void
}

/**
 * Tracked and new files are copied. Packages from outside are linked, not copied: the workspaces' own node_modules hold
 * nothing but relative links, which lead to our packages in the copy and to everything else through one link at its root.
 * That link leads to the real node_modules, so nothing run in the copy may install: a check calls a tool by its file and
 * never through the package manager, which would first bring the real folder in line with the copy.
 */
export function makeScratch(): Scratch {
  const root = mkdtempSync(join(tmpdir(), 'nikau-check-self-'))
  const files = sourceFiles()
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    cpSync(file, join(root, file))
  }
  symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'))
  for (const manifest of files.filter((file) => basename(file) === 'package.json')) {
    const links = join(dirname(manifest), 'node_modules')
    if (dirname(manifest) === '.' || !existsSync(links)) continue
    cpSync(links, join(root, links), { recursive: true, verbatimSymlinks: true, filter: (path) => !/node_modules\/\.(?!bin)/.test(path) })
  }
  execFileSync('git', ['init', '--quiet'], { cwd: root })
  // Our .gitignore means folders; here it is a link.
  appendFileSync(join(root, '.git/info/exclude'), 'node_modules\n')
  execFileSync('git', ['add', '--all'], { cwd: root })

  const before = new Map<string, string | undefined>()
  const write = (file: string, text: string) => {
    const path = join(root, file)
    if (!before.has(path)) before.set(path, existsSync(path) ? readFileSync(path, 'utf8') : undefined)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  return {
    root,
    write,
    edit(file, change) {
      const text = readFileSync(join(root, file), 'utf8')
      const changed = change(text)
      if (changed === text) throw new Error(`nothing to change in ${file}: the fault has to be planted elsewhere`)
      write(file, changed)
    },
    keep: () => before.clear(),
    undo() {
      for (const [path, text] of before) {
        if (text === undefined) rmSync(path)
        else writeFileSync(path, text)
      }
      before.clear()
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
