import { useEffect, useState } from 'react'

/** Width and error correction as required for the checkout; the quiet zone of four modules is part of the image. */
const options = { width: 800, errorCorrectionLevel: 'H', margin: 4 } as const

export async function qrDataUrl(text: string): Promise<string> {
  const { default: qrcode } = await import('qrcode')
  return qrcode.toDataURL(text, options)
}

export interface QrCodeProps {
  text: string
  /** Accessible name ("QR code to pay Corner Loaf"). */
  label: string
  onFailure?: ((reason: unknown) => void) | undefined
  size?: 'm' | 'l' | undefined
}

/** Black on white in both themes. */
export function QrCode({ text, label, onFailure, size = 'm' }: QrCodeProps) {
  const [source, setSource] = useState<string>()
  useEffect(() => {
    let current = true
    qrDataUrl(text).then(
      (url) => current && setSource(url),
      (reason: unknown) => current && onFailure?.(reason),
    )
    return () => {
      current = false
    }
  }, [text, onFailure])
  return (
    <div className="n-qr" data-size={size} aria-busy={source === undefined || undefined}>
      {source !== undefined && <img src={source} alt={label} width={800} height={800} />}
    </div>
  )
}
