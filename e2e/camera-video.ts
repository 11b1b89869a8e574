import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import QRCode from 'qrcode'

const width = 640
const height = 480
/** Pixels per QR module. */
const scale = 8

/** Writes a video for Chromium's fake camera that shows one QR code, slightly grey as a camera would see it. Returns its file. */
export function createCameraVideo(text: string): string {
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: 'M' }).modules
  const [left, top] = [(width - size * scale) >> 1, (height - size * scale) >> 1]
  const light = Buffer.alloc(width * height, 210)
  for (let y = 0; y < size * scale; y++)
    for (let x = 0; x < size * scale; x++) if (data[Math.floor(y / scale) * size + Math.floor(x / scale)]) light[(top + y) * width + left + x] = 30
  return writeVideo(light)
}

/** The same for a barcode: its bars, dark where true, as wide as the picture allows. */
export function createBarcodeVideo(bars: readonly boolean[]): string {
  const barWidth = Math.floor((width - 80) / bars.length)
  const [left, top, tall] = [(width - bars.length * barWidth) >> 1, 140, 200]
  const light = Buffer.alloc(width * height, 210)
  for (let y = top; y < top + tall; y++) for (let x = 0; x < bars.length * barWidth; x++) if (bars[Math.floor(x / barWidth)]) light[y * width + left + x] = 30
  return writeVideo(light)
}

function writeVideo(light: Buffer): string {
  const colour = Buffer.alloc((width * height) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, colour])
  const folder = join(import.meta.dirname, '../.results/camera')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${process.pid}.y4m`)
  writeFileSync(file, Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`), frame, frame]))
  return file
}
