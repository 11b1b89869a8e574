import { useEffect, useState } from 'react'

/** Modules of white around a code: fewer, and readers may not find it. */
const quiet = 4

interface Shape {
  text: string
  /** With the quiet zone. */
  size: number
  path: string
}

/** A code to be printed: sharp at any size, black on white with its quiet zone, at the highest error correction. */
export function QrPaper({ text, label }: { text: string; label: string }) {
  const [shape, setShape] = useState<Shape>()
  useEffect(() => {
    let current = true
    void shapeOf(text).then((drawn) => current && setShape(drawn))
    return () => {
      current = false
    }
  }, [text])
  const drawn = shape?.text === text ? shape : undefined
  const size = drawn?.size ?? 1
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> would be printed as pixels
    <svg
      className="n-qr-paper"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      aria-busy={drawn === undefined || undefined}
      shapeRendering="crispEdges"
    >
      <path fill="var(--paper)" d={`M0 0h${size}v${size}H0z`} />
      {drawn && <path fill="var(--on-paper)" d={drawn.path} />}
    </svg>
  )
}

async function shapeOf(text: string): Promise<Shape> {
  const { default: qrcode } = await import('qrcode')
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'H' })
  const parts: string[] = []
  for (let y = 0; y < modules.size; y++) for (let x = 0; x < modules.size; x++) if (modules.get(y, x)) parts.push(`M${x + quiet} ${y + quiet}h1v1h-1z`)
  return { text, size: modules.size + 2 * quiet, path: parts.join('') }
}
