import nodemailer from 'nodemailer'
import { VendorError } from '../vendor-error.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** Same mail, same id: a mailbox can tell a repeat. */ message_id: string
}
export interface Mailer {
  send: (mail: Mail) => Promise<void>
  close: () => void
}

/** Any SMTP server; `url` as smtp://user:password@host:port or smtps://. */
export function createMailer(url: string, from: string): Mailer {
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: 10_000,
    socketTimeout: 20_000,
  })
  return {
    async send({ message_id, ...mail }) {
      try {
        await transport.sendMail({ from, ...mail, messageId: `<${message_id}>` })
      } catch (error) {
        const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
        // 5xx is the server's final no; anything else (4xx, no connection) may pass later.
        throw new VendorError(
          'mail',
          code >= 500 ? 'invalid' : 'unavailable',
          error instanceof Error ? error.message : 'not sent',
        )
      }
    },
    close: () => transport.close(),
  }
}
