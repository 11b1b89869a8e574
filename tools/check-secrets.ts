import { readFileSync } from 'node:fs'
import { conclude, isTest, sourceFiles } from './check-source.ts'
import { nameOf, type Node, parse, walk } from './check-syntax.ts'

// `===` stops at the first byte that differs, and its duration tells an attacker how much of a guess is right. Secrets are
// compared with timingSafeEqual. Comparing with a constant (undefined, '', a kind) reveals nothing. Sandboxes are not checked.

const secretName = /(?:secret|password|passcode|signature|hmac|digest|otp|oneTimeCode|verifier|accessToken|refreshToken|apiKey|csrfToken)(?:Hash|Hex|Hashed)?$/i

const files = sourceFiles('apps/api/src/**/*.ts', 'apps/identity/src/**/*.ts', 'packages/*/src/**/*.ts').filter((file) => !isTest(file))
const faults = files.flatMap((file) => {
  const tree = parse(readFileSync(file, 'utf8'), file)
  const found: string[] = []
  walk(
    tree.root,
    () => false,
    (node) => {
      if (node.type !== 'BinaryExpression' || !/^[!=]==?$/.test(String(node['operator']))) return
      const sides = [node['left'] as Node, node['right'] as Node]
      const secret = sides.find((side) => secretName.test(readName(side)))
      if (secret && !sides.some(isConstant)) found.push(`${file}:${tree.lineOf(node)} secret compared with ${String(node['operator'])}: ${readName(secret)}`)
    },
  )
  return found
})
if (files.length === 0) faults.push('no sources were found')
conclude(faults, `${files.length} sources, no secret compared byte by byte`)

function readName(side: Node): string {
  if (side.type === 'CallExpression') return nameOf((side['callee'] as Node)['object'])
  if (side.type === 'OptionalChainingExpression') return readName(side['base'] as Node)
  return nameOf(side)
}

function isConstant(side: Node): boolean {
  return /^(?:StringLiteral|NullLiteral|NumericLiteral|BooleanLiteral)$/.test(side.type) || nameOf(side) === 'undefined' || side.type === 'UnaryExpression'
}
