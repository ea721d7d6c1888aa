/**
 * What the editor knows, as pure steps: the server's product, the saves on their way, edits not sent yet, and what the
 * server refused.
 * What is shown is always all of them laid over each other, so nothing typed can vanish because a reply came late.
 */
import type { EditorProduct, editorCalls } from '@omni/contracts/editor.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import {
  applyPatch,
  type Changes,
  type Field,
  joinChanges,
  parseField,
  type Patch,
  patchBetween,
  same,
  takeBack,
} from '@omni/domain/products/changes.ts'
import type { Product, ProductVariant } from '@omni/domain/products/product.ts'

export type SaveReply = Out<typeof editorCalls.saveProduct>
/** Sent as it is until it is answered: the same id with the same content is done once, however often it arrives. */
export interface Save {
  save_id: string
  base_revision: number
  changes: Patch
}
/** What the supplier side knows of a variant; the seller cannot edit it. */
export interface Extra {
  cost: number | null
  quantity: number | null
  suppliers: number
}
type Refused = Record<Field, { value: unknown; message: string }>

/**
 * `overwrote`: this tab replaced somebody's value. `replaced`: somebody replaced this tab's. `dropped`: the variant is
 * gone.
 */
export interface Notice {
  id: string
  kind: 'overwrote' | 'replaced' | 'dropped'
  field: Field
  value: unknown
  by: string | null
}

export interface EditorState {
  base: Product
  revision: number
  extras: ReadonlyMap<string, Extra>
  /** Oldest first; the first is being sent or waits to be sent again. */
  queue: readonly Save[]
  pending: Patch
  refused: Refused
  /** The last values this tab saved, to notice when somebody else replaces them. */
  mine: Patch
  view: Product
  undo: readonly Changes[]
  redo: readonly Changes[]
  notices: readonly Notice[]
}

const MAX_UNDO = 200

const toVariant = ({
  variant_id,
  position,
  option_values,
  sku,
  barcode,
  price,
  compare_at_price,
  weight_g,
  image_id,
  sell_out_of_stock,
  enabled,
}: ProductVariant): ProductVariant => ({
  variant_id,
  position,
  option_values,
  sku,
  barcode,
  price,
  compare_at_price,
  weight_g,
  image_id,
  sell_out_of_stock,
  enabled,
})

function toProduct(server: EditorProduct): Product {
  const {
    title,
    description,
    vendor,
    product_type,
    tags,
    collections,
    handle,
    seo_title,
    seo_description,
    images,
    options,
    variants,
  } = server
  return {
    title,
    description,
    vendor,
    product_type,
    tags,
    collections,
    handle,
    seo_title,
    seo_description,
    images,
    options,
    variants: variants.map(toVariant),
  }
}

const toExtras = (server: EditorProduct): Map<string, Extra> =>
  new Map(
    server.variants.map(({ variant_id, cost, quantity, suppliers }) => [variant_id, { cost, quantity, suppliers }]),
  )

const isEmpty = (patch: object) => Object.keys(patch).length === 0
const refusedPatch = (refused: Refused): Patch =>
  Object.fromEntries(Object.entries(refused).map(([field, { value }]) => [field, value]))
const withPatch = (product: Product, patch: Patch) => (isEmpty(patch) ? product : applyPatch(product, patch).product)

function show(state: EditorState): EditorState {
  const view = [...state.queue.map(({ changes }) => changes), refusedPatch(state.refused), state.pending].reduce(
    withPatch,
    state.base,
  )
  return { ...state, view }
}

export function startState(server: EditorProduct, kept: { queue: readonly Save[]; pending: Patch }): EditorState {
  const base = toProduct(server)
  return show({
    base,
    revision: server.revision,
    extras: toExtras(server),
    queue: kept.queue,
    pending: kept.pending,
    refused: {},
    mine: {},
    view: base,
    undo: [],
    redo: [],
    notices: [],
  })
}

/** Lays later edits over earlier ones. A whole variant replaces what was said of its cells before. */
export function joinPatches(earlier: Patch, later: Patch): Patch {
  const joined = { ...earlier }
  for (const [field, value] of Object.entries(later)) {
    if (parseField(field)?.kind === 'variant')
      for (const known of Object.keys(joined)) if (known.startsWith(`${field}/`)) delete joined[known]
    joined[field] = value
  }
  return joined
}

/** What the server has in a field; undefined: it does not know the variant. */
function inBase({ base }: EditorState, variants: ReadonlyMap<string, ProductVariant>, field: Field): unknown {
  const name = parseField(field)
  if (!name || name.kind === 'product') return name ? base[name.field] : undefined
  const variant = variants.get(name.variant_id)
  return name.kind === 'variant' ? (variant ?? null) : variant?.[name.field]
}

function edited(state: EditorState, { product, changes }: { product: Product; changes: Changes }): EditorState {
  const patch: Patch = Object.fromEntries(Object.entries(changes).map(([field, [, after]]) => [field, after]))
  const refused = forget(state.refused, Object.keys(patch))
  const pending = joinPatches(state.pending, patch)
  if (state.queue.length === 0) {
    const variants = new Map(state.base.variants.map((variant) => [variant.variant_id, variant]))
    // Back where the server has it: nothing to send. Cells of a variant that goes out whole are told with it.
    for (const [field, value] of Object.entries(patch)) {
      const whole = field.split('/', 2).join('/')
      if ((whole === field || !Object.hasOwn(pending, whole)) && same(inBase(state, variants, field), value))
        delete pending[field]
    }
  }
  return { ...state, pending, refused, view: product }
}

/** `join`: goes into the last undo step, as letters typed one after the other do. */
export function editState(state: EditorState, patch: Patch, join: boolean): EditorState {
  const applied = applyPatch(state.view, patch)
  const { changes } = applied
  if (isEmpty(changes)) return state
  const last = state.undo.at(-1)
  const steps =
    join && last
      ? [...state.undo.slice(0, -1), joinChanges([last, changes])]
      : [...state.undo, changes].slice(-MAX_UNDO)
  return { ...edited(state, applied), undo: steps, redo: [] }
}

function stepBack(state: EditorState, from: 'undo' | 'redo', to: 'undo' | 'redo'): EditorState {
  const step = state[from].at(-1)
  if (!step) return state
  const applied = applyPatch(state.view, takeBack(state.view, step).patch)
  const { changes } = applied
  const rest = { ...state, [from]: state[from].slice(0, -1) }
  return isEmpty(changes) ? stepBack(rest, from, to) : { ...edited(rest, applied), [to]: [...state[to], changes] }
}

export const undoState = (state: EditorState) => stepBack(state, 'undo', 'redo')
export const redoState = (state: EditorState) => stepBack(state, 'redo', 'undo')

/** Everything typed so far becomes one save. */
export function queueUp(state: EditorState, save_id: string): EditorState {
  if (isEmpty(state.pending)) return state
  return {
    ...state,
    queue: [...state.queue, { save_id, base_revision: state.revision, changes: state.pending }],
    pending: {},
  }
}

const words = (value: unknown) =>
  typeof value === 'string'
    ? value
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
    : value
/** The server trims texts and cleans HTML: that is not somebody else's edit. */
const alike = (a: unknown, b: unknown) => same(words(a), words(b))

/** Who is told what when the server's values changed below this tab's. */
function clashNotices(state: EditorState, theirs: Patch): Notice[] {
  const unsent = [...state.queue.map(({ changes }) => changes), refusedPatch(state.refused), state.pending].reduce(
    joinPatches,
    {},
  )
  return Object.entries(theirs).flatMap(([field, value]): Notice[] => {
    const id = `${state.revision}:${field}`
    if (Object.hasOwn(unsent, field))
      return alike(unsent[field], value) ? [] : [{ id, kind: 'overwrote', field, value, by: null }]
    const wasMine = Object.hasOwn(state.mine, field) && !alike(state.mine[field], value)
    return wasMine ? [{ id, kind: 'replaced', field, value: state.mine[field], by: null }] : []
  })
}

const forget = <V>(patch: Record<Field, V>, fields: Iterable<Field>): Record<Field, V> => {
  if (isEmpty(patch)) return patch
  const left = { ...patch }
  for (const field of fields) delete left[field]
  return left
}

/** Newest notice per field; one that says nothing new replaces the old. */
const addNotices = (known: readonly Notice[], more: readonly Notice[]) =>
  more.length === 0 ? known : [...known.filter(({ field }) => !more.some((item) => item.field === field)), ...more]

/** The first save was done. */
export function answered(state: EditorState, reply: SaveReply): EditorState {
  const [save, ...queue] = state.queue
  if (!save) return state
  const saved = forget(save.changes, reply.dropped)
  const rest = { ...state, queue, mine: joinPatches(state.mine, saved) }
  const overwritten: Notice[] = [
    ...reply.overwrote.map(({ field, theirs, by }): Notice => ({
      id: `${reply.revision}:${field}`,
      kind: 'overwrote',
      field,
      value: theirs,
      by,
    })),
    ...reply.dropped.map((field): Notice => ({
      id: `${reply.revision}:${field}`,
      kind: 'dropped',
      field,
      value: save.changes[field],
      by: null,
    })),
  ]
  // A refetch was faster: the base has this save, and perhaps newer things that must not be overwritten.
  if (reply.revision <= state.revision) return show({ ...rest, notices: addNotices(state.notices, overwritten) })
  const theirs = forget(reply.merged, Object.keys(save.changes))
  // Own fields come back as they were cleaned. A trimmed space must not be pulled from under somebody who is still
  // typing.
  const cleaned = Object.fromEntries(
    Object.entries(reply.merged).filter(([field, value]) => Object.hasOwn(saved, field) && !alike(saved[field], value)),
  )
  const notices = addNotices(addNotices(state.notices, clashNotices(rest, theirs)), overwritten)
  const base = applyPatch(state.base, { ...theirs, ...saved, ...cleaned }).product
  return show({
    ...rest,
    base,
    revision: reply.revision,
    mine: { ...forget(rest.mine, Object.keys(theirs)), ...cleaned },
    notices,
  })
}

/** A newer product arrived. `own`: this tab asked for it (a restore), so nobody is told, and it can be undone. */
export function received(state: EditorState, server: EditorProduct, own = false): EditorState {
  if (server.revision < state.revision) return state
  const base = toProduct(server)
  const theirs = patchBetween(state.base, base)
  const shared = { ...state, base, revision: server.revision, extras: toExtras(server) }
  if (own) {
    const next = show({ ...shared, refused: {} })
    const { changes } = applyPatch(state.view, patchBetween(state.view, next.view))
    return isEmpty(changes) ? next : { ...next, undo: [...state.undo, changes], redo: [] }
  }
  const notices = clashNotices(state, theirs)
  return show({
    ...shared,
    mine: forget(
      state.mine,
      notices.filter(({ kind }) => kind === 'replaced').map(({ field }) => field),
    ),
    notices: addNotices(state.notices, notices),
  })
}

/** 'changes.title', 'changes/title' and 'title' mean the same field. */
function fieldOf(name: string, save: Save): Field | undefined {
  const plain = name.replace(/^changes[./]/, '')
  return Object.keys(save.changes).find(
    (field) =>
      field === plain ||
      field === plain.replaceAll('.', '/') ||
      plain.startsWith(`${field}.`) ||
      plain.startsWith(`${field}/`),
  )
}

/** The server will not take some fields: they stay as typed, marked; the rest goes out again as a new save. */
export function refusedBy(
  state: EditorState,
  errors: Record<string, readonly string[]>,
  save_id: string,
): EditorState | null {
  const [save, ...queue] = state.queue
  if (!save) return null
  const refused: Refused = { ...state.refused }
  const named = new Set<Field>()
  for (const [name, [message = '']] of Object.entries(errors)) {
    const field = fieldOf(name, save)
    if (!field) continue
    named.add(field)
    if (!Object.hasOwn(state.pending, field)) refused[field] = { value: save.changes[field], message }
  }
  if (named.size === 0) return null
  const changes = forget(save.changes, named)
  return show({ ...state, refused, queue: isEmpty(changes) ? queue : [{ ...save, save_id, changes }, ...queue] })
}
