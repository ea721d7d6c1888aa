import { VendorError } from '@omni/connectors/vendor-error.ts'
import type { AttemptProfile } from '@omni/domain/attempts/attempt.ts'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Person, testServer } from '../testing/test-server.ts'
import { attemptJobs } from './attempt-jobs.ts'
import {
  attempt,
  type AttemptKind,
  type SendOutcome,
  startAttempt,
  takeTurn,
  reportAttempt,
  withRehearsal,
  withStoreRehearsal,
} from './attempts.ts'
import { attemptAlarms } from './metrics.ts'

const server = await testServer()
const me = await server.person()
const scope = { workplace_id: me.workplace_id, user_id: me.user_id }
const db = server.runtime.db(scope)

const PROFILE: AttemptProfile = {
  find: 'reference',
  merges_for_ms: 0,
  resend_after_ms: [],
  max_sends: 2,
  send_within_ms: 5_000,
  answers_within_ms: 30_000,
  lands_within_ms: 120_000,
  shows_within_ms: 30_000,
  asks_person_after_ms: 1_800_000,
}
const Input = z.object({ quantity: z.int() })

/** A vendor in memory, and a kind that speaks to it. `says` decides what the sender hears; the order is made anyway. */
function rehearsal(profile: Partial<AttemptProfile> = {}) {
  const made: { reference: string; quantity: number }[] = []
  const changes: string[] = []
  const handled: unknown[] = []
  const says: {
    outcome?: SendOutcome | Error
    makes: boolean
    sees: boolean
    before?: () => Promise<void>
    notReady?: Error
  } = { makes: true, sees: true }
  const kind = attempt({
    name: `rehearsal ${randomUUID()}`,
    vendor: 'rehearsal',
    input: Input,
    profile: { ...PROFILE, ...profile },
    async prepare(_ctx, { reference, input }) {
      if (says.notReady) throw says.notReady
      return async (send_by) => {
        await says.before?.()
        if (performance.now() > send_by) return { outcome: 'not_sent' }
        if (says.makes) made.push({ reference, quantity: input.quantity })
        if (says.outcome instanceof Error) throw says.outcome
        return says.outcome ?? { outcome: 'done', effect: `no ${made.length}` }
      }
    },
    async look(_ctx, { reference }) {
      if (!says.sees) throw new Error('down')
      return made.flatMap((order, n) => (order.reference === reference ? [{ effect: `no ${n + 1}` }] : []))
    },
    async changed(_tx, { from, to, error_key, says: said }) {
      changes.push(`${from} > ${to}`)
      handled.push([to, error_key, said])
    },
  })
  const turnJob = attemptJobs([kind as unknown as AttemptKind]).find(
    ({ definition }) => definition.name === 'attempts.turn',
  )
  const turn = async (attempt_id: string, as: Person = me) => {
    const payload = { workplace_id: as.workplace_id, attempt_id }
    await turnJob?.run(server.runtime.jobCtx({ workplace_id: as.workplace_id }, 'test', 1), payload)
  }
  const start = (subject_id: string, quantity = 1, fingerprint?: string) =>
    db.tx((tx) =>
      startAttempt(tx, kind, {
        workplace_id: me.workplace_id,
        subject_id,
        account_key: 'a1',
        input: { quantity },
        ...(fingerprint && { fingerprint }),
      }),
    )
  return { kind, made, changes, handled, says, turn, start }
}

const read = async (attempt_id: string) =>
  (await server.behind.query('select * from attempts where attempt_id = $1', [attempt_id])).rows[0]
const sends = async (attempt_id: string) =>
  (await server.behind.query('select * from attempt_sends where attempt_id = $1 order by send_no', [attempt_id])).rows
const evidence = async (attempt_id: string) =>
  (await server.behind.query('select * from attempt_evidence where attempt_id = $1 order by said_at', [attempt_id]))
    .rows
const jobs = async (attempt_id: string) =>
  (await server.behind.query(`select run_at, payload from jobs where payload ->> 'attempt_id' = $1`, [attempt_id])).rows
const later = (seconds: number) => {
  server.clock.now = new Date(server.clock.now.getTime() + seconds * 1000)
}

test('a write is committed, sent by a job, and its effect is kept; run again, nothing is sent', async () => {
  const { start, turn, made, changes } = rehearsal()
  const { attempt_id, ...request } = await start('s1')
  expect([request, made.length]).toEqual([{ state: 'intended', started: true, same_input: true }, 0])
  await turn(attempt_id)
  await turn(attempt_id)
  expect(made).toHaveLength(1)
  expect(made[0]?.reference).toMatch(/^om[0-9a-z]{26}$/)
  expect(await read(attempt_id)).toMatchObject({ state: 'done', effect: 'no 1', due_at: null, question: null })
  expect(await sends(attempt_id)).toMatchObject([{ send_no: 1, outcome: 'done' }])
  expect(await evidence(attempt_id)).toMatchObject([{ source: 'reply', says: { outcome: 'done', effect: 'no 1' } }])
  expect(changes).toEqual(['intended > sending', 'sending > done'])
})

test('twenty clicks at once are one attempt; a subject that was done is not done again', async () => {
  const { start, turn, made } = rehearsal()
  const clicks = await Promise.all(Array.from({ length: 20 }, () => start('s1')))
  expect(new Set(clicks.map(({ attempt_id }) => attempt_id)).size).toBe(1)
  expect(clicks.filter(({ started }) => started)).toHaveLength(1)
  const attempt_id = clicks[0]?.attempt_id ?? ''
  await Promise.all([turn(attempt_id), turn(attempt_id), turn(attempt_id)])
  expect(made).toHaveLength(1)
  expect(await start('s1')).toEqual({ attempt_id, state: 'done', started: false, same_input: true })
  expect(await start('s1', 2)).toEqual({ attempt_id, state: 'done', started: false, same_input: false })
})

test('the intent is in the database before the vendor hears of it, and no connection is held meanwhile', async () => {
  const { start, turn, says } = rehearsal()
  const { attempt_id } = await start('s1')
  const before: unknown[] = []
  says.before = async () => {
    before.push((await read(attempt_id)).state, (await sends(attempt_id)).length)
    before.push(server.runtime.pool.totalCount - server.runtime.pool.idleCount)
  }
  await turn(attempt_id)
  expect(before).toEqual(['sending', 1, 0])
})

test('a lost reply is looked up before anything else, and closed by what is found', async () => {
  const { start, turn, made, says } = rehearsal()
  says.outcome = new Error('socket hang up')
  const { attempt_id } = await start('s1')
  await turn(attempt_id)
  expect(await read(attempt_id)).toMatchObject({ state: 'checking' })
  expect(await sends(attempt_id)).toMatchObject([{ outcome: 'unknown' }])
  later(2)
  await turn(attempt_id)
  expect(await read(attempt_id)).toMatchObject({ state: 'done', effect: 'no 1' })
  expect(made).toHaveLength(1)
})

test('a request that never arrived is sent again only when it is quiet, under the same reference', async () => {
  const { start, turn, made, says } = rehearsal()
  Object.assign(says, { outcome: { outcome: 'unknown' }, makes: false })
  const { attempt_id } = await start('s1')
  await turn(attempt_id)
  for (const seconds of [2, 8, 60, 80]) {
    later(seconds)
    await turn(attempt_id)
    expect(await read(attempt_id)).toMatchObject({ state: 'checking', sends: 1 })
  }
  later(6) // 156 s after the intent
  says.makes = true
  await turn(attempt_id)
  expect(await sends(attempt_id)).toHaveLength(2)
  later(2)
  await turn(attempt_id)
  expect(await read(attempt_id)).toMatchObject({ state: 'done', sends: 2 })
  expect(made).toHaveLength(1)
})

test('a vendor that does the work and says no is found out', async () => {
  const { start, turn, says } = rehearsal()
  says.outcome = { outcome: 'refused', later: false, error_key: 'out_of_stock' }
  const { attempt_id } = await start('s1')
  await turn(attempt_id)
  expect(await read(attempt_id)).toMatchObject({ state: 'checking', refusal: 'final', error_key: 'out_of_stock' })
  later(2)
  await turn(attempt_id)
  expect(await read(attempt_id)).toMatchObject({ state: 'done' })
})

test('a true refusal is failed when it is quiet, and the subject may be tried again', async () => {
  const { start, turn, says, made } = rehearsal()
  Object.assign(says, { outcome: { outcome: 'refused', later: false, error_key: 'out_of_stock' }, makes: false })
  const first = await start('s1')
  await turn(first.attempt_id)
  later(156)
  await turn(first.attempt_id)
  expect(await read(first.attempt_id)).toMatchObject({ state: 'failed', error_key: 'out_of_stock' })
  Object.assign(says, { outcome: undefined, makes: true })
  const second = await start('s1')
  expect(second).toMatchObject({ started: true })
  await turn(second.attempt_id)
  expect(await read(second.attempt_id)).toMatchObject({ state: 'done', n: 2 })
  expect(made).toHaveLength(1)
})

test('a sender that was killed: its successor waits for the lease and then looks', async () => {
  const { start, turn, made, says } = rehearsal()
  const { attempt_id } = await start('s1')
  says.before = () => new Promise(() => {}) // the process ends here
  void turn(attempt_id)
  await expect.poll(async () => (await read(attempt_id)).state).toBe('sending')
  delete says.before
  await turn(attempt_id)
  expect(await read(attempt_id)).toMatchObject({ state: 'sending' })
  expect(await sends(attempt_id)).toMatchObject([{ outcome: null, answered_at: null }])
  later(36)
  await turn(attempt_id)
  expect([(await read(attempt_id)).state, made.length]).toEqual(['checking', 0])
  expect(await sends(attempt_id)).toMatchObject([{ outcome: 'unknown' }])
  later(120)
  await turn(attempt_id)
  expect([(await read(attempt_id)).state, made.length]).toEqual(['done', 1])
  expect(await sends(attempt_id)).toMatchObject([{ outcome: 'unknown' }, { outcome: 'done' }])
})

test('an account that cannot be used now: nothing is intended, and the attempt waits as long as the vendor said', async () => {
  const { start, turn, says, made } = rehearsal()
  says.notReady = new VendorError('rehearsal', 'rate_limited', 'slow down', 90)
  const { attempt_id } = await start('s1')
  await turn(attempt_id)
  const row = await read(attempt_id)
  expect(row).toMatchObject({ state: 'intended', send_no: 0, error_key: 'rate_limited' })
  expect(row.due_at.getTime() - server.clock.now.getTime()).toBe(90_000)
  expect([await sends(attempt_id), made]).toEqual([[], []])
  delete says.notReady
  await turn(attempt_id)
  expect(await read(attempt_id)).toMatchObject({ state: 'done' })
})

test('a sender that wakes up after its deadline sends nothing', async () => {
  const { start, turn, made, says } = rehearsal({ send_within_ms: 30 })
  const { attempt_id } = await start('s1')
  says.before = () => new Promise((done) => setTimeout(done, 80))
  await turn(attempt_id)
  expect(made).toHaveLength(0)
  expect(await read(attempt_id)).toMatchObject({ state: 'intended', sends: 0, send_no: 1 })
})

test('an outcome that arrives after somebody else moved the row is not lost', async () => {
  const { kind, start, turn, says } = rehearsal()
  const { attempt_id } = await start('s1')
  says.before = async () => {
    const now = server.clock.now
    await db.tx((tx) => reportAttempt(tx, kind, { ...scope, attempt_id }, { is: 'cancel' }, now))
  }
  await turn(attempt_id)
  expect(await read(attempt_id)).toMatchObject({ state: 'done', stop: true, effect: 'no 1' })
})

test('a vendor that cannot be asked: a person decides, and only when it is quiet', async () => {
  const { kind, start, turn, says } = rehearsal()
  Object.assign(says, { outcome: { outcome: 'unknown' }, makes: false, sees: false })
  const { attempt_id } = await start('s1')
  await turn(attempt_id)
  const decide = () =>
    db.tx((tx) => reportAttempt(tx, kind, { ...scope, attempt_id }, { is: 'person', says: 'none' }, server.clock.now))
  expect(await decide()).toBe('checking')
  later(156 + 1800)
  await turn(attempt_id)
  expect(await read(attempt_id)).toMatchObject({ state: 'needs_decision', question: 'exists' })
  expect(await decide()).toBe('failed')
  expect((await evidence(attempt_id)).at(-1)).toMatchObject({ source: 'person', by_user: me.user_id })
})

test('where only a list tells, an equal order waits until the first is settled', async () => {
  const { start, turn, made, says } = rehearsal({ find: 'list' })
  Object.assign(says, { outcome: { outcome: 'unknown' } })
  const basket = randomUUID()
  const [one, other] = [await start('s1', 1, basket), await start('s2', 1, basket)]
  await turn(one.attempt_id)
  await turn(other.attempt_id)
  expect([(await read(one.attempt_id)).state, (await read(other.attempt_id)).state]).toEqual(['checking', 'intended'])
  later(2)
  await turn(one.attempt_id)
  await turn(other.attempt_id)
  expect([(await read(one.attempt_id)).state, (await read(other.attempt_id)).state]).toEqual(['done', 'checking'])
  expect(made).toHaveLength(2)
})

/** A request that lands after everything was settled: what the profile rules out. */
async function settleTooEarly() {
  const vendor = rehearsal({ max_sends: 1 })
  const first = await vendor.start('s1')
  let release: (() => void) | null = null
  vendor.says.before = () =>
    new Promise((done) => {
      release = done
    })
  const hanging = vendor.turn(first.attempt_id)
  // Not before the request itself hangs: the row says `sending` a moment earlier.
  await expect.poll(() => release).not.toBeNull()
  expect((await read(first.attempt_id)).state).toBe('sending')
  delete vendor.says.before
  later(160)
  await vendor.turn(first.attempt_id)
  expect(await read(first.attempt_id)).toMatchObject({ state: 'failed' })
  const land = async () => {
    release?.()
    await hanging
  }
  return { ...vendor, first, land }
}

const alarms = async (alarm: string) =>
  (await attemptAlarms.get()).values.find(({ labels }) => labels.alarm === alarm)?.value ?? 0

test('an effect that turns up late is taken over, and is an alarm', async () => {
  const { first, land } = await settleTooEarly()
  const before = await alarms('late')
  await land()
  expect(await alarms('late')).toBe(before + 1)
  expect(await read(first.attempt_id)).toMatchObject({ state: 'done', effect: 'no 1', alarm: 'late' })
})

test('an effect that turns up after a second attempt: both rows stay as they are, and it is an alarm', async () => {
  const { first, land, start, turn } = await settleTooEarly()
  const second = await start('s1')
  await turn(second.attempt_id)
  await land()
  expect(await read(first.attempt_id)).toMatchObject({ state: 'failed', effect: null, alarm: 'second_effect' })
  expect(await read(second.attempt_id)).toMatchObject({ state: 'done', alarm: null })
  expect((await evidence(first.attempt_id)).at(-1)).toMatchObject({ source: 'reply', says: { effect: 'no 2' } })
})

test('an effect that turns up late is taken over though a second attempt was made, when that one came to nothing', async () => {
  const { first, land, start, turn, says } = await settleTooEarly()
  const second = await start('s1')
  Object.assign(says, { outcome: { outcome: 'refused', later: false, error_key: 'sold_out' }, makes: false })
  await turn(second.attempt_id)
  later(160)
  await turn(second.attempt_id)
  expect(await read(second.attempt_id)).toMatchObject({ state: 'failed' })
  Object.assign(says, { outcome: undefined, makes: true })
  await land()
  expect(await read(first.attempt_id)).toMatchObject({ state: 'done', alarm: 'late' })
})

test('what is stopped before it was sent may be requested again, and the newest request is the one that counts', async () => {
  const { kind, start, turn, made } = rehearsal()
  const first = await start('s1')
  const stop = { is: 'cancel' } as const
  const id = { ...scope, attempt_id: first.attempt_id }
  expect(await db.tx((tx) => reportAttempt(tx, kind, id, stop, server.clock.now))).toBe('cancelled')
  await turn(first.attempt_id)
  expect(made).toEqual([])
  const second = await start('s1')
  expect([second.started, second.attempt_id === first.attempt_id]).toEqual([true, false])
  expect(await start('s1')).toEqual({ ...second, started: false })
})

test('what goes on has a job at the time it named, and what is over has none', async () => {
  const { start, turn, says } = rehearsal()
  says.outcome = { outcome: 'unknown' }
  const { attempt_id } = await start('s1')
  const forget = () => server.behind.query('delete from jobs')
  await forget()
  await turn(attempt_id)
  const { due_at } = await read(attempt_id)
  expect(await jobs(attempt_id)).toMatchObject([{ run_at: due_at, payload: { workplace_id: me.workplace_id } }])
  const quick = rehearsal()
  const other = await quick.start('s1')
  quick.says.before = async () => void (await forget())
  await quick.turn(other.attempt_id)
  expect([(await read(other.attempt_id)).state, await jobs(other.attempt_id)]).toEqual(['done', []])
})

test('an area hears with each change what was said and why it was refused', async () => {
  const { start, turn, handled, says } = rehearsal()
  says.makes = false
  says.outcome = { outcome: 'refused', later: false, error_key: 'sold_out', detail: { message: 'None left' } }
  const { attempt_id } = await start('s1')
  await turn(attempt_id)
  later(160)
  await turn(attempt_id)
  expect(handled[0]).toEqual(['sending', null, null])
  expect(handled[1]).toEqual(['checking', 'sold_out', says.outcome])
  // The reason stays though the last word was that nothing is there.
  expect(handled.at(-1)).toEqual(['failed', 'sold_out', { found: [] }])
})

test('an area that wants to hear nothing needs not listen', async () => {
  const { kind, made } = rehearsal()
  const { changed: _nobody, ...deaf } = { ...kind, name: `deaf ${randomUUID()}` }
  const request = { workplace_id: me.workplace_id, subject_id: 's1', account_key: 'a1', input: { quantity: 1 } }
  const { attempt_id } = await db.tx((tx) => startAttempt(tx, deaf, request))
  const job = attemptJobs([deaf as unknown as AttemptKind]).find(({ definition }) => definition === takeTurn)
  await job?.run(server.runtime.jobCtx({ workplace_id: me.workplace_id }, 'test', 1), {
    workplace_id: me.workplace_id,
    attempt_id,
  })
  expect([(await read(attempt_id)).state, made.length]).toEqual(['done', 1])
})

test('a rehearsal says how long a vendor takes; without one the vendor’s own times stay', () => {
  const { kind } = rehearsal()
  const times = { answers_within_ms: 800, lands_within_ms: 800, shows_within_ms: 800 }
  expect(withRehearsal(kind, { PLACEMENT_LANDS_MS: undefined })).toBe(kind)
  expect(withRehearsal(kind, { PLACEMENT_LANDS_MS: 800 })).toEqual({
    ...kind,
    profile: { ...kind.profile, ...times, send_within_ms: 800 },
  })
  expect(withRehearsal(kind, { PLACEMENT_LANDS_MS: 60_000 }).profile.send_within_ms).toBe(5_000)
  expect(withStoreRehearsal(kind, { LISTING_LANDS_MS: undefined })).toBe(kind)
  expect(withStoreRehearsal(kind, { LISTING_LANDS_MS: 800 })).toEqual({
    ...kind,
    profile: { ...kind.profile, ...times },
  })
})

test('another workplace sees none of it', async () => {
  const { start } = rehearsal()
  const { attempt_id } = await start('s1')
  const you = await server.person()
  const theirs = server.runtime.db({ workplace_id: you.workplace_id, user_id: you.user_id })
  for (const table of ['attempts', 'attempt_sends', 'attempt_evidence'] as const)
    expect(await theirs.read((tx) => tx.selectFrom(table).selectAll().execute())).toEqual([])
  const { numUpdatedRows } = await theirs.tx((tx) =>
    tx.updateTable('attempts').set({ stop: true }).where('attempt_id', '=', attempt_id).executeTakeFirst(),
  )
  expect(numUpdatedRows).toBe(0n)
})

test('a turn that was lost is found by the sweep', async () => {
  const { start } = rehearsal()
  const { attempt_id } = await start('s1')
  await server.behind.query(`update attempts set due_at = now() - interval '2 minutes' where attempt_id = $1`, [
    attempt_id,
  ])
  await server.behind.query('delete from jobs')
  const sweep = attemptJobs([]).find(({ definition }) => definition.name === 'attempts.sweep')
  await sweep?.run(server.runtime.jobCtx({}, 'test', 1), {})
  const { rows } = await server.behind.query(`select payload from jobs j where j.name = 'attempts.turn'`)
  expect(rows.map(({ payload }) => payload.attempt_id)).toContain(attempt_id)
})

test('a turn that is only late keeps its place in the line, and one that is being carried out is not doubled', async () => {
  const { start } = rehearsal()
  const [late, held] = [await start('s1'), await start('s2')]
  await server.behind.query(`update attempts set due_at = now() - interval '2 minutes' where attempt_id = any($1)`, [
    [late.attempt_id, held.attempt_id],
  ])
  await server.behind.query(`update jobs set run_at = now() - interval '3 minutes'`)
  await server.behind.query(`update jobs set leased_at = now(), worker_id = new_id() where key = $1`, [
    `attempts.turn:${held.attempt_id}`,
  ])
  const jobs = async () => (await server.behind.query('select key, run_at, attempts from jobs order by job_id')).rows
  const before = await jobs()
  const sweep = attemptJobs([]).find(({ definition }) => definition.name === 'attempts.sweep')
  await sweep?.run(server.runtime.jobCtx({}, 'test', 1), {})
  expect(await jobs()).toEqual(before)
})
