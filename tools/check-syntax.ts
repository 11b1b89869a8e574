import { parseSync } from '@swc/core'

/** A node of the syntax tree, for checks that look for a few shapes only. */
export type Node = { type: string; span?: { start: number; end: number } } & Record<string, unknown>

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

export interface Tree {
  root: Node
  /** The line on which a node starts. The parser counts bytes, from 1. */
  lineOf(node: Node): number
}

export function parse(source: string, file: string): Tree {
  const root = parseSync(source, { syntax: 'typescript', tsx: file.endsWith('.tsx'), target: 'es2024' }) as unknown as Node
  const bytes = Buffer.from(source)
  return {
    root,
    lineOf(node) {
      const before = bytes.subarray(0, (node.span?.start ?? 1) - 1)
      return before.reduce((lines, byte) => (byte === 10 ? lines + 1 : lines), 1)
    },
  }
}

/** Visits each node with its ancestors, nearest last. Skipped nodes are not visited, nor is anything below them. */
export function walk(node: Node, skip: (node: Node) => boolean, visit: (node: Node, ancestors: Node[]) => void, ancestors: Node[] = []): void {
  if (skip(node)) return
  visit(node, ancestors)
  const inner = [...ancestors, node]
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) {
      // Arguments and array elements come wrapped: { spread, expression }.
      const bare = isNode(child) ? child : (child as { expression?: unknown } | null | undefined)?.expression
      if (isNode(bare)) walk(bare, skip, visit, inner)
    }
  }
}

/** The name of an identifier, a key, an attribute or the last part of a member expression; empty for anything else. */
export function nameOf(node: unknown): string {
  if (!isNode(node)) return ''
  if (node.type === 'Identifier' || node.type === 'StringLiteral') return String(node['value'])
  if (node.type === 'MemberExpression') return nameOf(node['property'])
  if (node.type === 'JSXMemberExpression') return nameOf(node['property'])
  if (node.type === 'JSXNamespacedName') return `${nameOf(node['namespace'])}:${nameOf(node['name'])}`
  return ''
}

/** The text of a string or of the fixed parts of a template; undefined for anything else. */
export function literalText(node: Node): string | undefined {
  if (node.type === 'StringLiteral' || node.type === 'JSXText') return String(node['value'])
  if (node.type === 'TemplateElement') return String(node['cooked'])
  return undefined
}
