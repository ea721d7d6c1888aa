import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { controlApi } from './control/control-api.ts'
import { controlRoom } from './control/control-room.ts'
import { watchHealth } from './control/health.ts'
import { openBooks } from './frame/books.ts'
import { openCallbacks } from './frame/callbacks.ts'
import { openClock } from './frame/clock.ts'
import { createSchemas, frameDb, openDatabase } from './frame/database.ts'
import type { Resident, Vendor } from './frame/define-vendor.ts'
import { openFaults } from './frame/faults.ts'
import { mountVendor } from './frame/mount-vendor.ts'
import { seededRandom } from './frame/random.ts'
import { type Machine, openWorld, type SandboxConfig } from './frame/world.ts'

export interface Sandbox {
  port: number
  ports: Record<string, number>
  close(): Promise<void>
}

const TICK_MS = 1000
const BIGGEST_BODY = 10 * 1024 * 1024

export async function startSandbox(config: SandboxConfig, vendors: readonly Vendor[]): Promise<Sandbox> {
  const db = openDatabase(config.database_url)
  const closing = new AbortController()
  const stops: (() => Promise<void>)[] = [() => db.destroy()]
  // Last opened, first closed.
  const close = async () => {
    closing.abort()
    for (const stop of stops.splice(0).reverse()) await stop().catch(() => undefined)
  }

  try {
    await createSchemas(db, [...vendors])
    const frame = frameDb(db)
    const clock = await openClock(frame)
    const books = await openBooks(frame, clock)
    const faults = await openFaults(frame, books)
    const callbacks = openCallbacks(frame, clock, books, faults, seededRandom('callbacks'))
    stops.push(() => callbacks.stop())
    const machine: Machine = { config, db, frame, clock, books, faults, callbacks }
    const residents: Resident[] = vendors.map((vendor) => ({ vendor, world: openWorld(machine, vendor.id) }))
    for (const { vendor, world } of residents) await vendor.seed?.(world)

    const app = Fastify({ bodyLimit: BIGGEST_BODY, forceCloseConnections: true, exposeHeadRoutes: false })
    app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) => {
      const status = error.statusCode ?? 500
      if (status >= 500) console.error(error)
      return reply.code(status).send({ error: status < 500 ? 'bad_request' : 'internal_error', message: error.message })
    })
    app.setNotFoundHandler((request, reply) =>
      reply.code(404).send({ error: 'not_found', message: `Nothing lives at ${request.method} ${request.url}` }),
    )
    app.get('/healthz', async () => {
      await sql`select 1`.execute(db)
      return { ok: true }
    })
    const health = await watchHealth(machine, vendors)
    await controlApi(app, machine, residents, health)
    controlRoom(app)
    for (const { vendor, world } of residents) await mountVendor(app, machine, vendor, world, closing.signal)

    stops.push(() => app.close())
    await app.listen({ host: config.host, port: config.port })
    const ports: Record<string, number> = {}
    for (const { vendor, world } of residents) {
      const own = await vendor.start?.(world)
      if (!own) continue
      Object.assign(ports, own.ports)
      stops.push(own.stop)
    }
    stops.push(startTicking(machine, residents))
    return { port: (app.server.address() as AddressInfo).port, ports, close } // a TCP listener has an AddressInfo
  } catch (error) {
    await close()
    throw error
  }
}

function startTicking(machine: Machine, residents: Resident[]): () => Promise<void> {
  const ticking = residents.filter(({ vendor }) => vendor.tick)
  let running: Promise<unknown> | undefined
  const tick = () => {
    // One at a time: a slow tick must not meet itself.
    running ??= Promise.allSettled(ticking.map(({ vendor, world }) => vendor.tick?.(world)))
      .then((ended) => ended.forEach((one) => one.status === 'rejected' && console.error(one.reason)))
      .finally(() => (running = undefined))
  }
  const timer = setInterval(tick, TICK_MS)
  machine.clock.onChange(tick)
  return async () => {
    clearInterval(timer)
    await running
  }
}
