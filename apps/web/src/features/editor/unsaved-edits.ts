/**
 * Unsaved edits in the browser, written at every change: a reload, a crash or a server that died loses nothing.
 * One entry per open editor. An editor holds a lock while it lives; an entry whose lock is free belonged to a tab that
 * died, and the
 * next editor of that product takes it over. Taking over twice is harmless: a save keeps its id, and the server does it
 * once.
 */
import type { Patch } from '@omni/domain/products/changes.ts'
import { storedKeys } from '../../platform/storage.ts'
import type { Save } from './editor-state.ts'

export interface Kept {
  queue: readonly Save[]
  pending: Patch
  /** What the server had when `pending` was typed. */ base_revision: number
  /** Milliseconds; the oldest is sent first. */ at: number
}
interface Orphan {
  kept: Kept
  /** Only after it is written elsewhere. */ forget: () => void
}

const PREFIX = 'omni.edits.'
/** Without locks (plain http) an entry this old is taken for abandoned. */
const ABANDONED_MS = 60_000
const FORGOTTEN_MS = 30 * 24 * 3_600_000

export interface EditKeeper {
  /** null: nothing is unsaved. False: the browser would not store it. */
  write: (kept: Kept | null) => boolean
  orphans: () => Promise<Orphan[]>
  release: () => void
}

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  'queue' in value &&
  Array.isArray(value.queue) &&
  'pending' in value &&
  typeof value.pending === 'object' &&
  value.pending !== null &&
  'base_revision' in value &&
  typeof value.base_revision === 'number' &&
  'at' in value &&
  typeof value.at === 'number'

function read(key: string): Kept | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isKept(value) ? value : null
  } catch {
    return null
  }
}

const locks = (): LockManager | undefined => (typeof navigator === 'undefined' ? undefined : navigator.locks)

/** Free, or old where nobody can say. */
async function isAbandoned(key: string, kept: Kept): Promise<boolean> {
  const manager = locks()
  if (!manager) return Date.now() - kept.at > ABANDONED_MS
  return manager.request(key, { ifAvailable: true }, (lock) => lock !== null)
}

/** Products with edits in this browser, whoever wrote them; entries older than a month are forgotten. */
export function productsWithEdits(now: number): string[] {
  const found = new Set<string>()
  for (const key of keysOf(PREFIX)) {
    const kept = read(key)
    if (kept && now - kept.at < FORGOTTEN_MS) found.add(key.slice(PREFIX.length).split('.')[0] ?? '')
    else localStorage.removeItem(key)
  }
  return [...found].filter(Boolean)
}

const keysOf = (prefix: string): string[] => storedKeys().filter((key) => key.startsWith(prefix))

export function keepEdits(productId: string, editorId: string): EditKeeper {
  const own = `${PREFIX}${productId}.${editorId}`
  const held = Promise.withResolvers<void>()
  void locks()
    ?.request(own, () => held.promise)
    .catch(() => undefined)
  return {
    write: (kept) => {
      try {
        if (kept) localStorage.setItem(own, JSON.stringify(kept))
        else localStorage.removeItem(own)
        return true
      } catch {
        return kept === null
      }
    },
    orphans: async () => {
      const found: Orphan[] = []
      for (const key of keysOf(`${PREFIX}${productId}.`)) {
        const kept = key === own ? null : read(key)
        if (kept && (await isAbandoned(key, kept))) found.push({ kept, forget: () => localStorage.removeItem(key) })
      }
      return found.sort((a, b) => a.kept.at - b.kept.at)
    },
    release: () => held.resolve(),
  }
}
