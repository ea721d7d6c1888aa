/**
 * Calls over kept connections, the next one on each as soon as the last is answered. It shares the cores with what it
 * measures, so it does nothing else: a general client costs twice as much for each call. Replies must be 200 and tell
 * their length.
 */
import { connect } from 'node:net'

export interface LoadRequest {
  headers?: Record<string, string>
  body: string
}

const LENGTH = /\r\ncontent-length: (\d+)\r\n/i
const END_OF_HEAD = '\r\n\r\n'

/** POSTs for so long; how many were answered in a second. */
export async function postsPerSecond(
  url: string,
  { connections, seconds }: { connections: number; seconds: number },
  next: () => LoadRequest,
): Promise<number> {
  const { host, hostname, port, pathname } = new URL(url)
  const from = performance.now()
  const until = from + seconds * 1000
  let answered = 0
  const onOne = () =>
    new Promise<void>((done, fail) => {
      const socket = connect({ port: Number(port), host: hostname, noDelay: true }).setEncoding('latin1')
      let reply = ''
      const send = () => {
        if (performance.now() > until) return void socket.destroy()
        const { headers, body } = next()
        let head = `POST ${pathname} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n`
        for (const [name, value] of Object.entries(headers ?? {})) head += `${name}: ${value}\r\n`
        socket.write(`${head}content-length: ${Buffer.byteLength(body)}${END_OF_HEAD}${body}`)
      }
      socket.on('data', (text: string) => {
        reply += text
        const head = reply.indexOf(END_OF_HEAD)
        const length = LENGTH.exec(reply)?.[1]
        if (head < 0 || reply.length < head + END_OF_HEAD.length + Number(length)) return
        if (!reply.startsWith('HTTP/1.1 200 ') || length === undefined) return void socket.destroy(new Error(reply))
        reply = ''
        answered++
        send()
      })
      socket.once('connect', send).once('close', done).once('error', fail)
    })
  await Promise.all(Array.from({ length: connections }, onOne))
  return (answered * 1000) / (performance.now() - from)
}
