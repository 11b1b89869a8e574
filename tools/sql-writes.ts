import { literalText, type Node, parse, walk } from './check-syntax.ts'

/** A statement that writes a table. */
export interface Write {
  /** Schema-qualified: `public.merchant`, `ledger.entry`. `undefined` when the source computes the name. */
  table: string | undefined
  /** The statement from its verb to the end of the SQL text, for checks that look further. */
  statement: string
  line: number
}

const name = String.raw`(?:"?\w+"?\.)?"?\w+"?|\$\{\}`
const verbs = [
  String.raw`insert\s+into\s+(?<insert>${name})`,
  String.raw`(?<!\bfor\s+)(?<!\bkey\s+)update\s+(?:only\s+)?(?<update>${name})(?:\s+(?:as\s+)?(?!set\b)\w+)?\s+set\b`,
  String.raw`delete\s+from\s+(?:only\s+)?(?<delete>${name})`,
  String.raw`merge\s+into\s+(?<merge>${name})`,
  String.raw`truncate\s+(?:table\s+)?(?<truncate>${name})`,
]
const writeStatement = new RegExp(String.raw`\b(?:${verbs.join('|')})`, 'gi')

/** Comments and quoted values say nothing about writes; each is replaced by spaces, so that lines stay where they are. */
const blank = (text: string) => text.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g, (match) => match.replaceAll(/[^\n]/g, ' '))

export function writesInSql(text: string, options: { schema?: string; line?: number } = {}): Write[] {
  const bare = blank(text)
  return [...bare.matchAll(writeStatement)].flatMap((match) => {
    const written = Object.values(match.groups ?? {}).find((value) => value !== undefined)
    if (written === undefined || written.toLowerCase() === 'set') return []
    const table = written === '${}' ? undefined : qualify(written.replaceAll('"', '').toLowerCase(), options.schema ?? 'public')
    return [{ table, statement: bare.slice(match.index), line: (options.line ?? 1) + linesIn(bare.slice(0, match.index)) }]
  })
}

/** The SQL in the strings and templates of a TypeScript file. Each expression in a template counts as `${}`. */
export function writesInTypeScript(source: string, file: string): Write[] {
  const tree = parse(source, file)
  const writes: Write[] = []
  walk(
    tree.root,
    () => false,
    (node) => {
      const text =
        node.type === 'TemplateLiteral'
          ? (node['quasis'] as Node[]).map(literalText).join('${}')
          : node.type === 'StringLiteral'
            ? literalText(node)
            : undefined
      if (text !== undefined) writes.push(...writesInSql(text, { line: tree.lineOf(node) }))
    },
  )
  return writes
}

/** The functions of an SQL file. Names in a body are looked up in the first schema of the function's search path. */
export function sqlFunctions(text: string): { schema: string; name: string; body: string; searchPath: string; line: number }[] {
  return [...text.matchAll(/create(?:\s+or\s+replace)?\s+function\s+(?:(\w+)\.)?(\w+)([\s\S]*?)\$\$([\s\S]*?)\$\$/gi)].map((match) => ({
    schema: match[1] ?? 'public',
    name: match[2]!,
    body: match[4]!,
    searchPath: /set\s+search_path\s*(?:=|to)\s*(\w+)/i.exec(match[3]!)?.[1] ?? 'public',
    line: 1 + linesIn(text.slice(0, match.index + match[0].length - match[4]!.length - 2)),
  }))
}

export const createdTables = (text: string): string[] =>
  [...blank(text).matchAll(/create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?((?:\w+\.)?\w+)/gi)].map((match) =>
    qualify(match[1]!.toLowerCase(), 'public'),
  )

const qualify = (table: string, schema: string) => (table.includes('.') ? table : `${schema}.${table}`)
const linesIn = (text: string) => text.split('\n').length - 1
