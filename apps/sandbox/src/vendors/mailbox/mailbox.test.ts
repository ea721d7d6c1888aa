import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { useSandbox } from '../../test-sandbox.ts'
import { linksIn } from './mails.ts'
import { mailbox } from './index.ts'

const sandbox = useSandbox([mailbox])
afterEach(() => sandbox.setFaults('mailbox', []))

/** As small as an SMTP client gets: one line, one answer. Gives the answer to the mail itself. */
async function sendMail(to: string, content: string): Promise<string> {
  const socket = connect(sandbox.smtpPort, '127.0.0.1')
  const lines = ['EHLO test', 'MAIL FROM:<shop@omni.test>', `RCPT TO:<${to}>`, 'DATA', `${content}\r\n.`, 'QUIT']
  let answer = ''
  for await (const chunk of socket) {
    const text = String(chunk)
    if (/^\d{3}-/.test(text.split('\r\n').at(-2) ?? '')) continue
    if (lines.length === 1) answer = text
    const next = lines.shift()
    if (next === undefined) break
    socket.write(`${next}\r\n`)
  }
  if (answer === '') throw new Error('the line was cut')
  return answer
}

const WELCOME = [
  'From: Omni <hello@omni.test>',
  'To: Zoë <zoe@shop.test>',
  'Subject: =?utf-8?Q?Willkommen=2C_Zo=C3=AB?=',
  'MIME-Version: 1.0',
  'Content-Type: multipart/alternative; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Confirm here: https://omni.test/verify?token=abc&lang=en.',
  '--b',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p><a href="https://omni.test/verify?token=abc&amp;lang=en">Confirm</a> <a href="javascript:alert(1)">no</a></p>',
  '--b--',
].join('\r\n')

test('a mail sent by SMTP can be read, with its links, and is in the books', async () => {
  expect(await sendMail('Zoe@Shop.test', WELCOME)).toMatch(/^250 /)
  const { body: list } = await sandbox.get('/control/mails?to=zoe@shop.test')
  expect(list.mails).toHaveLength(1)
  expect(list.mails[0]).toMatchObject({ subject: 'Willkommen, Zoë', from: 'hello@omni.test', to: ['zoe@shop.test'] })
  const { body: mail } = await sandbox.get(`/control/mails/${list.mails[0].id}`)
  expect(mail.text).toContain('Confirm here')
  expect(mail.links).toEqual(['https://omni.test/verify?token=abc&lang=en'])
  const html = await sandbox.get(`/control/mails/${list.mails[0].id}/html`)
  expect(html.headers.get('content-security-policy')).toContain('sandbox allow-popups')
  expect((await sandbox.get('/control/mails?to=nobody@shop.test')).body.mails).toEqual([])
  expect((await sandbox.get('/control/mails/999')).status).toBe(404)
  const last = (await sandbox.events('kind=mail')).at(-1)
  expect(last).toMatchObject({ status: 250, detail: { subject: 'Willkommen, Zoë' } })
})

test('a temporary refusal is 451 and keeps nothing', async () => {
  await sandbox.setFaults('mailbox', [{ kind: 'server_error', percent: 100, status: 500, times: 1 }])
  expect(await sendMail('later@shop.test', WELCOME)).toMatch(/^451 /)
  expect((await sandbox.get('/control/mails?to=later@shop.test')).body.mails).toEqual([])
  expect(await sendMail('later@shop.test', WELCOME)).toMatch(/^250 /)
})

test('drop_reply keeps the mail and cuts the line', async () => {
  await sandbox.setFaults('mailbox', [{ kind: 'drop_reply', percent: 100 }])
  await expect(sendMail('lost@shop.test', WELCOME)).rejects.toThrow()
  expect((await sandbox.get('/control/mails?to=lost@shop.test')).body.mails).toHaveLength(1)
})

test('a mail that is no mail at all is kept too', async () => {
  expect(await sendMail('odd@shop.test', '\0\0 not: a mail \ufffd')).toMatch(/^250 /)
  expect((await sandbox.get('/control/mails?to=odd@shop.test')).body.mails).toHaveLength(1)
})

test('links: once each, only web addresses, without the full stop behind them', () => {
  const text = 'see http://a.test/x, (http://b.test/y). mailto:c@d.test'
  expect(linksIn(`<a href='http://a.test/x'>`, text)).toEqual(['http://a.test/x', 'http://b.test/y'])
})
