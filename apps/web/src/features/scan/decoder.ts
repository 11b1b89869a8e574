import { loadOrReload } from '../../lib/lazy-screen.ts'

/** Reads the QR code in a picture, if there is one. */
export type Decode = (picture: HTMLCanvasElement) => Promise<string | undefined>

/** The browser's own reader, which TypeScript does not know of. */
interface NativeDetector {
  new (options: { formats: string[] }): { detect: (picture: HTMLCanvasElement) => Promise<{ rawValue: string }[]> }
  getSupportedFormats: () => Promise<string[]>
}

/** The browser's reader where it has one that knows QR codes; else ours, fetched now and not before. */
export async function loadDecoder(): Promise<Decode> {
  const Native = (globalThis as { BarcodeDetector?: NativeDetector }).BarcodeDetector
  if (Native && (await Native.getSupportedFormats()).includes('qr_code')) {
    const detector = new Native({ formats: ['qr_code'] })
    return async (picture) => (await detector.detect(picture))[0]?.rawValue
  }
  const { startReader, read } = await loadOrReload(() => import('./wasm-reader.ts'))
  await startReader()
  return read
}
