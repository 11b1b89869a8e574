import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '@nikau/runtime'
import { cookieName, readCookie } from '../cookies.ts'
import { insertDevice, isDevice, isDeviceOf, markSeen } from './store-devices.ts'

// A browser in which a person has signed in is known by a random cookie. Alone it proves nothing and shows nothing: it only gives the
// person's guesses and messages an allowance that strangers cannot use up.

/** 13 months, as long as the row, and within the 400 days that browsers allow. */
export const deviceCookieSeconds = 395 * 24 * 3600

export const deviceCookie = (options: { secure: boolean }): string => cookieName('nikau_device', options)

/** The token of the browser's cookie, if it has the form of one. */
export function readDeviceToken(cookies: string | undefined, options: { secure: boolean }): string | undefined {
  const token = readCookie(cookies, deviceCookie(options))
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined
}

/** The subject of the device's own allowance for this number, or undefined if the person of the number is not known in this browser. */
export async function knownDevice(db: Db, token: string | undefined, phone: string): Promise<string | undefined> {
  if (token === undefined || !(await isDeviceOf(db, hashOf(token), phone))) return undefined
  return `${phone} ${hashOf(token).toString('hex')}`
}

/** As `knownDevice`, before it is clear who signs in. */
export async function anyonesDevice(db: Db, token: string | undefined): Promise<string | undefined> {
  return token !== undefined && (await isDevice(db, hashOf(token))) ? hashOf(token).toString('hex') : undefined
}

/**
 * Remembers the browser after a sign-in. A browser that is new for the person gets a new token, so that a token which somebody else
 * planted there does not become the person's.
 */
export async function rememberDevice(
  tx: Db,
  signIn: { token: string | undefined; personId: string; at: Date },
): Promise<{ token: string; firstSeenAt: Date; isNew: boolean }> {
  const { token, personId, at } = signIn
  const previousHash = token === undefined ? undefined : hashOf(token)
  const firstSeenAt = previousHash && (await markSeen(tx, { tokenHash: previousHash, personId, at }))
  if (token !== undefined && firstSeenAt) return { token, firstSeenAt, isNew: false }
  const fresh = randomBytes(32).toString('base64url')
  await insertDevice(tx, { tokenHash: hashOf(fresh), previousHash, personId, at })
  return { token: fresh, firstSeenAt: at, isNew: true }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
