import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** Encrypts what must be read again (vendor tokens, TOTP secrets): AES-256-GCM, the key's id kept with the text. */
export interface Secrets {
  seal: (text: string) => string
  open: (sealed: string) => string
  /** True when a text was sealed with an older key: seal it again at the next write. */
  isStale: (sealed: string) => boolean
  /** Proves later that a text is ours. A signature for one purpose says nothing for another. */
  sign: (purpose: string, text: string) => string
  isSigned: (purpose: string, text: string, signature: string) => boolean
}

/** `keys`: `id:base64,id:base64…`, the first seals, all open. Rotation = put a new one in front. */
export function createSecrets(keys: string): Secrets {
  const ring = new Map<string, Buffer>()
  for (const entry of keys.split(',')) {
    const [id = '', key = ''] = entry.trim().split(':')
    const bytes = Buffer.from(key, 'base64')
    if (!id || bytes.length !== 32)
      throw new Error('SECRETS_KEYS must be a list of id:key, each key 32 bytes in base64.')
    ring.set(id, bytes)
  }
  const [current] = ring
  if (!current) throw new Error('SECRETS_KEYS holds no key.')
  const [currentId, currentKey] = current
  // Derived: what signs never seals.
  const mac = (key: Buffer, purpose: string, text: string) =>
    createHmac('sha256', Buffer.from(hkdfSync('sha256', key, '', `sign ${purpose}`, 32)))
      .update(text)
      .digest('base64url')
  return {
    seal(text) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', currentKey, iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return [
        currentId,
        iv.toString('base64url'),
        cipher.getAuthTag().toString('base64url'),
        body.toString('base64url'),
      ].join('.')
    },
    open(sealed) {
      const [id = '', iv = '', tag = '', body = ''] = sealed.split('.')
      const key = ring.get(id)
      if (!key) throw new Error(`No key '${id}' to open a secret with.`)
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'))
      decipher.setAuthTag(Buffer.from(tag, 'base64url'))
      return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]).toString('utf8')
    },
    isStale: (sealed) => !sealed.startsWith(`${currentId}.`),
    sign: (purpose, text) => `${currentId}.${mac(currentKey, purpose, text)}`,
    isSigned(purpose, text, signature) {
      const [id = '', code = ''] = signature.split('.')
      const key = ring.get(id)
      return key !== undefined && sameBytes(Buffer.from(code), Buffer.from(mac(key, purpose, text)))
    },
  }
}

/** An unguessable token and what is kept of it: a leaked table opens nothing. */
export const newToken = () => randomBytes(32).toString('base64url')
export const tokenHash = (token: string) => createHash('sha256').update(token).digest()
export const sameBytes = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b)
