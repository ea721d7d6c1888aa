import { setTimeout as sleep } from 'node:timers/promises'
import { traitsOf } from '../../catalogue/sources/registry.ts'
import { dayOf, ordersBy } from '../../catalogue/days.ts'
import { supplyWorld } from '../../catalogue/make-world.ts'
import { FULL_SIZE } from '../../catalogue/pictures/compose-picture.ts'
import { keyOf, writeKey } from '../../catalogue/pictures/picture-key.ts'
import { type Offer, SOURCES } from '../../catalogue/shapes.ts'
import { shownVariant } from '../../catalogue/variants.ts'
import { defineVendor } from '../../frame/define-vendor.ts'
import type { World } from '../../frame/world.ts'
import { keepPictures, nameOf, type Pictures, type PictureTables } from './kept-pictures.ts'
import { pictureRoutes } from './picture-routes.ts'

/** So many of each supplier, and so many best sellers of all: some 6 MB. */
const DEAREST = 60
const SOLD = 400
const SOLD_A_TURN = 3
/** What whoever looks at once sees, drawn side by side and without a pause. */
const AT_ONCE = 500
const SIDE_BY_SIDE = 3
/** The rest after each further picture, as a multiple of what it took: others work on the same machine. */
const REST = 1

const pictureHosts = new WeakMap<World<PictureTables>, { keys: readonly string[]; picture: Pictures }>()
/** One for the routes and for what is drawn ahead. */
function hostOf(world: World<PictureTables>) {
  const known = pictureHosts.get(world)
  if (known) return known
  const keys = world.config.pictures === 'ahead' ? seenFirst(world) : []
  const host = { keys, picture: keepPictures(world, new Set(keys.map((key) => nameOf(key, FULL_SIZE)))) }
  pictureHosts.set(world, host)
  return host
}

/**
 * The first pages of every list, in the order of being seen: the dearest of each supplier, which earn most, and the best
 * sellers. All of a supplier are not known at once, so the dearest of one that answers quickly stand first for a while.
 */
function seenFirst({ config, now }: World<PictureTables>): string[] {
  const { offers } = supplyWorld(config)
  const today = dayOf(now())
  const mainPicture = (offer: Offer) =>
    writeKey(
      keyOf(offer, 0, traitsOf(offer.source).is_page_of_colour ? (shownVariant(offer, now())?.colour ?? '') : ''),
    )
  const shown = SOURCES.map((source) => offers[source].filter(({ pictures }) => pictures > 0))
  const dearest = shown.map((list) => list.toSorted((a, b) => b.price - a.price).slice(0, DEAREST))
  const sold = shown
    .flat()
    .map((offer) => ({ offer, orders: ordersBy(offer, today) }))
    .toSorted((a, b) => b.orders - a.orders)
    .slice(0, SOLD)
    .map(({ offer }) => offer)
  const inTurn = Array.from({ length: DEAREST }, (_, at) => [
    ...dearest.map((list) => list[at]),
    ...sold.slice(at * SOLD_A_TURN, (at + 1) * SOLD_A_TURN),
  ])
  const wanted = [...inTurn.flat(), ...sold].filter((offer) => offer !== undefined)
  return [...new Set(wanted.map(mainPicture))]
}

async function drawAhead(keys: readonly string[], picture: Pictures, stopped: AbortSignal): Promise<void> {
  const first = keys.slice(0, AT_ONCE)
  const worker = async () => {
    for (let key = first.shift(); key !== undefined && !stopped.aborted; key = first.shift())
      await picture(key, FULL_SIZE)
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker))
  for (const key of keys.slice(AT_ONCE)) {
    if (stopped.aborted) return
    const from = performance.now()
    await picture(key, FULL_SIZE)
    await sleep((performance.now() - from) * REST, undefined, { signal: stopped })
  }
}

/** Where the pictures of all suppliers are kept: `/pictures/<key>.webp`, smaller with `?w=400`. */
export const pictures = defineVendor<PictureTables>({
  id: 'pictures',
  name: 'Picture host',
  kind: 'service',
  badge: { glyph: 'P', colour: '#6B3FE0' },
  endpoints: [],
  tables: 'create table if not exists kept_pictures (name text primary key, bytes bytea not null);',
  routes: (app, world) => pictureRoutes(app, hostOf(world).picture),
  async start(world) {
    const { keys, picture } = hostOf(world)
    const stopped = new AbortController()
    const drawing = drawAhead(keys, picture, stopped.signal).catch(
      (error: unknown) => stopped.signal.aborted || console.error(error),
    )
    return {
      ports: {},
      async stop() {
        stopped.abort()
        await drawing
      },
    }
  },
})
