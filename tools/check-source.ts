import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Files that git tracks or would add. Ignored files are not source, and a file deleted but not yet committed is gone. */
export function sourceFiles(...patterns: string[]): string[] {
  const out = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '--', ...patterns.map((pattern) => `:(glob)${pattern}`)], {
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  })
  return [...new Set(out.split('\0'))].filter((file) => file !== '' && existsSync(file)).sort()
}

/** Tests, their fixtures, and the package that serves them. */
export const isTest = (file: string): boolean => /\.test\.tsx?$|(?:\/|\.)fixtures?\.tsx?$|^packages\/testing\/|^apps\/(?:web|desk)\/src\/testing\//.test(file)

/** Prints the faults, one line each, and sets the exit code. */
export function conclude(faults: string[], summary: string): void {
  for (const fault of faults) console.log(fault)
  console.log(faults.length === 0 ? summary : `${faults.length} fault${faults.length === 1 ? '' : 's'}`)
  process.exitCode = faults.length === 0 ? 0 : 1
}
