import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const wasm = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
let ready: Promise<unknown> | undefined

export interface ReadQrCode {
  text: string
  /** L, M, Q or H. */
  errorCorrection: string
  /** Of the code without its quiet zone, in pixels. */
  width: number
}

/** Reads the QR codes in a picture, as a phone does: a PNG file or pixels. */
export async function readQrCodes(picture: Parameters<typeof readBarcodes>[0]): Promise<ReadQrCode[]> {
  ready ??= prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(wasm).buffer }, fireImmediately: true })
  await ready
  const found = await readBarcodes('data' in picture ? { ...picture, colorSpace: 'srgb' as const } : picture, { formats: ['QRCode'] })
  return found.map(({ text, ecLevel, position: { topLeft, topRight } }) => ({
    text,
    errorCorrection: ecLevel,
    width: Math.hypot(topRight.x - topLeft.x, topRight.y - topLeft.y),
  }))
}
