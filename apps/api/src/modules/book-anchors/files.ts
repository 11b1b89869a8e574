import { randomUUID } from 'node:crypto'
import { link, open, readdir, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/** An anchor as it is stored: the signed text and its signature. */
export interface SignedStatement {
  statement: string
  signature: string
}

const namePattern = /^anchor-(\d{12})\.txt$/

export function anchorFileName(number: number): string {
  return `anchor-${String(number).padStart(12, '0')}.txt`
}

/** The signed text with its signature as the last line. */
export function anchorFileText({ statement, signature }: SignedStatement): string {
  return `${statement}signature ${signature}\n`
}

export async function readAnchorFile(folder: string, number: number): Promise<SignedStatement | undefined> {
  const text = await readFile(join(folder, anchorFileName(number)), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const [, statement = '', signature = ''] = /^([\s\S]*\n)signature ([A-Za-z0-9+/=]+)\n$/.exec(text) ?? []
  return { statement, signature }
}

/**
 * Writes an anchor that is complete or not there, and never over another: the bytes are on disk before the name exists, and `link`
 * fails where `rename` would replace. False when the number has a file already.
 */
export async function writeAnchorFile(folder: string, number: number, signed: SignedStatement): Promise<boolean> {
  const temporary = join(folder, `.${anchorFileName(number)}.${randomUUID()}.tmp`)
  const file = await open(temporary, 'wx', 0o444)
  try {
    await file.writeFile(anchorFileText(signed))
    await file.sync()
  } finally {
    await file.close()
  }
  try {
    await link(temporary, join(folder, anchorFileName(number)))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await unlink(temporary)
  }
  const directory = await open(folder, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
  return true
}

/** The numbers in the folder in order, and names that are no anchor. What a crash left unfinished is neither. */
export async function listAnchorFiles(folder: string): Promise<{ numbers: number[]; others: string[] }> {
  const names = (await readdir(folder)).filter((name) => !/^\.anchor-\d{12}\.txt\.[\w-]{36}\.tmp$/.test(name))
  const numbers = names.flatMap((name) => namePattern.exec(name)?.[1] ?? []).map(Number)
  return { numbers: numbers.toSorted((a, b) => a - b), others: names.filter((name) => !namePattern.test(name)).toSorted() }
}
