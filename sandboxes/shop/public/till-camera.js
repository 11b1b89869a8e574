// Reads barcodes with the camera: by the browser's own detector, or by a WebAssembly reader that is loaded only then.

const formats = { native: ['code_128', 'code_39', 'itf'], reader: ['Code128', 'Code39', 'ITF'] }
const everyMs = 150

async function loadDecoder() {
  const Native = globalThis.BarcodeDetector
  if (Native && (await Native.getSupportedFormats()).includes('code_128')) {
    const detector = new Native({ formats: formats.native })
    return async (picture) => (await detector.detect(picture))[0]?.rawValue
  }
  await new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: '/reader.js', onload: resolve, onerror: reject })
    document.head.append(script)
  })
  const { prepareZXingModule, readBarcodes } = globalThis.ZXingWASM
  await prepareZXingModule({ overrides: { locateFile: () => '/reader.wasm' }, fireImmediately: true })
  return async (picture) => {
    const pixels = picture.getContext('2d').getImageData(0, 0, picture.width, picture.height)
    const [found] = await readBarcodes(pixels, { formats: formats.reader, maxNumberOfSymbols: 1, tryHarder: true })
    return found?.text
  }
}

/** Starts the camera and calls `onCode` for each text it reads, until the returned function stops it. */
export async function startCamera(video, onCode) {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 } } })
  let isOn = true
  const stop = () => {
    isOn = false
    for (const track of stream.getTracks()) track.stop()
    if (video.srcObject === stream) video.srcObject = null
  }
  try {
    video.srcObject = stream
    await video.play()
    const decode = await loadDecoder()
    void watch(video, decode, () => isOn, onCode)
  } catch (error) {
    stop()
    throw error
  }
  return stop
}

async function watch(video, decode, isOn, onCode) {
  const picture = document.createElement('canvas')
  while (isOn()) {
    picture.width = video.videoWidth
    picture.height = video.videoHeight
    if (picture.width > 0) {
      picture.getContext('2d', { willReadFrequently: true }).drawImage(video, 0, 0)
      const text = await decode(picture)
      if (text && isOn()) onCode(text)
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}
