/** A certificate of our own making, signed by itself: Node reads certificates and writes none. DER by hand, X.509 v3. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'

function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const size = body.length
  const head =
    size < 128 ? [tag, size] : size < 256 ? [tag, 0x81, size] : [tag, 0x82, Math.floor(size / 256), size % 256]
  return Buffer.concat([Buffer.from(head), body])
}
const SEQUENCE = 0x30
const SET = 0x31
const INTEGER = 0x02
const BITS = 0x03
const OBJECT = 0x06
const NAME_TEXT = 0x0c
const TIME = 0x18
const SHA256_RSA = Buffer.from('2a864886f70d01010b', 'hex')
const COMMON_NAME = Buffer.from('550403', 'hex')

const algorithm = der(SEQUENCE, der(OBJECT, SHA256_RSA), Buffer.from('0500', 'hex'))
const nameOf = (text: string) =>
  der(SEQUENCE, der(SET, der(SEQUENCE, der(OBJECT, COMMON_NAME), der(NAME_TEXT, Buffer.from(text)))))
const time = (at: Date) => der(TIME, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`))
const bits = (bytes: Buffer) => der(BITS, Buffer.from([0]), bytes)

export interface Signer {
  key: string
  certificate: string
}

export function makeSigner(name: string, from: Date, until: Date): Signer {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  const whose = nameOf(name)
  const body = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from([1])),
    algorithm,
    whose,
    der(SEQUENCE, time(from), time(until)),
    whose,
    spki,
  )
  const whole = der(SEQUENCE, body, algorithm, bits(sign('sha256', body, privateKey)))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  }
}

export const signText = (key: string, text: string): string =>
  sign('sha256', Buffer.from(text), createPrivateKey(key)).toString('base64')
