import type { ColumnType, Generated } from 'kysely'
import PostalMime from 'postal-mime'
import { storable, storableText } from '../../frame/storable.ts'
import type { World } from '../../frame/world.ts'

export interface MailTables {
  mails: {
    id: Generated<number>
    at: Date
    sender: string
    /** Envelope recipients in lower case: who really gets it, bcc included. */
    recipients: string[]
    subject: string
    text: string
    html: string
    links: ColumnType<string[], string, never>
    headers: ColumnType<{ key: string; value: string }[], string, never>
    attachments: ColumnType<{ filename: string; mime_type: string; bytes: number }[], string, never>
    raw: Buffer
  }
}

export async function storeMail(world: World<MailTables>, raw: Buffer, envelope: { from: string; to: string[] }) {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer' })
  const text = storableText(mail.text ?? '')
  const html = storableText(mail.html ?? '')
  const attachments = mail.attachments.map((attachment) => ({
    filename: attachment.filename ?? 'unnamed',
    mime_type: attachment.mimeType,
    bytes: typeof attachment.content === 'string' ? attachment.content.length : attachment.content.byteLength,
  }))
  return await world.db
    .insertInto('mails')
    .values({
      at: world.now(),
      sender: storableText(mail.from?.address || envelope.from),
      recipients: envelope.to.map((to) => storableText(to).toLowerCase()),
      subject: storableText(mail.subject ?? ''),
      text,
      html,
      links: JSON.stringify(linksIn(html, text)),
      headers: JSON.stringify(storable(mail.headers.map(({ key, value }) => ({ key, value })))),
      attachments: JSON.stringify(storable(attachments)),
      raw,
    })
    .returning(['id', 'subject'])
    .executeTakeFirstOrThrow()
}

/** Every web address of the mail once, in reading order: what a person could click. */
export function linksIn(html: string, text: string): string[] {
  const quoted = html.matchAll(/href\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)
  const hrefs = [...quoted].map((match) => unescapeHtml(match[1] ?? match[2] ?? '').trim())
  const bare = [...text.matchAll(/https?:\/\/[^\s<>"]+/gi)].map((m) => m[0].replace(/[.,;:!?)\]]+$/, ''))
  return [...new Set([...hrefs, ...bare])].filter((link) => /^https?:\/\//i.test(link) && URL.canParse(link))
}

const unescapeHtml = (text: string) =>
  text.replaceAll('&#x3D;', '=').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
