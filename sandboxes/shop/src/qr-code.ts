/** QR codes of short texts as SVG, at error correction level L and with mask 0, which every reader accepts. Versions 1 to 5 have one block. */

/** Data and error correction codewords of each version. */
const versions = [
  { data: 19, correction: 7 },
  { data: 34, correction: 10 },
  { data: 55, correction: 15 },
  { data: 80, correction: 20 },
  { data: 108, correction: 26 },
]
/** Level L, mask 0, with its BCH code. */
const formatBits = 0b111011111000100

export function qrCodeSvg(text: string): string {
  const modules = qrModules(text)
  const size = modules.length + 8 // with the quiet zone
  const path = modules.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + 4} ${y + 4}h1v1h-1z` : ''))).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
}

function qrModules(text: string): boolean[][] {
  const bytes = [...new TextEncoder().encode(text)]
  const index = versions.findIndex(({ data }) => bytes.length <= data - 2)
  const version = versions[index]
  if (!version) throw new Error('text too long for a code')
  const size = 21 + 4 * index
  const modules = Array.from({ length: size }, () => Array.from<boolean | undefined>({ length: size }))
  drawPatterns(modules, index)
  const codewords = dataCodewords(bytes, version.data)
  drawData(modules, [...codewords, ...correctionOf(codewords, version.correction)])
  return modules.map((row) => row.map(Boolean))
}

type Modules = (boolean | undefined)[][]

function drawPatterns(modules: Modules, index: number): void {
  const size = modules.length
  const set = (x: number, y: number, isDark: boolean) => {
    if (x >= 0 && y >= 0 && x < size && y < size) modules[y]![x] = isDark
  }
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0)
    set(i, 6, i % 2 === 0)
  }
  const square = (centreX: number, centreY: number, radius: number, isDark: (ring: number) => boolean) => {
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++) set(centreX + dx, centreY + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))))
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    square(x, y, 4, (ring) => ring !== 2 && ring !== 4)
  if (index > 0) square(size - 7, size - 7, 2, (ring) => ring !== 1)
  const format = (bit: number) => ((formatBits >> bit) & 1) === 1
  for (let bit = 0; bit < 15; bit++) {
    const place = bit < 6 ? bit : bit < 8 ? bit + 1 : 0
    if (bit < 8) set(8, place, format(bit))
    else set(bit === 8 ? 7 : 14 - bit, 8, format(bit))
    if (bit < 8) set(size - 1 - bit, 8, format(bit))
    else set(8, size - 15 + bit, format(bit))
  }
  set(8, size - 8, true)
}

/** In columns of two from the right, up and down in turn, around the patterns. */
function drawData(modules: Modules, codewords: readonly number[]): void {
  const size = modules.length
  let bit = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    const isUpwards = ((right + 1) & 2) === 0
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const y = isUpwards ? size - 1 - step : step
        if (modules[y]![x] !== undefined) continue
        const isSet = (((codewords[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1
        modules[y]![x] = isSet !== ((x + y) % 2 === 0)
        bit++
      }
  }
}

/** Byte mode, an eight-bit length, the bytes, and padding. */
function dataCodewords(bytes: readonly number[], count: number): number[] {
  const nibbles = [4, bytes.length >> 4, bytes.length & 15, ...bytes.flatMap((byte) => [byte >> 4, byte & 15]), 0]
  const codewords = Array.from({ length: nibbles.length / 2 }, (_, place) => (nibbles[2 * place]! << 4) | nibbles[2 * place + 1]!)
  for (let place = 0; codewords.length < count; place++) codewords.push(place % 2 === 0 ? 0xec : 0x11)
  return codewords
}

/** Reed-Solomon: the remainder of the data divided by the generator polynomial. */
function correctionOf(data: readonly number[], degree: number): number[] {
  let generator = [1]
  let root = 1
  for (let i = 0; i < degree; i++) {
    generator = [...generator, 0].map((value, place) => value ^ multiply(generator[place - 1] ?? 0, root))
    root = multiply(root, 2)
  }
  const remainder = Array<number>(degree).fill(0)
  for (const value of data) {
    const factor = value ^ remainder.shift()!
    remainder.push(0)
    for (let place = 0; place < degree; place++) remainder[place]! ^= multiply(generator[place + 1]!, factor)
  }
  return remainder
}

/** In the field of 256 elements that QR codes use. */
function multiply(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    product ^= ((b >> bit) & 1) * a
  }
  return product
}
