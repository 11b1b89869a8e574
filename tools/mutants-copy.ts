import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sourceFiles } from './check-source.ts'

/** Caches of the tree that is copied. */
const ownOfTree = ['.cache', '.vite-temp', '.vitest-cache']

/**
 * A copy of the working tree in which tests run. Links between packages are relative, so each package of the copy finds the others
 * of the copy. The installed packages are not linked as a folder: Vite serves only files below its root.
 */
export function copyTree(folder: string): void {
  for (const file of sourceFiles('**')) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(file, join(folder, file))
  }
  for (const packageFile of sourceFiles('**/package.json')) {
    const modules = join(dirname(packageFile), 'node_modules')
    if (!existsSync(modules)) continue
    mkdirSync(join(folder, modules), { recursive: true })
    for (const name of readdirSync(modules)) if (!ownOfTree.includes(name)) copyInstalled(join(modules, name), join(folder, modules, name))
  }
}

function copyInstalled(from: string, to: string): void {
  // Nothing writes to the packages themselves: hard links do, except on another file system.
  if (from === 'node_modules/.pnpm' && spawnSync('cp', ['-al', from, to]).status === 0) return
  const { status, stderr } = spawnSync('cp', ['-aT', from, to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}
