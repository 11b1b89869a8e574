import type { Clock, Secret } from '@nikau/runtime'
import { jwtVerify, SignJWT } from 'jose'

const validDays = 7
const purpose = 'confirm-email'

/** A token that proves that its holder can read email sent to this address of this person. */
export async function signConfirmation(secret: Secret, clock: Clock, personId: string, email: string): Promise<string> {
  const now = Math.floor(clock.now().getTime() / 1000)
  return await new SignJWT({ email })
    .setProtectedHeader({ alg: 'HS256', typ: purpose })
    .setSubject(personId)
    .setIssuedAt(now)
    .setExpirationTime(now + validDays * 86_400)
    .sign(Buffer.from(secret.reveal()))
}

export async function readConfirmation(secret: Secret, clock: Clock, token: string): Promise<{ personId: string; email: string } | undefined> {
  try {
    const { payload } = await jwtVerify(token, Buffer.from(secret.reveal()), {
      algorithms: ['HS256'],
      typ: purpose,
      currentDate: clock.now(),
      requiredClaims: ['exp', 'sub'],
    })
    return typeof payload.email === 'string' && payload.sub ? { personId: payload.sub, email: payload.email } : undefined
  } catch {
    return undefined
  }
}
