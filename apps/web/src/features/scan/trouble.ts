import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { CameraError, type CameraFailure } from './camera.ts'

/** Everything that can stand where the camera picture should. */
export type Trouble = CameraFailure | 'unsupported' | 'no-code' | 'broken'

export const troubleTexts: Readonly<Record<Trouble, MessageDescriptor>> = {
  denied: msg`Camera access denied. Allow camera access in your browser settings.`,
  'not-found': msg`No camera found on this device.`,
  'not-supported': msg`This browser doesn't support using the camera.`,
  'not-readable': msg`Your camera is in use by another app.`,
  overconstrained: msg`Your camera can't be used for scanning.`,
  'stream-not-supported': msg`Your browser can't show the camera picture.`,
  unsupported: msg`QR code not supported. Scan a payment QR code.`,
  'no-code': msg`There is no QR code in this photo.`,
  broken: msg`Something went wrong with the scanner.`,
}

const appleSteps = msg`Tap the page menu beside the address, then Website Settings, and set Camera to Allow.`
const androidSteps = msg`Tap the sign beside the address, then Permissions, and allow the camera.`
const otherSteps = msg`Press the sign beside the address and allow the camera for this site.`

/** Where this browser keeps what it was told about the camera. */
export function stepsFor(agent: string): MessageDescriptor {
  if (/iPhone|iPad/.test(agent)) return appleSteps
  return /Android/.test(agent) ? androidSteps : otherSteps
}

export const troubleOf = (error: unknown): Trouble => (error instanceof CameraError ? error.failure : 'broken')
