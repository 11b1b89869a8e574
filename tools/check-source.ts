import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Files that git knows or would take in: what is ignored is nobody's source. A file deleted but not yet committed is gone. */
export function sourceFiles(...patterns: string[]): string[] {
  const out = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '--', ...patterns.map((pattern) => `:(glob)${pattern}`)], {
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  })
  return [...new Set(out.split('\0'))].filter((file) => file !== '' && existsSync(file)).sort()
}

/** Tests, and the helpers beside them that set a scene. */
export const isTest = (file: string): boolean => /\.test\.tsx?$|\/given\.tsx?$/.test(file)

/** Prints what was found, one line each, and sets the exit code. */
export function conclude(faults: string[], fine: string): void {
  for (const fault of faults) console.log(fault)
  console.log(faults.length === 0 ? fine : `${faults.length} fault${faults.length === 1 ? '' : 's'}`)
  process.exitCode = faults.length === 0 ? 0 : 1
}
