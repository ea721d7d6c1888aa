import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type BookEvent, EVENT_KINDS, type EventKind } from '../frame/books.ts'
import type { Resident } from '../frame/define-vendor.ts'
import type { Machine } from '../frame/world.ts'
import { BadInput, plainText, read } from './read-input.ts'

const position = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const Filter = z.object({
  vendor: plainText.optional(),
  /** One kind or several with commas. */
  kind: plainText
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(EVENT_KINDS)))
    .optional(),
  chapter: z
    .union([
      z.literal('all'),
      z.coerce
        .number()
        .int()
        .min(1)
        .max(2 ** 31 - 1),
    ])
    .optional(),
  after: position.optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
})

const HEARTBEAT_MS = 15_000
const BACKLOG_PAGE = 500
/** A reader this far behind is gone or stuck; it comes back with Last-Event-ID. */
const MOST_UNREAD_BYTES = 4 * 1024 * 1024

export function eventRoutes(app: FastifyInstance, { books }: Machine, residents: Resident[]) {
  const filterOf = (query: unknown) => {
    const { vendor, kind: kinds, chapter, after, limit } = read(Filter, query)
    if (vendor !== undefined && vendor !== 'sandbox' && !residents.some((resident) => resident.vendor.id === vendor)) {
      throw new BadInput(`There is no vendor "${vendor}"`, 404)
    }
    const chapterNumber = chapter === 'all' ? undefined : (chapter ?? books.chapter())
    return { vendor, kinds, chapter: chapterNumber, after, limit }
  }

  app.get('/events', async (request) => {
    const events = await books.read(filterOf(request.query))
    return { events, chapter: books.chapter(), last_id: events.at(-1)?.id ?? null }
  })

  app.get('/stream', async (request, reply) => {
    const { vendor, kinds, after } = filterOf(request.query)
    const header = request.headers['last-event-id']
    const from = header === undefined || header === '' ? after : read(position, header)
    reply.hijack()
    await stream(reply.raw, from, { vendor, kinds })
  })

  async function stream(
    out: ServerResponse,
    from: number | undefined,
    { vendor, kinds }: { vendor: string | undefined; kinds: EventKind[] | undefined },
  ) {
    out.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
    out.write('retry: 1000\n\n')
    let last = from ?? 0
    const send = (event: BookEvent) => {
      if (event.id <= last) return
      last = event.id
      if ((vendor === undefined || event.vendor === vendor) && (kinds === undefined || kinds.includes(event.kind))) {
        out.write(`id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`)
        if (out.writableLength > MOST_UNREAD_BYTES) out.destroy()
      }
    }

    // Listen first, then read the past: an event that comes between the two waits here and is not lost.
    let early: BookEvent[] | undefined = []
    const stopListening = books.onEvent((event) => (early ? void early.push(event) : send(event)))
    const heartbeat = setInterval(() => out.write(': still here\n\n'), HEARTBEAT_MS)
    out.on('close', () => {
      stopListening()
      clearInterval(heartbeat)
    })
    try {
      for (let more = from !== undefined; more && !out.destroyed;) {
        const page = await books.read({ vendor, kinds, after: last, limit: BACKLOG_PAGE })
        page.forEach(send)
        more = page.length === BACKLOG_PAGE
      }
      early.forEach(send)
      early = undefined
    } catch {
      out.destroy() // the database is away; the reader reconnects and resumes
    }
  }
}
