import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** By default the library loads its WebAssembly file from a CDN; serve it from our own host. */
export async function startReader(): Promise<void> {
  await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true })
}

export async function read(picture: HTMLCanvasElement, kind: 'qr' | 'barcode'): Promise<string | undefined> {
  const pixels = picture.getContext('2d')!.getImageData(0, 0, picture.width, picture.height)
  const [found] = await readBarcodes(pixels, { formats: [kind === 'qr' ? 'QRCode' : 'Code128'], maxNumberOfSymbols: 1 })
  return found?.text
}
