import type pg from 'pg'

/** PostgreSQL takes 8,000 bytes in one notification. */
const MAX_BYTES = 7900
const EVERY_MS = 25

export const JOBS_CHANNEL = 'jobs'
/** Tells the workers that there is something to take. */
export const announceJobs = (pool: pg.Pool): void => announce(pool, JOBS_CHANNEL, ['added'])

const NOTIFY = `select set_config('synchronous_commit', 'off', true), pg_notify(channel, word)
  from unnest($1::text[], $2::text[]) as a (channel, word)`

const unannounced = new WeakMap<pg.Pool, Map<string, Set<string>>>()

/**
 * Notifies the listeners of a channel of what was committed: the first word at once, those that come meanwhile together,
 * divided by commas. Inside of a transaction `pg_notify` would take one lock for the whole database while it commits. It
 * is a hint, so nobody waits for it or for its disk: listeners that miss it look by themselves every second.
 */
export function announce(pool: pg.Pool, channel: string, words: readonly string[]): void {
  const under_way = unannounced.get(pool)
  const channels = under_way ?? new Map<string, Set<string>>()
  const waiting = channels.get(channel) ?? new Set()
  channels.set(channel, waiting)
  for (const word of words) waiting.add(word)
  if (under_way) return
  unannounced.set(pool, channels)
  void sendAll(pool, channels)
}

async function sendAll(pool: pg.Pool, channels: Map<string, Set<string>>): Promise<void> {
  while (channels.size > 0) {
    const all = [...channels].flatMap(([channel, words]) => inOneNotification(words).map((text) => ({ channel, text })))
    channels.clear()
    await pool.query(NOTIFY, [all.map(({ channel }) => channel), all.map(({ text }) => text)]).catch(() => {})
    await new Promise((done) => setTimeout(done, EVERY_MS).unref())
  }
  unannounced.delete(pool)
}

function inOneNotification(words: Set<string>): string[] {
  const texts: string[] = []
  for (const word of words) {
    const last = texts.at(-1)
    if (last !== undefined && last.length + word.length < MAX_BYTES) texts[texts.length - 1] = `${last},${word}`
    else texts.push(word)
  }
  return texts
}
