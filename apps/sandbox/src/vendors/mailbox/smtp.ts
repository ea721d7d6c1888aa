import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import type { World } from '../../frame/world.ts'
import { type MailTables, storeMail } from './mails.ts'

const BIGGEST_MAIL = 25 * 1024 * 1024

const refusal = (responseCode: number, sentence: string) => Object.assign(new Error(sentence), { responseCode })

/** Takes any mail for anyone, with or without a sign-in. The fault switches speak SMTP here: 450, 451, a cut line. */
export async function startSmtp(world: World<MailTables>) {
  const sockets = new Map<number, Socket>()

  async function receive(raw: Buffer, session: SMTPServerSession): Promise<string> {
    const started = performance.now()
    const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
    const to = session.envelope.rcptTo.map((one) => one.address)
    const log = (status: number, detail: Record<string, unknown>) =>
      world.log('mail', `To ${to.join(', ')}`, { from, to, ...detail }, status, performance.now() - started)

    const slow = await world.takeFault('smtp', 'latency')
    if (slow) await sleep(slow.min_ms + world.random() * (slow.max_ms - slow.min_ms))
    if (await world.takeFault('smtp', 'rate_limit')) {
      await log(450, { fault: 'rate_limit' })
      throw refusal(450, '4.2.1 Too many messages, try again later')
    }
    if (await world.takeFault('smtp', 'server_error', (fault) => world.random() * 100 < fault.percent)) {
      await log(451, { fault: 'server_error' })
      throw refusal(451, '4.3.0 Temporary local problem, try again later')
    }
    const { id, subject } = await storeMail(world, raw, { from, to })
    const dropped = await world.takeFault('smtp', 'drop_reply')
    const fault = dropped?.kind ?? slow?.kind
    await log(250, { mail_id: id, subject, bytes: raw.length, fault })
    // The mail is in the box, its sender never hears of it.
    if (dropped) sockets.get(session.remotePort)?.destroy()
    return `2.0.0 Kept as mail ${id}`
  }

  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: BIGGEST_MAIL,
    closeTimeout: 200,
    banner: 'Omni sandbox mailbox',
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anyone' }),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('error', done)
      stream.on('data', (chunk: Buffer) => {
        // Past the limit the protocol refuses the mail by itself; only memory has to be spared here.
        if (!stream.sizeExceeded) chunks.push(chunk)
      })
      stream.on('end', () => {
        if (stream.sizeExceeded) return done(refusal(552, 'Message too big'))
        receive(Buffer.concat(chunks), session).then(
          (message) => done(null, message),
          (error) => done('responseCode' in error ? error : refusal(451, '4.3.0 The mailbox could not keep the mail')),
        )
      })
    },
  })
  server.server.on('connection', (socket: Socket) => {
    const port = socket.remotePort ?? 0
    sockets.set(port, socket)
    socket.on('close', () => sockets.delete(port))
  })

  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(world.config.smtp_port, world.config.host, () => {
      server.off('error', reject)
      // A client that hangs up in the middle is its own problem, not the box's.
      server.on('error', () => undefined)
      resolve((server.server.address() as AddressInfo).port) // a TCP listener has an AddressInfo
    })
  })
  const stop = () => new Promise<void>((done) => server.close(() => done()))
  return { ports: { smtp_port: port }, stop }
}
