import { readFileSync } from 'node:fs'
import { conclude, isTest, sourceFiles } from './check-source.ts'
import { nameOf, type Node, parse, walk } from './check-syntax.ts'
import { writesInTypeScript } from './sql-writes.ts'

// The transition table in packages/contract/src/payment-request-states.ts decides which status follows which. So only the
// stores that apply it write payment_request.status, and nothing else in the module names the status a request changes to.

const enforcing = new Set(['apps/api/src/modules/payment-requests/request/store.ts', 'apps/api/src/modules/payment-requests/pay/store.ts'])
const table = 'packages/contract/src/payment-request-states.ts'
const statuses = new Set(/requestStatuses = \[(.*?)\]/.exec(readFileSync(table, 'utf8'))?.[1]?.match(/\w+/g) ?? [])

const sources = sourceFiles('apps/**/*.ts', 'packages/*/src/**/*.ts').filter((file) => !isTest(file))
const faults: string[] = []
const writing = new Set<string>()
for (const file of sources) {
  const source = readFileSync(file, 'utf8')
  if (source.includes('payment_request')) {
    for (const { line } of writesInTypeScript(source, file).filter((write) => write.table === 'public.payment_request' && setsStatus(write.statement))) {
      if (enforcing.has(file)) writing.add(file)
      else faults.push(`${file}:${line} writes payment_request.status around the transition table`)
    }
  }
  if (file.startsWith('apps/api/src/modules/payment-requests/')) faults.push(...assignedStatuses(source, file))
}
if (statuses.size === 0) faults.push(`${table}: no statuses were found`)
for (const file of enforcing) if (!writing.has(file)) faults.push(`${file} does not write payment_request.status: is the rule looking at the right files?`)
conclude(faults, `${sources.length} sources, payment_request.status follows the transition table`)

/** In the columns of an insert, or before the condition of an update. */
function setsStatus(statement: string): boolean {
  const [clause = ''] = /^insert/i.test(statement) ? statement.split(/\)|\bselect\b|\bvalues\b/i) : statement.split(/\bwhere\b|\breturning\b/i)
  return /^insert/i.test(statement) ? /\bstatus\b/i.test(clause) : /[\s,(]status\s*(?:=|,)/i.test(clause)
}

/** `status: 'paid'`, `x.status = 'paid'` and `const status = waits ? 'new' : …`. Comparisons and types are not assignments. */
function assignedStatuses(source: string, file: string): string[] {
  const tree = parse(source, file)
  const found: string[] = []
  const look = (name: unknown, value: unknown, node: Node) => {
    const status = nameOf(name) === 'status' ? literalIn(value as Node) : undefined
    if (status !== undefined) found.push(`${file}:${tree.lineOf(node)} assigns the status '${status}': take it from statusAfter`)
  }
  walk(
    tree.root,
    () => false,
    (node) => {
      if (node.type === 'KeyValueProperty') look(node['key'], node['value'], node['value'] as Node)
      if (node.type === 'AssignmentExpression') look(node['left'], node['right'], node)
      if (node.type === 'VariableDeclarator') look(node['id'], node['init'], node)
    },
  )
  return found
}

function literalIn(value: Node | null | undefined): string | undefined {
  if (!value) return undefined
  switch (value.type) {
    case 'StringLiteral':
      return statuses.has(nameOf(value)) ? nameOf(value) : undefined
    case 'ConditionalExpression':
      return literalIn(value['consequent'] as Node) ?? literalIn(value['alternate'] as Node)
    case 'TsConstAssertion':
    case 'TsAsExpression':
    case 'TsSatisfiesExpression':
    case 'ParenthesisExpression':
      return literalIn(value['expression'] as Node)
    default:
      return undefined
  }
}
