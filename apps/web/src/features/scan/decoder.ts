import { loadOrReload } from '../../lib/lazy-screen.ts'

/** Decodes the QR code in a picture; undefined if there is none. */
export type Decode = (picture: HTMLCanvasElement) => Promise<string | undefined>

/** The browser's BarcodeDetector, missing from TypeScript's DOM types. */
interface NativeDetector {
  new (options: { formats: string[] }): { detect: (picture: HTMLCanvasElement) => Promise<{ rawValue: string }[]> }
  getSupportedFormats: () => Promise<string[]>
}

/** The native detector if it supports QR codes; otherwise the WebAssembly reader, loaded on demand. */
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
