import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { sourceFiles } from './check-source.ts'

/** A copy of the repository in which faults can be planted. */
export interface Scratch {
  root: string
  /** Creates or replaces a file. */
  write(file: string, text: string): void
  /** Changes a file. Throws when nothing changes: then the fault no longer fits the source. */
  edit(file: string, change: (text: string) => string): void
  /** Makes the current state the one that `reset` returns to. */
  setBaseline(): void
  reset(): void
  remove(): void
}

/**
 * Copies tracked and new files and links external packages: the node_modules of each workspace hold only relative links, which
 * lead to our packages in the copy and to external ones through one link at the root. That link points to the real
 * node_modules, so a check must run a tool by its file and never through the package manager, which would first change the
 * real folder to match the copy.
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
  // The .gitignore matches folders; here node_modules is a link.
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
      if (changed === text) throw new Error(`nothing changed in ${file}: plant the fault elsewhere`)
      write(file, changed)
    },
    setBaseline: () => before.clear(),
    reset() {
      for (const [path, text] of before) {
        if (text === undefined) rmSync(path)
        else writeFileSync(path, text)
      }
      before.clear()
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
