import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { CameraError, type CameraErrorKind } from './camera.ts'

/** Every error the scanner can show. */
export type ScanError = CameraErrorKind | 'unsupported' | 'no-code' | 'broken'

export const scanErrorMessages: Readonly<Record<ScanError, MessageDescriptor>> = {
  denied: msg`Camera access denied. Allow camera access in your browser settings.`,
  'not-found': msg`No camera found on this device.`,
  'not-supported': msg`This browser doesn't support using the camera.`,
  'not-readable': msg`Your camera is in use by another app.`,
  overconstrained: msg`Your camera can't be used for scanning.`,
  'stream-not-supported': msg`Your browser can't show the camera picture.`,
  unsupported: msg`QR code not supported. Scan a payment QR code.`,
  'no-code': msg`There’s no QR code in this photo.`,
  broken: msg`Something went wrong with the scanner.`,
}

const appleSteps = msg`Tap the page menu next to the address, then Website Settings, and set Camera to Allow.`
const androidSteps = msg`Tap the icon next to the address, then Permissions, and allow the camera.`
const otherSteps = msg`Choose the icon next to the address and allow the camera for this site.`

/** How to allow the camera in this browser. */
export function permissionStepsFor(agent: string): MessageDescriptor {
  if (/iPhone|iPad/.test(agent)) return appleSteps
  return /Android/.test(agent) ? androidSteps : otherSteps
}

export const toScanError = (error: unknown): ScanError => (error instanceof CameraError ? error.kind : 'broken')
