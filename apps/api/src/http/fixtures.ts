// Reads PDFs for tests, as a screen reader does.
import { inflateSync } from 'node:zlib'

interface Piece {
  text: string
  font: string
  size: number
  left: number
  right: number
  y: number
  /** A glyph was moved: kerning. */
  moved: boolean
  digitWidths: Set<number>
}

export interface Node {
  tag: string
  text: string
  /** Its own dictionary. */
  source: string
  pieces: Piece[]
  children: Node[]
}

/** Reads what http/pdf.ts writes: the structure tree as a screen reader walks it, and where each text stands. */
export function readPdf(file: Uint8Array) {
  const source = Buffer.from(file).toString('latin1')
  const objects = new Map([...source.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj$/gm)].map(([, id, body]) => [id!, body!]))
  const object = (id: string | undefined) => objects.get(id!)!
  const refs = (dictionary: string, key: string) =>
    [...(new RegExp(`/${key} \\[([^\\]]*)\\]`).exec(dictionary)?.[1] ?? '').matchAll(/(\d+) 0 R/g)].map(([, id]) => id!)
  const ref = (dictionary: string, key: string) => new RegExp(`/${key} (\\d+) 0 R`).exec(dictionary)?.[1]
  const stream = (id: string | undefined) => {
    const [, data] = /\nstream\n([\s\S]*)\nendstream$/.exec(object(id))!
    return inflateSync(Buffer.from(data!, 'latin1')).toString('latin1')
  }
  const catalogue = object(/\/Root (\d+) 0 R/.exec(source)![1])
  const fonts = new Map<string, { unicode: string[]; widths: number[] }>()
  const readFont = (id: string) => {
    const widths = /\/W \[0 \[([^\]]*)\]/
      .exec(object(refs(object(id), 'DescendantFonts')[0]))![1]!
      .split(' ')
      .map(Number)
    const ranges = [...stream(ref(object(id), 'ToUnicode')).matchAll(/<[0-9a-f]{4}> <[0-9a-f]{4}> \[(.*?)\]/g)]
    const unicode = ranges.flatMap(([, list]) => [...list!.matchAll(/<([0-9a-f]+)>/g)].map(([, code]) => String.fromCharCode(parseInt(code!, 16))))
    return { unicode, widths }
  }
  const pages = refs(object(ref(catalogue, 'Pages')), 'Kids')
  const marked = new Map<string, Piece[]>()
  const artifacts: Piece[][] = []
  const unmarked: string[] = []
  for (const [number, page] of pages.entries()) {
    const fontIds = new Map([...object(ref(object(page), 'Resources')).matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [name!, id!]))
    artifacts[number] = []
    let mark: Piece[] | undefined
    let [font, size, x, y] = ['', 0, 0, 0]
    const tokens = /\/(\w+) <<\s*(?:\/MCID (\d+)|[^>]*)\s*>> BDC|\bEMC\b|1 0 0 1 ([\d.]+) ([\d.]+) Tm|\/(F\d+) ([\d.]+) Tf|\[([^\]]*)\] TJ|\b[SfB]\b/g
    for (const [all, tag, mcid, tmX, tmY, fontName, fontSize, tj] of stream(ref(object(page), 'Contents')).matchAll(tokens)) {
      if (tag !== undefined) {
        mark = tag === 'Artifact' ? artifacts[number] : []
        if (mcid !== undefined) marked.set(`${page}-${mcid}`, mark)
      } else if (all === 'EMC') mark = undefined
      else if (tmX !== undefined) [x, y] = [Number(tmX), Number(tmY)]
      else if (fontName !== undefined) [font, size] = [fontName, Number(fontSize)]
      else if (mark === undefined) unmarked.push(all)
      else if (tj !== undefined) {
        const id = fontIds.get(font)!
        if (!fonts.has(id)) fonts.set(id, readFont(id))
        const { unicode, widths } = fonts.get(id)!
        const glyphs = [...tj.matchAll(/<([0-9a-f]*)>/g)].flatMap(([, hex]) => hex!.match(/.{4}/g)!.map((gid) => parseInt(gid, 16)))
        const moves = [...tj.replaceAll(/<[^>]*>/g, ' ').matchAll(/-?[\d.]+/g)].map(([move]) => Number(move))
        const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)
        mark.push({
          text: glyphs.map((gid) => unicode[gid]).join(''),
          font: /BaseFont \/\w+\+(\S+)/.exec(object(id))![1]!,
          size,
          left: x,
          right: x + ((sum(glyphs.map((gid) => widths[gid]!)) - sum(moves)) * size) / 1000,
          y,
          moved: moves.some((move) => move !== 0),
          digitWidths: new Set(glyphs.filter((gid) => /\d/.test(unicode[gid]!)).map((gid) => widths[gid]!)),
        })
      }
    }
  }
  const readNode = (id: string): Node => {
    const own = object(id)
    const page = ref(own, 'Pg')
    const pieces = page === undefined ? [] : (/\/K \[([\d ]*)\]/.exec(own)?.[1] ?? '').split(' ').flatMap((mcid) => marked.get(`${page}-${mcid}`) ?? [])
    const children = page === undefined ? refs(own, 'K').map(readNode) : []
    return { tag: /\/S \/(\w+)/.exec(own)![1]!, source: own, pieces, children, text: pieces.map(({ text }) => text).join('') }
  }
  const [root, ...more] = refs(object(ref(catalogue, 'StructTreeRoot')), 'K')
  if (more.length > 0) throw new Error('the structure tree has several roots')
  return { source, catalogue, viewer: object(ref(catalogue, 'ViewerPreferences')), document: readNode(root!), pages: pages.length, artifacts, unmarked }
}

export const all = (node: Node, tag: string): Node[] => [...(node.tag === tag ? [node] : []), ...node.children.flatMap((child) => all(child, tag))]
export const texts = (nodes: Node[]) => nodes.map(({ text }) => text)
export const cells = (row: Node) => texts(row.children)
