import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** By default the library loads its WebAssembly file from a CDN; serve it from our own host. */
export async function startReader(): Promise<void> {
  await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true })
}

export async function read(picture: HTMLCanvasElement): Promise<string | undefined> {
  const pixels = picture.getContext('2d')!.getImageData(0, 0, picture.width, picture.height)
  const [handleCode] = await readBarcodes(pixels, { formats: ['QRCode'], maxNumberOfSymbols: 1 })
  return handleCode?.text
}
