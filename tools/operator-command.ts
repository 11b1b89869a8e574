import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Runs an operator's command of this folder, for its tests: nobody is logged in, so `--by` has to be given. */
export function operatorCommand(file: string, databaseUrl: string) {
  const program = join(import.meta.dirname, file)
  return async (...args: string[]): Promise<{ code: number; output: string }> => {
    const env = { ...process.env, DATABASE_URL: databaseUrl, USER: '' }
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { env })
      return { code: 0, output: stdout }
    } catch (error) {
      const { code, stderr } = error as { code: number; stderr: string }
      return { code, output: stderr }
    }
  }
}
