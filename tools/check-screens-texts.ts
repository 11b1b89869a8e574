import { literalText, nameOf, type Node, parse, walk } from './check-syntax.ts'

const macroTags = new Set(['t', 'msg', 'defineMessage', 'plural', 'select', 'selectOrdinal', 'ph'])
const macroElements = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal'])
const textBearing =
  /^(?:alt|caption|children|description|heading|help|hint|label|message|placeholder|subtitle|text|title|tooltip|aria-(?:description|label|placeholder|roledescription|valuetext))$|(?:Description|Heading|Label|Message|Placeholder|Text|Title)$/
const forDevelopers = /Error$|^(?:assert|invariant|console)$/

/** Names that are the same in every language. */
const names = new Set(['Nikau'])

const hasWord = (text: string) => /\p{L}{2,}/u.test(text) && !names.has(text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, ''))
/** Capitalised, or several words: `Top up`, `no shop near here`; not `top-up`, `TOP_UP` or `flex`. */
const isProse = (text: string) => /\p{Ll}/u.test(text) && (/^\s*\p{Lu}/u.test(text) || /\p{L}\s+\p{L}/u.test(text))
const isSentence = (text: string) => /^\s*\p{Lu}[\p{L}’']*,?\s+\p{L}/u.test(text) && /\p{Ll}/u.test(text)

/** Texts on screen that are not in a catalogue. */
export function textsIn(source: string, file: string): { line: number; what: string }[] {
  const tree = parse(source, file)
  const usesMacros = /from '@lingui\/(?:react|core)\/macro'/.test(source)
  const found: { line: number; what: string }[] = []
  walk(tree.root, isTypeOrImport, (node, ancestors) => {
    const text = literalText(node)
    if (text === undefined || !hasWord(text) || isForDevelopers(ancestors)) return
    if (usesMacros && isTranslated(ancestors)) return
    if (isShown(node, ancestors, text)) found.push({ line: tree.lineOf(node), what: `text outside the catalogues: ${shorten(text)}` })
  })
  return found
}

const shorten = (text: string) => JSON.stringify(text.trim().replaceAll(/\s+/g, ' ').slice(0, 60))

function isTypeOrImport(node: Node): boolean {
  return /^(?:Ts(?:Type|Literal|Interface|Union|Module|Import)|ImportDeclaration$|ExportAllDeclaration$)/.test(node.type)
}

function isForDevelopers(ancestors: Node[]): boolean {
  return ancestors.some((node) => {
    if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return false
    const callee = node['callee'] as Node
    return forDevelopers.test(nameOf(callee)) || forDevelopers.test(nameOf(callee['object']))
  })
}

/** Inside a macro. An attribute of an element within <Trans> is not: the macro takes children only. */
function isTranslated(ancestors: Node[]): boolean {
  let inAttribute = false
  for (const [index, node] of [...ancestors.entries()].toReversed()) {
    if (node.type === 'TaggedTemplateExpression' && macroTags.has(nameOf(node['tag']))) return true
    if (node.type === 'CallExpression' && macroTags.has(nameOf(node['callee']))) return true
    if (node.type === 'JSXAttribute') {
      const element = ancestors[index - 1]
      if (!element || !macroElements.has(nameOf(element['name']))) inAttribute = true
    }
    if (node.type === 'JSXElement' && macroElements.has(nameOf((node['opening'] as Node)['name']))) return !inAttribute
  }
  return false
}

/** Whether the text, through conditions and templates, reaches the screen or an attribute that is read out. */
function isShown(literal: Node, ancestors: Node[], text: string): boolean {
  if (literal.type === 'JSXText') return true
  let inner = literal
  for (const node of ancestors.toReversed()) {
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') return true
    if (node.type === 'JSXAttribute') return textBearing.test(nameOf(node['name'])) || (!isAboutStyle(node) && isSentence(text))
    if (node.type === 'KeyValueProperty' && node['value'] === inner) return textBearing.test(nameOf(node['key'])) ? isProse(text) : isSentence(text)
    if (node.type === 'AssignmentExpression') return textBearing.test(nameOf(node['left'])) || isSentence(text)
    if (isCompared(node)) return false
    if (!passesOn(node, inner)) return isSentence(text)
    inner = node
  }
  return false
}

const isAboutStyle = (attribute: Node) => /^(?:className|style|d|viewBox)$/.test(nameOf(attribute['name']))

const isCompared = (node: Node) => node.type === 'SwitchCase' || (node.type === 'BinaryExpression' && /^[!=]==?$/.test(String(node['operator'])))

function passesOn(node: Node, inner: Node): boolean {
  if (node.type === 'ConditionalExpression') return node['test'] !== inner
  if (node.type === 'BinaryExpression') return ['&&', '||', '??', '+'].includes(String(node['operator']))
  return ['JSXExpressionContainer', 'ParenthesisExpression', 'TemplateLiteral', 'TsAsExpression', 'TsConstAssertion', 'TsSatisfiesExpression'].includes(
    node.type,
  )
}
