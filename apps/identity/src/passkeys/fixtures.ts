// A passkey in software: registers and signs like a device that verifies its user.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export function createPasskeyDevice(origin: string, domain = 'localhost') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let counter = 0
  const clientData = (type: string, challenge: string, usedOn = origin) => Buffer.from(JSON.stringify({ type, challenge, origin: usedOn, crossOrigin: false }))
  const authenticatorData = (flags: number) => {
    const data = Buffer.alloc(37)
    createHash('sha256').update(domain).digest().copy(data)
    data.writeUInt8(flags, 32)
    data.writeUInt32BE(++counter, 33)
    return data
  }
  const common = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key', clientExtensionResults: {} }
  return {
    id: common.id,
    /** Answers registration options. */
    register(challenge: string) {
      // COSE: an EC2 key for ES256 on P-256.
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x!, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y!, 'base64url'),
      ])
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const data = Buffer.concat([authenticatorData(0x45), credential])
      const attestation = Buffer.concat([Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'), Buffer.from([data.length]), data])
      const response = { clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'), attestationObject: attestation.toString('base64url') }
      return { ...common, response }
    },
    /** Answers authentication options, on the device's own origin or another page of the domain. Without `verified` it checks nobody's finger. */
    authenticate(challenge: string, use: { on?: string; verified?: boolean } = {}) {
      const [data, client] = [authenticatorData(use.verified === false ? 0x01 : 0x05), clientData('webauthn.get', challenge, use.on)]
      const signature = sign('sha256', Buffer.concat([data, createHash('sha256').update(client).digest()]), privateKey)
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      }
      return { ...common, response }
    },
  }
}
