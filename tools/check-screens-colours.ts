import { literalText, nameOf, type Node, parse, walk } from './check-syntax.ts'

const hex = /(?<![\w/&#-])#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})(?![\w-])/i
/** A function that starts from a token (`rgb(from var(--brand) …)`) derives a colour from it. */
const colourFunction = /(?<![\w-])(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\((?!\s*(?:from\s+)?var\()/i
const names =
  'aliceblue|antiquewhite|aqua|aquamarine|azure|beige|bisque|black|blanchedalmond|blue|blueviolet|brown|burlywood|cadetblue|chartreuse|chocolate|coral|cornflowerblue|cornsilk|crimson|cyan|darkblue|darkcyan|darkgoldenrod|darkgr[ae]y|darkgreen|darkkhaki|darkmagenta|darkolivegreen|darkorange|darkorchid|darkred|darksalmon|darkseagreen|darkslateblue|darkslategr[ae]y|darkturquoise|darkviolet|deeppink|deepskyblue|dimgr[ae]y|dodgerblue|firebrick|floralwhite|forestgreen|fuchsia|gainsboro|ghostwhite|gold|goldenrod|gr[ae]y|green|greenyellow|honeydew|hotpink|indianred|indigo|ivory|khaki|lavender|lavenderblush|lawngreen|lemonchiffon|lightblue|lightcoral|lightcyan|lightgoldenrodyellow|lightgr[ae]y|lightgreen|lightpink|lightsalmon|lightseagreen|lightskyblue|lightslategr[ae]y|lightsteelblue|lightyellow|lime|limegreen|linen|magenta|maroon|mediumaquamarine|mediumblue|mediumorchid|mediumpurple|mediumseagreen|mediumslateblue|mediumspringgreen|mediumturquoise|mediumvioletred|midnightblue|mintcream|mistyrose|moccasin|navajowhite|navy|oldlace|olive|olivedrab|orange|orangered|orchid|palegoldenrod|palegreen|paleturquoise|palevioletred|papayawhip|peachpuff|peru|pink|plum|powderblue|purple|rebeccapurple|red|rosybrown|royalblue|saddlebrown|salmon|sandybrown|seagreen|seashell|sienna|silver|skyblue|slateblue|slategr[ae]y|snow|springgreen|steelblue|tan|teal|thistle|tomato|turquoise|violet|wheat|white|whitesmoke|yellow|yellowgreen'
const named = new RegExp(`(?<![\\w.#-])(?:${names})(?![\\w-])`, 'i')
const palette =
  /(?<![\w-])(?:accent|bg|border(?:-[trblxyse])?|caret|decoration|divide|fill|from|inset-ring|inset-shadow|outline|placeholder|ring|ring-offset|shadow|stroke|text|to|via)-(?:black|white|(?:amber|blue|cyan|emerald|fuchsia|gray|green|indigo|lime|neutral|orange|pink|purple|red|rose|sky|slate|stone|teal|violet|yellow|zinc)-\d{2,3})(?![\w-])/
const takesColour = /colou?r|background|border|outline|shadow|^fill$|^stroke$|decoration|^--/i

const literalIn = (text: string) => hex.exec(text)?.[0] ?? colourFunction.exec(text)?.[0].concat('…)') ?? palette.exec(text)?.[0]

/** Colours written out in code: in any string, and by name where a style or an SVG attribute takes one. */
export function coloursInScript(source: string, file: string): { line: number; what: string }[] {
  const tree = parse(source, file)
  const found: { line: number; what: string }[] = []
  walk(tree.root, isTypeOrImport, (node, ancestors) => {
    const text = literalText(node)
    if (text === undefined || isLink(ancestors)) return
    const isKey = ancestors.at(-1)?.['key'] === node
    const colour = literalIn(text) ?? (!isKey && ancestors.some(isColoured) ? named.exec(text)?.[0] : undefined)
    if (colour !== undefined) found.push({ line: tree.lineOf(node), what: `literal colour: ${colour}` })
  })
  return found
}

const isTypeOrImport = (node: Node) => /^(?:ImportDeclaration|TsLiteralType)$/.test(node.type)

/** `href="#add"` is an anchor. */
const isLink = (ancestors: Node[]) => ancestors.some((node) => node.type === 'JSXAttribute' && /^(?:href|to|id)$/.test(nameOf(node['name'])))

function isColoured(node: Node, index: number, ancestors: Node[]): boolean {
  if (node.type === 'JSXAttribute') return /^(?:fill|stroke|color|stopColor|floodColor|bgcolor)$/.test(nameOf(node['name']))
  if (node.type !== 'KeyValueProperty' || !takesColour.test(nameOf(node['key']))) return false
  return ancestors.slice(0, index).some((outer) => /style/i.test(outer.type === 'JSXAttribute' ? nameOf(outer['name']) : nameOf(outer['id'])))
}

/** Colours written out in a style sheet: in the value of a declaration, not in a selector or a comment. */
export function coloursInCss(source: string): { line: number; what: string }[] {
  const css = source.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '))
  const found: { line: number; what: string }[] = []
  for (const match of css.matchAll(/([\w-]+)\s*:\s*([^;{}]+)(?=[;}])/g)) {
    const [, property = '', value = ''] = match
    // A mask uses only the opacity of a colour.
    if (property.startsWith('mask')) continue
    const plain = value.replaceAll(/"[^"]*"|'[^']*'|var\(--[\w-]+/g, '')
    const colour = literalIn(plain) ?? (takesColour.test(property) ? named.exec(plain)?.[0] : undefined)
    if (colour === undefined) continue
    found.push({ line: css.slice(0, match.index).split('\n').length, what: `literal colour: ${property}: ${colour}` })
  }
  for (const match of css.matchAll(/@apply\s+([^;]+);/g)) {
    const colour = literalIn(match[1] ?? '')
    if (colour !== undefined) found.push({ line: css.slice(0, match.index).split('\n').length, what: `literal colour: @apply ${colour}` })
  }
  return found
}
