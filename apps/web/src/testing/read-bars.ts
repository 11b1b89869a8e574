import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import engine from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** Loads the reader, before a test replaces `fetch`. */
export async function prepareReader(): Promise<void> {
  await prepareZXingModule({ overrides: { locateFile: () => engine }, fireImmediately: true })
}

/** What a till's scanner reads from a drawn barcode. */
export async function readBars(svg: SVGElement): Promise<{ text: string | undefined; format: string | undefined }> {
  const [, , width = 0, height = 0] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number)
  const copy = svg.cloneNode(true) as SVGElement
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('fill', 'black')
  const image = new Image()
  image.src = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' }))
  await image.decode()
  const canvas = new OffscreenCanvas(width + 80, height + 80)
  const paint = canvas.getContext('2d')!
  paint.fillStyle = 'white'
  paint.fillRect(0, 0, canvas.width, canvas.height)
  paint.drawImage(image, 40, 40, width, height)
  const [code] = await readBarcodes(paint.getImageData(0, 0, canvas.width, canvas.height))
  return { text: code?.text, format: code?.format }
}
