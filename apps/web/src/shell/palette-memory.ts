/** What was chosen in the palette: the latest come back first, and actions stand in the order of their use. */
import { store, stored } from '../platform/storage.ts'

const KEY = 'omni.palette'
const MOST = 60

interface Used {
  id: string
  times: number
  at: number
  title: string
  /** Of a record or a page; null: an action. */
  href: string | null
  image: string | null
}

const isUsed = (item: unknown): item is Used =>
  typeof item === 'object' && item !== null && 'id' in item && 'times' in item && 'at' in item && 'title' in item

/** Latest first. */
export function usedCommands(): Used[] {
  try {
    const kept: unknown = JSON.parse(stored(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isUsed) : []
  } catch {
    return [] // written by somebody else: forgotten
  }
}

export function rememberCommand(command: { id: string; title: string; href?: string; image?: string | null }) {
  const before = usedCommands()
  const known = before.find(({ id }) => id === command.id)
  const used: Used = {
    id: command.id,
    title: command.title,
    href: command.href ?? null,
    image: command.image ?? null,
    times: (known?.times ?? 0) + 1,
    at: Date.now(),
  }
  store(KEY, JSON.stringify([used, ...before.filter(({ id }) => id !== command.id)].slice(0, MOST)))
}
