import { loadOrReload } from '../../lib/lazy-screen.ts'

/** What is looked for: the QR code of a request, or the barcode that a customer shows. */
export type CodeKind = 'qr' | 'barcode'

/** Decodes the code in a picture; undefined if there is none. */
export type Decode = (picture: HTMLCanvasElement) => Promise<string | undefined>

/** The browser's BarcodeDetector, missing from TypeScript's DOM types. */
interface NativeDetector {
  new (options: { formats: string[] }): { detect: (picture: HTMLCanvasElement) => Promise<{ rawValue: string }[]> }
  getSupportedFormats: () => Promise<string[]>
}

const nativeFormats = { qr: 'qr_code', barcode: 'code_128' } as const

/** The native detector if it supports the kind of code; otherwise the WebAssembly reader, loaded on demand. */
export async function loadDecoder(kind: CodeKind = 'qr'): Promise<Decode> {
  const Native = (globalThis as { BarcodeDetector?: NativeDetector }).BarcodeDetector
  if (Native && (await Native.getSupportedFormats()).includes(nativeFormats[kind])) {
    const detector = new Native({ formats: [nativeFormats[kind]] })
    return async (picture) => (await detector.detect(picture))[0]?.rawValue
  }
  const { startReader, read } = await loadOrReload(() => import('./wasm-reader.ts'))
  await startReader()
  return (picture) => read(picture, kind)
}
