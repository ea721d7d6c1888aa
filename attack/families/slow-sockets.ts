import { connect, type Socket } from 'node:net'
import { type Family, longestWait } from '../target.ts'

const SOCKETS = 200
const MAX_WAIT_MS = 2000
const SHORT_MS = 2000
/** The server's own time-out for a request, and some. */
const FULL_MS = 100_000

const BEGINNINGS: Record<string, string> = {
  'headers that never end': 'POST /api/auth/login HTTP/1.1\r\nhost: omni\r\nx-a: ',
  'a body that never comes':
    'POST /api/auth/login HTTP/1.1\r\nhost: omni\r\napp: AO\r\ncontent-type: application/json\r\ncontent-length: 9000\r\n\r\n{',
}

/** Connections that send a little and then wait. */
export const slowSockets: Family = {
  name: 'slow sockets',
  async run(target, check) {
    const { hostname, port } = new URL(target.url)
    for (const [name, beginning] of Object.entries(BEGINNINGS))
      await check(`${SOCKETS} of ${name}`, async () => {
        const sockets = Array.from({ length: SOCKETS }, () => trickle(Number(port || 80), hostname, beginning))
        const wait_ms = target.short ? SHORT_MS : FULL_MS
        const waited = await longestWait(target, new Promise((done) => setTimeout(done, wait_ms)))
        const open = sockets.filter(({ socket }) => !socket.closed).length
        for (const { socket, timer } of sockets) {
          clearInterval(timer)
          socket.destroy()
        }
        if (waited > MAX_WAIT_MS) return `somebody else waited ${Math.round(waited)} ms`
        return !target.short && open > 0 ? `${open} were still open after ${wait_ms} ms` : undefined
      })
  },
}

function trickle(port: number, host: string, beginning: string): { socket: Socket; timer: NodeJS.Timeout } {
  const socket = connect(port, host, () => socket.write(beginning))
  socket.on('error', () => {}) // closed on us: what is wanted
  const timer = setInterval(() => {
    if (socket.writable) socket.write('a')
  }, 1000)
  return { socket, timer }
}
