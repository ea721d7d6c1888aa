import type { FrameDb } from './database.ts'

/** The sandbox's own time: real time plus an offset, running at a factor. Never goes back, except by a reset. */
export interface Clock {
  now(): Date
  read(): { now: string; speed: number; offset_ms: number }
  advance(ms: number): Promise<void>
  setSpeed(speed: number): Promise<void>
  /** Back to real time; the row is written by the caller's transaction. */
  reset(): void
  onChange(listener: () => void): void
}

/** Past this date dates stop fitting everywhere (PostgreSQL, JSON, vendors' 32-bit fields), so the clock refuses. */
export const LATEST_MS = Date.UTC(2100, 0, 1)

export async function openClock(db: FrameDb): Promise<Clock> {
  const state = await db.selectFrom('state').selectAll().executeTakeFirstOrThrow()
  let wallAnchor = state.wall_anchor_ms
  let sandboxAnchor = state.sandbox_anchor_ms
  let speed = state.speed
  const listeners: (() => void)[] = []

  const nowMs = () => {
    const wall = Date.now()
    return Math.min(LATEST_MS, Math.floor(sandboxAnchor + (wall - wallAnchor) * speed))
  }
  // Both anchors at 0 mean "real time": a fresh database needs no first write.
  const anchor = async (ms: number, factor: number) => {
    sandboxAnchor = ms
    wallAnchor = Date.now()
    speed = factor
    await db.updateTable('state').set({ wall_anchor_ms: wallAnchor, sandbox_anchor_ms: ms, speed }).execute()
    for (const listener of listeners) listener()
  }

  return {
    now: () => new Date(nowMs()),
    read: () => ({ now: new Date(nowMs()).toISOString(), speed, offset_ms: nowMs() - Date.now() }),
    advance: (ms) => anchor(Math.min(LATEST_MS, nowMs() + ms), speed),
    setSpeed: (factor) => anchor(nowMs(), factor),
    reset() {
      wallAnchor = 0
      sandboxAnchor = 0
      speed = 1
      for (const listener of listeners) listener()
    },
    onChange: (listener) => void listeners.push(listener),
  }
}
