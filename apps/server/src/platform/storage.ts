import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { AwsClient } from 'aws4fetch'
import type { Config } from './config.ts'

/**
 * Where files live. Keys are made by us (`area/workplace/id.ext`), never taken from a file's own name. Which of them are
 * served to whom is decided in files.ts: private ones are below `private/`.
 */
export interface Storage {
  put: (key: string, bytes: Uint8Array, contentType: string) => Promise<void>
  /** null when there is no such file. */
  get: (key: string) => Promise<Uint8Array | null>
  remove: (key: string) => Promise<void>
}

export const createStorage = (config: Config): Storage =>
  config.STORAGE === 's3'
    ? s3Storage({
        endpoint: config.S3_ENDPOINT,
        bucket: config.S3_BUCKET,
        region: config.S3_REGION,
        access_key_id: config.S3_ACCESS_KEY_ID,
        secret_access_key: config.S3_SECRET_ACCESS_KEY,
      })
    : diskStorage(config.STORAGE_DIR)

export function diskStorage(root: string): Storage {
  const base = resolve(root)
  const pathOf = (key: string) => {
    const path = resolve(base, key)
    if (!path.startsWith(base + sep)) throw new Error('a storage key left its folder')
    return path
  }
  return {
    async put(key, bytes) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      // Written beside and renamed: a crash in the middle leaves no half file under the key.
      const part = join(dirname(path), `.${randomUUID()}.part`)
      await writeFile(part, bytes)
      await rename(part, path)
    },
    get: (key) => readFile(pathOf(key)).catch(absentIsNull),
    remove: (key) => rm(pathOf(key), { force: true }),
  }
}

function absentIsNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

export function s3Storage(settings: {
  endpoint: string
  bucket: string
  region: string
  access_key_id: string
  secret_access_key: string
}): Storage {
  const client = new AwsClient({
    accessKeyId: settings.access_key_id,
    secretAccessKey: settings.secret_access_key,
    region: settings.region,
    service: 's3',
    retries: 3,
  })
  const urlOf = (key: string) =>
    `${settings.endpoint.replace(/\/$/, '')}/${settings.bucket}/${key.split('/').map(encodeURIComponent).join('/')}`
  const ask = async (method: string, key: string, init: RequestInit = {}) => {
    const response = await client.fetch(urlOf(key), { method, ...init })
    if (!response.ok && response.status !== 404) throw new Error(`storage answered ${response.status} to ${method}`)
    return response
  }
  return {
    async put(key, bytes, contentType) {
      const response = await ask('PUT', key, { body: Buffer.from(bytes), headers: { 'content-type': contentType } })
      if (!response.ok) throw new Error(`storage answered ${response.status} to PUT`)
    },
    async get(key) {
      const response = await ask('GET', key)
      return response.ok ? new Uint8Array(await response.arrayBuffer()) : null
    },
    async remove(key) {
      await ask('DELETE', key)
    },
  }
}
