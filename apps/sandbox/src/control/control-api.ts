import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { LATEST_MS } from '../frame/clock.ts'
import { faultsOffered, type Resident } from '../frame/define-vendor.ts'
import { Fault } from '../frame/faults.ts'
import { scenesOf } from '../frame/scenes.ts'
import type { Machine } from '../frame/world.ts'
import { stepRealTime } from '../frame/real-time.ts'
import { eventRoutes } from './event-routes.ts'
import type { HealthWatch } from './health.ts'
import { BadInput, read } from './read-input.ts'
import { resetWorld } from './reset-world.ts'

const FASTEST = 86_400

const ClockChange = z.union(
  [
    z.strictObject({ advance_ms: z.int().min(1).max(LATEST_MS) }),
    z.strictObject({ speed: z.number().min(0.01).max(FASTEST) }),
  ],
  `Send {"advance_ms": 1 or more} or {"speed": 0.01 to ${FASTEST}}`,
)

/** A test that takes over a running sandbox says where its own Omni is. */
const Reset = z.object({ omni_url: z.url({ protocol: /^https?$/ }).optional() })

const span = (ms: number) => (ms % 86_400_000 === 0 ? `${ms / 86_400_000} d` : `${ms / 1000} s`)

/** Everything the control room and the tests steer the sandbox with. */
export async function controlApi(app: FastifyInstance, machine: Machine, residents: Resident[], health: HealthWatch) {
  const { clock, faults, books } = machine
  const find = (id: string): Resident => {
    const found = residents.find(({ vendor }) => vendor.id === id)
    if (!found) throw new BadInput(`There is no vendor "${id}"`, 404)
    return found
  }
  const describe = ({ vendor }: Resident) => ({
    id: vendor.id,
    name: vendor.name,
    kind: vendor.kind,
    badge: vendor.badge,
    omni_url: machine.config.omni_url,
    address: vendor.address?.(machine.config) ?? `${machine.config.public_url}/${vendor.id}`,
    endpoints: vendor.endpoints,
    scenes: scenesOf(vendor).map(({ name }) => name),
    offers: faultsOffered(vendor),
    ...health.of(vendor.id),
    faults: faults.of(vendor.id),
    actions: Object.entries(vendor.control ?? {}).map(([name, { label, fields = [] }]) => ({ name, label, fields })),
  })

  await app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request) => {
        // The control API has no sign-in (it is a rehearsal tool on a local port), so no other web page may steer it.
        const { origin, host } = request.headers
        if (request.method !== 'GET' && origin && (!URL.canParse(origin) || new URL(origin).host !== host)) {
          throw new BadInput('Other sites may not steer the sandbox', 403)
        }
      })

      scope.get('/vendors', async () => ({ vendors: residents.map(describe), chapter: books.chapter() }))

      scope.put<{ Params: { id: string } }>('/vendors/:id/faults', async (request) => {
        const resident = find(request.params.id)
        const list = read(z.array(Fault).max(100), request.body)
        const offered = faultsOffered(resident.vendor)
        for (const fault of list) {
          const { kind, endpoint } = fault
          if (!offered.includes(kind)) throw new BadInput(`${resident.vendor.name} does not offer the fault ${kind}`)
          if (fault.kind === 'scene' && !scenesOf(resident.vendor).some(({ name }) => name === fault.scene))
            throw new BadInput(`${resident.vendor.name} has no scene "${fault.scene}"`)
          if (endpoint !== undefined && !resident.vendor.endpoints.includes(endpoint)) {
            throw new BadInput(`${resident.vendor.name} has no endpoint "${endpoint}"`)
          }
        }
        const keys = new Set(list.map(({ kind, endpoint }) => `${kind} ${endpoint ?? ''}`))
        if (keys.size < list.length) throw new BadInput('The same fault is listed twice for the same endpoint')
        await faults.set(resident.vendor.id, list)
        return describe(resident)
      })

      scope.post<{ Params: { id: string; action: string } }>('/vendors/:id/actions/:action', async (request) => {
        const { vendor, world } = find(request.params.id)
        const { action: name } = request.params
        // By its own keys: `constructor` is no action.
        const action = Object.entries(vendor.control ?? {}).find(([key]) => key === name)?.[1]
        if (!action) throw new BadInput(`${vendor.name} has no action "${name}"`, 404)
        const input = read(action.input, request.body ?? {})
        const result = (await action.run(world, input)) ?? {}
        await world.log('control', name, { input, result })
        return { ok: true, result }
      })

      scope.get('/clock', async () => clock.read())

      scope.post('/clock', async (request) => {
        const change = read(ClockChange, request.body)
        if ('advance_ms' in change && clock.now().getTime() + change.advance_ms > LATEST_MS) {
          throw new BadInput('The clock ends in the year 2100')
        }
        if ('speed' in change) await clock.setSpeed(change.speed)
        else {
          await clock.advance(change.advance_ms)
          stepRealTime(change.advance_ms)
        }
        const name = 'speed' in change ? `clock runs ${change.speed}x` : `clock +${span(change.advance_ms)}`
        await books.append({ vendor: 'sandbox', kind: 'control', name, detail: change })
        return clock.read()
      })

      scope.post('/reset', async (request) => {
        const { omni_url } = read(Reset, request.body ?? {})
        if (omni_url !== undefined) machine.config.omni_url = omni_url
        await resetWorld(machine, residents, health)
        return { ok: true, chapter: books.chapter(), clock: clock.read() }
      })

      eventRoutes(scope, machine, residents)
      for (const { vendor, world } of residents) vendor.controlRoutes?.(scope, world)
    },
    { prefix: '/control' },
  )
}
