import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** The library would fetch its code from another host; it is to come from ours. */
export async function startReader(): Promise<void> {
  await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true })
}

export async function read(picture: HTMLCanvasElement): Promise<string | undefined> {
  const pixels = picture.getContext('2d')!.getImageData(0, 0, picture.width, picture.height)
  const [found] = await readBarcodes(pixels, { formats: ['QRCode'], maxNumberOfSymbols: 1 })
  return found?.text
}
