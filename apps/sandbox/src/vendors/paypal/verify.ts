import { createPublicKey, verify } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { WEBHOOK_ID } from './books.ts'
import type { Signer } from './certificate.ts'

const Asked = z.object({
  transmission_id: z.string(),
  transmission_time: z.string(),
  transmission_sig: z.string(),
  webhook_id: z.string(),
})
const EVENT = '"webhook_event":'

/** Whether a message is one of ours. The event is taken as it stands in the question, because its bytes were signed. */
export function isOurs({ certificate }: Signer, question: string): boolean {
  const asked = Asked.safeParse(JSON.parse(question)).data
  if (!asked || asked.webhook_id !== WEBHOOK_ID) return false
  const event = question.slice(question.indexOf(EVENT) + EVENT.length, -1)
  const text = [asked.transmission_id, asked.transmission_time, WEBHOOK_ID, crc32(event)].join('|')
  return verify(
    'sha256',
    Buffer.from(text),
    createPublicKey(certificate),
    Buffer.from(asked.transmission_sig, 'base64'),
  )
}
