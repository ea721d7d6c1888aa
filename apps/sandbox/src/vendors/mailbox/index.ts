import { z } from 'zod'
import { action, defineVendor } from '../../frame/define-vendor.ts'
import { mailRoutes } from './mail-routes.ts'
import { type MailTables, storeMail } from './mails.ts'
import { startSmtp } from './smtp.ts'

/** The whole world's mail: whoever it is for, it lands here and can be read in the control room. */
export const mailbox = defineVendor<MailTables>({
  id: 'mailbox',
  name: 'Mailbox',
  kind: 'service',
  badge: { glyph: '@', colour: '#5B6478' },
  endpoints: ['smtp'],
  tables: `
    create table if not exists mails (
      id bigint generated always as identity primary key,
      at timestamptz not null,
      sender text not null,
      recipients text[] not null,
      subject text not null,
      text text not null,
      html text not null,
      links jsonb not null,
      headers jsonb not null,
      attachments jsonb not null,
      raw bytea not null
    );
    create index if not exists mails_recipients on mails using gin (recipients);
  `,
  controlRoutes: mailRoutes,
  address: ({ host, smtp_port }) => `smtp://${host}:${smtp_port}`,
  start: startSmtp,
  control: {
    send_test_mail: action({
      label: 'Send a test mail',
      fields: [{ name: 'to', label: 'To', type: 'email', value: 'maya@northwind.test' }],
      input: z.strictObject({ to: z.email().default('maya@northwind.test') }),
      async run(world, { to }) {
        const raw = [
          `From: Sandbox <sandbox@omni.test>`,
          `To: ${to}`,
          'Subject: A test mail',
          'Content-Type: text/plain; charset=utf-8',
          '',
          `Mail reaches this box. The control room is at ${world.config.public_url}/control-room`,
        ].join('\r\n')
        return await storeMail(world, Buffer.from(raw), { from: 'sandbox@omni.test', to: [to] })
      },
    }),
  },
})
