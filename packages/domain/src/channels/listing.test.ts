import { describe, expect, test } from 'vitest'
import type { Fields } from './fields.ts'
import { type Listing, type ListingEvent, type ListingRules, newListing, next } from './listing.ts'
import type { Policy } from './merge.ts'

const rules = (policy: Policy, batch: ListingRules['batch'] = (fields) => fields): ListingRules => ({
  policies: { content: policy, structure: policy, media: policy, price: policy, stock: policy, status: policy },
  batch,
})
const ASK = rules('ask')
const BASE: Fields = { title: 'a', vendor: 'v' }
const SHOWN: Fields = { title: 'a~', vendor: 'v' }
const FRESH = newListing(BASE)
const LIVE: Listing = {
  ...FRESH,
  state: 'idle',
  remote_id: 'r1',
  ours: BASE,
  theirs: SHOWN,
  seen: SHOWN,
  seen_version: '5',
  send_no: 3,
}
const step = (listing: Listing, event: ListingEvent, by = ASK) => next(by, listing, event)
const after = (listing: Listing, event: ListingEvent, by = ASK) => step(listing, event, by).listing
const seen = (fields: Fields, more: Partial<Extract<ListingEvent, { is: 'seen' }>> = {}): ListingEvent => ({
  is: 'seen',
  asked_at_send_no: 3,
  fields,
  version: '6',
  quiet: true,
  ...more,
})
const done = (more: Partial<Extract<ListingEvent, { is: 'done' }>> = {}): ListingEvent => ({
  is: 'done',
  send_no: 4,
  remote_id: 'r1',
  seen: null,
  version: null,
  by: 'reply',
  ...more,
})
const sending = (
  put: Fields,
  more: Partial<Listing> = {},
  kind: 'create' | 'update' | 'remove' = 'update',
): Listing => ({ ...LIVE, state: 'sending', send_no: 4, open: { send_no: 4, kind, put }, ...more })

test('a new listing', () => {
  expect(FRESH).toEqual({
    state: 'queued',
    remote_id: null,
    wants: 'listed',
    desired: BASE,
    ours: {},
    theirs: {},
    seen: null,
    seen_version: null,
    unread: [],
    unsure: false,
    open: null,
    send_no: 0,
    searched: true,
    created_as: {},
    refused: null,
    question: null,
    conflicts: [],
  })
})

describe('changed', () => {
  test('differs: it waits for its turn', () => {
    expect(after(LIVE, { is: 'changed', desired: { ...BASE, title: 'b' } })).toEqual({
      ...LIVE,
      state: 'queued',
      desired: { ...BASE, title: 'b' },
    })
  })
  test('equal: nothing', () => {
    expect(step(LIVE, { is: 'changed', desired: BASE })).toEqual({ listing: LIVE, command: null, notes: [] })
  })
  test('while a send is open, it goes on', () => {
    const open = sending({ title: 'b' })
    expect(after({ ...open, state: 'queued' }, { is: 'changed', desired: BASE })).toEqual(open)
  })
  test.each(['gone', 'removed'] as const)('%s stays', (state) => {
    const listing: Listing = { ...LIVE, state, ...(state === 'removed' && { wants: 'removed' }) }
    const desired = { ...BASE, title: 'b' }
    expect(after(listing, { is: 'changed', desired })).toEqual({ ...listing, desired })
  })
  test('what was refused is not sent again as it is', () => {
    const refused: Listing = { ...LIVE, state: 'refused', refused: { title: 'bad' } }
    expect(after(refused, { is: 'changed', desired: { ...BASE, title: 'bad' } }).state).toBe('refused')
    expect(after(refused, { is: 'changed', desired: { ...BASE, title: 'good' } }).state).toBe('queued')
    expect(after(refused, { is: 'changed', desired: { title: 'bad', vendor: 'w' } }).state).toBe('queued')
    expect(after({ ...FRESH, refused: BASE }, { is: 'changed', desired: BASE }).state).toBe('refused')
    expect(after({ ...FRESH, refused: BASE }, { is: 'changed', desired: { ...BASE, title: 'b' } }).state).toBe('queued')
  })
})

test('variants that a create had no room for are sent next, as soon as the rest shows', () => {
  const [a, b] = [
    { 'v|a|exists': true, 'v|a|price': 1 },
    { 'v|b|exists': true, 'v|b|price': 2 },
  ]
  const desired = { ...BASE, ...a, ...b }
  const send = { send_no: 4, kind: 'create' as const, put: desired }
  const open: Listing = { ...newListing(desired), state: 'sending', send_no: 4, open: send }
  const shown = seen({ ...BASE, ...a }, { asked_at_send_no: 4, quiet: false })
  // Nothing was said of them: the read may be older than the write, and is not believed yet.
  expect(after(after(open, done()), shown).unread).not.toEqual([])
  const read = after(after(open, done({ left_out: ['b'] })), shown)
  expect(read).toMatchObject({ state: 'queued', unread: [], ours: { ...BASE, ...a } })
  expect(step(read, { is: 'turn' }).command).toEqual({ do: 'send', send: { send_no: 5, kind: 'update', put: b } })
})

describe('turn', () => {
  test('a new one is created, whole', () => {
    const send = { send_no: 1, kind: 'create' as const, put: BASE }
    const listing: Listing = { ...FRESH, state: 'sending', open: send, send_no: 1, searched: false }
    expect(step(FRESH, { is: 'turn' })).toEqual({ listing, command: { do: 'send', send }, notes: [] })
  })
  test('after a create that may have happened, our key is searched first', () => {
    const unsure: Listing = { ...FRESH, searched: false }
    expect(step(unsure, { is: 'turn' })).toEqual({ listing: unsure, command: { do: 'find' }, notes: [] })
  })
  test('what differs is sent, and that alone', () => {
    const changed: Listing = { ...LIVE, state: 'queued', desired: { ...BASE, title: 'b' }, refused: { title: 'x' } }
    const send = { send_no: 4, kind: 'update' as const, put: { title: 'b' } }
    expect(step(changed, { is: 'turn' })).toEqual({
      listing: { ...changed, state: 'sending', open: send, send_no: 4, refused: null },
      command: { do: 'send', send },
      notes: [],
    })
  })
  test('a write takes the part that the store takes', () => {
    const changed: Listing = { ...LIVE, desired: { title: 'b', vendor: 'w' } }
    const first = rules('ask', (fields) => fields.slice(0, 1))
    expect(step(changed, { is: 'turn' }, first).command).toMatchObject({ send: { put: { title: 'b' } } })
  })
  test('what was written is read before anything else', () => {
    const unread: Listing = { ...LIVE, unread: ['title'], desired: { ...BASE, vendor: 'w' } }
    expect(step(unread, { is: 'turn' })).toEqual({
      listing: { ...unread, state: 'queued' },
      command: { do: 'read' },
      notes: [],
    })
    const unseen: Listing = { ...LIVE, seen: null, desired: { ...BASE, vendor: 'w' } }
    expect(step(unseen, { is: 'turn' }).command).toEqual({ do: 'read' })
  })
  test('nothing to do, or a send is open: nothing', () => {
    expect(step(LIVE, { is: 'turn' })).toEqual({ listing: LIVE, command: null, notes: [] })
    const open = sending({ title: 'b' })
    expect(step(open, { is: 'turn' })).toEqual({ listing: open, command: null, notes: [] })
  })
  test('a variant that is new goes with everything it has; one that is not wanted goes as null', () => {
    const red: Fields = { 'v|red|exists': true, 'v|red|price': 5, 'v|red|weight_g': null }
    const blue: Fields = { 'v|blue|exists': true }
    const listing: Listing = {
      ...LIVE,
      desired: { ...BASE, ...red },
      ours: { ...BASE, ...blue },
      theirs: { ...SHOWN, ...blue },
      seen: { ...SHOWN, ...blue },
    }
    expect(step(listing, { is: 'turn' }).command).toMatchObject({ send: { put: { ...red, 'v|blue|exists': null } } })
    const exists = rules('ask', (fields) => fields.filter((field) => field.endsWith('red|exists')))
    expect(step(listing, { is: 'turn' }, exists).command).toMatchObject({ send: { put: red } })
  })
})

describe('done', () => {
  test('a reply with the listing sets both bases; the next turn judges', () => {
    const open = sending({ title: 'b' }, { desired: { ...BASE, title: 'b' } })
    const shown = { title: 'b~', vendor: 'edited' }
    expect(step(open, done({ seen: shown, version: '7' }))).toEqual({
      listing: {
        ...open,
        open: null,
        state: 'queued',
        ours: { ...BASE, title: 'b' },
        theirs: { ...SHOWN, title: 'b~' },
        seen: shown,
        seen_version: '7',
      },
      command: null,
      notes: [{ is: 'sent' }],
    })
  })
  test('without the listing, what was put has to be read', () => {
    const open = sending({ title: 'b' }, { unread: ['vendor', 'title'] })
    expect(after(open, done())).toEqual({
      ...open,
      open: null,
      state: 'queued',
      ours: { ...BASE, title: 'b' },
      unread: ['vendor', 'title'],
    })
  })
  test('an older version than was seen leaves the fields to be read', () => {
    expect(after(sending({ title: 'b' }), done({ seen: SHOWN, version: '4' }))).toMatchObject({
      seen: SHOWN,
      seen_version: '5',
      unread: ['title'],
    })
  })
  test('a create gets its id', () => {
    const open: Listing = {
      ...FRESH,
      state: 'sending',
      send_no: 4,
      searched: false,
      open: { send_no: 4, kind: 'create', put: BASE },
    }
    expect(after(open, done({ by: 'look', seen: SHOWN, version: '1' }))).toMatchObject({
      remote_id: 'r1',
      searched: true,
      ours: BASE,
      theirs: SHOWN,
      unsure: false,
    })
    expect(after(open, done({ by: 'look' }))).toMatchObject({
      remote_id: 'r1',
      unsure: true,
      unread: ['title', 'vendor'],
    })
  })
  test('a status that a create did not bring about is ours to set', () => {
    const put = { title: 'a', status: 'active' }
    const open: Listing = { ...FRESH, desired: put, send_no: 4, open: { send_no: 4, kind: 'create', put } }
    const shown = { title: 'a~', status: 'draft' }
    expect(after(open, done({ by: 'look', seen: shown, version: '1' })).ours).toEqual({ title: 'a' })
    expect(after(open, done({ by: 'reply', seen: shown, version: '1' })).ours).toEqual(put)
  })
  test('a look agrees to what shows as it was sent; the rest is sent again', () => {
    const put = { title: 'b', vendor: 'w', 'v|red|exists': null }
    const red = { 'v|red|exists': true }
    const open = sending(put, {
      desired: { title: 'b', vendor: 'w' },
      ours: { ...BASE, ...red },
      theirs: { ...SHOWN, ...red },
    })
    const handled = after(open, done({ by: 'look', seen: { title: 'm', vendor: 'w', ...red }, version: '7' }))
    expect(handled.ours).toEqual({ vendor: 'w', ...red })
    expect(step(handled, { is: 'turn' }).command).toMatchObject({ send: { put: { title: 'b', 'v|red|exists': null } } })
    const gone = after(open, done({ by: 'look', seen: { title: 'b', vendor: 'w' }, version: '7' }))
    expect(gone.ours).toEqual({ title: 'b', vendor: 'w' })
  })
  test('a variant that a write broke off before is ours to make', () => {
    const put = { 'v|red|exists': true, 'v|red|price': 5 }
    const open = sending(put, { desired: { ...BASE, ...put } })
    expect(after(open, done({ seen: SHOWN, version: '7' })).ours).toEqual(BASE)
  })
  test('taken out of the store', () => {
    const open = sending(
      {},
      { wants: 'removed', conflicts: ['title'], question: 'conflict', unread: ['title'] },
      'remove',
    )
    expect(step(open, done())).toEqual({
      listing: { ...open, open: null, state: 'removed', seen: null, unread: [], conflicts: [], question: null },
      command: null,
      notes: [],
    })
  })
  test('the answer to another send is not heard', () => {
    const open = sending({ title: 'b' })
    for (const is of ['refused', 'not_done'] as const) expect(after(open, { is, send_no: 3 })).toEqual(open)
    expect(after(open, done({ send_no: 3 }))).toEqual(open)
    expect(after(LIVE, done({ send_no: 3 }))).toEqual(LIVE)
  })
})

describe('refused, not done', () => {
  test('what was refused is kept', () => {
    const open = sending({ title: 'bad' })
    expect(after(open, { is: 'refused', send_no: 4 })).toEqual({
      ...open,
      open: null,
      state: 'refused',
      refused: { title: 'bad' },
    })
  })
  test('an update that was not done is queued again', () => {
    const open = sending({ title: 'b' }, { desired: { ...BASE, title: 'b' } })
    expect(after(open, { is: 'not_done', send_no: 4 })).toEqual({ ...open, open: null, state: 'queued' })
  })
  test('a create that was not done is searched for before another one', () => {
    const open: Listing = { ...FRESH, send_no: 4, open: { send_no: 4, kind: 'create', put: { title: 'x' } } }
    expect(after(open, { is: 'not_done', send_no: 4 })).toEqual({
      ...open,
      open: null,
      searched: false,
      created_as: { title: 'x' },
    })
  })
})

describe('found', () => {
  const searched: Listing = { ...FRESH, searched: false, created_as: { title: 'x' } }
  test('nothing: it may be created', () => {
    expect(after(searched, { is: 'found', remote_ids: [] })).toEqual({ ...searched, searched: true })
  })
  test('one: it was made, as it was sent then', () => {
    expect(after(searched, { is: 'found', remote_ids: ['r1'] })).toEqual({
      ...searched,
      remote_id: 'r1',
      searched: true,
      ours: { title: 'x' },
      unread: ['title', 'vendor'],
    })
  })
  test('two: a person says which', () => {
    const asked = after(searched, { is: 'found', remote_ids: ['r1', 'r2'] })
    expect(asked).toEqual({ ...searched, state: 'needs_decision', question: 'which' })
    expect(after(asked, { is: 'changed', desired: { title: 'c' } })).toEqual({ ...asked, desired: { title: 'c' } })
    expect(after(asked, { is: 'person', says: 'it_is', remote_id: 'r2' })).toMatchObject({
      remote_id: 'r2',
      question: null,
      state: 'queued',
    })
    expect(after(LIVE, { is: 'person', says: 'it_is', remote_id: 'r2' })).toEqual(LIVE)
  })
  test('too late', () => {
    expect(after(LIVE, { is: 'found', remote_ids: ['r2'] })).toEqual(LIVE)
    const open: Listing = { ...FRESH, open: { send_no: 1, kind: 'create', put: {} } }
    expect(after(open, { is: 'found', remote_ids: ['r2'] })).toEqual(open)
  })
})

describe('seen', () => {
  test('an edit in the store is taken over', () => {
    const shown = { ...SHOWN, title: 'edited' }
    const both = { title: 'edited', vendor: 'v' }
    expect(step(LIVE, seen(shown))).toEqual({
      listing: { ...LIVE, desired: both, ours: both, theirs: both, seen: shown, seen_version: '6' },
      command: null,
      notes: [{ is: 'taken', field: 'title', before: 'a', after: 'edited' }],
    })
  })
  test('both edited: a person is asked once, the rest is sent, and the question goes with the difference', () => {
    const changed: Listing = { ...LIVE, desired: { title: 'b', vendor: 'v' } }
    const shown = { ...SHOWN, title: 'edited' }
    const asked = step(changed, seen(shown))
    expect(asked.listing).toMatchObject({ state: 'needs_decision', question: 'conflict', conflicts: ['title'] })
    expect(asked.notes).toEqual([{ is: 'conflict', field: 'title', before: 'b', after: 'edited' }])
    const again = step(asked.listing, seen(shown))
    expect(again).toEqual({ ...asked, notes: [] })
    const more = after(asked.listing, { is: 'changed', desired: { title: 'b', vendor: 'w' } })
    expect(more).toMatchObject({ state: 'queued', question: 'conflict' })
    expect(step(more, { is: 'turn' }).command).toMatchObject({ send: { put: { vendor: 'w' } } })
    expect(after(asked.listing, seen({ ...SHOWN, title: 'b' }))).toMatchObject({
      state: 'idle',
      question: null,
      conflicts: [],
      ours: { title: 'b', vendor: 'v' },
    })
  })
  test.each<[string, Listing, ListingEvent]>([
    ['asked before the latest send', LIVE, seen({ title: 'x' }, { asked_at_send_no: 2 })],
    ['while a send is open', sending({ title: 'b' }), seen({ title: 'x' }, { asked_at_send_no: 4 })],
    ['an older version', LIVE, seen({ title: 'x' }, { version: '4' })],
    ['not in the store as far as is known', { ...LIVE, remote_id: null }, seen({ title: 'x' })],
    [
      'not what was sent, too early',
      { ...LIVE, unread: ['vendor'], ours: { title: 'a', vendor: 'w' } },
      seen(SHOWN, { quiet: false }),
    ],
    [
      'not there yet, too early',
      { ...LIVE, unread: ['v|n|exists'], ours: { ...BASE, 'v|n|exists': true } },
      seen(SHOWN, { quiet: false }),
    ],
  ])('not heard: %s', (_name, listing, event) => {
    expect(step(listing, event)).toEqual({ listing, command: null, notes: [] })
  })
  test('the same version again, and one that is not told, are heard', () => {
    expect(after(LIVE, seen({ ...SHOWN, title: 'x' }, { version: '5' })).desired['title']).toBe('x')
    expect(after(LIVE, seen({ ...SHOWN, title: 'x' }, { version: '' }))).toMatchObject({
      desired: { title: 'x' },
      seen_version: '5',
    })
  })
  test('what was written is learnt as it shows: at once as it was sent, or in another form when it is quiet', () => {
    const unread: Listing = {
      ...LIVE,
      unread: ['vendor'],
      ours: { title: 'a', vendor: 'w' },
      desired: { title: 'a', vendor: 'w' },
    }
    expect(after(unread, seen({ ...SHOWN, vendor: 'w' }, { quiet: false }))).toMatchObject({
      state: 'idle',
      unread: [],
      theirs: { vendor: 'w' },
    })
    expect(after(unread, seen({ ...SHOWN, vendor: 'W' }))).toMatchObject({
      state: 'idle',
      unread: [],
      theirs: { vendor: 'W' },
      ours: { vendor: 'w' },
    })
    const made: Listing = { ...unread, theirs: {}, unread: ['title', 'vendor'] }
    expect(after(made, seen({ title: 'A', vendor: 'W' }, { quiet: false })).theirs).toEqual({ title: 'A', vendor: 'W' })
  })
  test('a field that the store does not have is not expected to show', () => {
    const unread: Listing = { ...LIVE, unread: ['vendor'], theirs: { title: 'a~', vendor: 'v' } }
    expect(after(unread, seen({ title: 'a~' }))).toMatchObject({ theirs: { title: 'a~' }, ours: BASE, state: 'idle' })
  })
  test('what was gone is back', () => {
    const gone: Listing = { ...LIVE, state: 'gone', seen: null }
    expect(step(gone, seen(SHOWN))).toEqual({
      listing: { ...gone, state: 'idle', seen: SHOWN, seen_version: '6' },
      command: null,
      notes: [{ is: 'back' }],
    })
    const removed: Listing = { ...gone, state: 'removed', wants: 'removed' }
    expect(step(removed, seen(SHOWN))).toMatchObject({ listing: { state: 'removed' }, notes: [{ is: 'back' }] })
  })
})

describe('absent', () => {
  const absent = (more: Partial<Extract<ListingEvent, { is: 'absent' }>> = {}): ListingEvent => ({
    is: 'absent',
    asked_at_send_no: 3,
    quiet: true,
    ...more,
  })
  test('it is gone, and stays so', () => {
    const asked: Listing = {
      ...LIVE,
      state: 'needs_decision',
      question: 'conflict',
      conflicts: ['title'],
      unread: ['title'],
    }
    const gone: Listing = { ...asked, state: 'gone', question: null, conflicts: [], seen: null }
    expect(step(asked, absent())).toEqual({ listing: gone, command: null, notes: [{ is: 'gone' }] })
    expect(step(gone, absent())).toEqual({ listing: gone, command: null, notes: [] })
    expect(step(gone, { is: 'turn' })).toEqual({ listing: gone, command: null, notes: [] })
  })
  test('a new one that does not show before it is quiet is read again', () => {
    const made: Listing = { ...LIVE, seen: null, seen_version: null }
    const early = after(made, absent({ quiet: false }))
    expect(early).toEqual({ ...made, state: 'queued' })
    expect(step(early, { is: 'turn' })).toEqual({ listing: early, command: { do: 'read' }, notes: [] })
    expect(after(early, seen(SHOWN))).toEqual({ ...LIVE, seen_version: '6' })
    expect(after(LIVE, absent({ quiet: false })).state).toBe('gone')
  })
  test('what was to be removed is removed', () => {
    const removed: Listing = { ...LIVE, wants: 'removed' }
    expect(step(removed, absent())).toEqual({ listing: { ...removed, state: 'removed' }, command: null, notes: [] })
  })
  test.each<[string, Listing, ListingEvent]>([
    ['asked before the latest send', LIVE, absent({ asked_at_send_no: 2 })],
    ['a send is open', sending({ title: 'b' }), absent({ asked_at_send_no: 4 })],
    ['never was there', { ...LIVE, remote_id: null }, absent()],
  ])('not heard: %s', (_name, listing, event) => {
    expect(step(listing, event)).toEqual({ listing, command: null, notes: [] })
  })
})

describe('a person', () => {
  const says = (
    what: 'take_theirs' | 'keep_ours' | 'retry' | 'list_again' | 'stop' | 'remove' | 'list',
  ): ListingEvent => ({ is: 'person', says: what })
  const shown = { ...SHOWN, title: 'edited' }
  const asked: Listing = {
    ...LIVE,
    state: 'needs_decision',
    question: 'conflict',
    conflicts: ['title'],
    desired: { title: 'b', vendor: 'v' },
    seen: shown,
  }
  test('takes theirs', () => {
    const both = { title: 'edited', vendor: 'v' }
    expect(step(asked, says('take_theirs'))).toEqual({
      listing: { ...asked, state: 'idle', question: null, conflicts: [], desired: both, ours: both, theirs: both },
      command: null,
      notes: [{ is: 'taken', field: 'title', before: 'a', after: 'edited' }],
    })
  })
  test('keeps ours', () => {
    const kept = after(asked, says('keep_ours'))
    expect(kept).toEqual({ ...asked, state: 'queued', question: null, conflicts: [], theirs: shown })
    expect(step(kept, { is: 'turn' }).command).toMatchObject({ send: { put: { title: 'b' } } })
  })
  test('tries again', () => {
    const refused: Listing = { ...LIVE, state: 'refused', desired: { ...BASE, title: 'b' }, refused: { title: 'b' } }
    expect(after(refused, says('retry'))).toEqual({ ...refused, state: 'queued', refused: null })
  })
  test('lists again what is gone or was removed, and that alone', () => {
    for (const state of ['gone', 'removed'] as const)
      expect(after({ ...LIVE, state }, says('list_again'))).toEqual({ ...FRESH, send_no: 3 })
    expect(after(LIVE, says('list_again'))).toEqual(LIVE)
  })
  test('takes it out of the store', () => {
    const leaving = after(LIVE, says('remove'))
    expect(leaving).toEqual({ ...LIVE, wants: 'removed', state: 'queued' })
    const send = { send_no: 4, kind: 'remove' as const, put: {} }
    expect(step(leaving, { is: 'turn' })).toEqual({
      listing: { ...leaving, state: 'sending', open: send, send_no: 4 },
      command: { do: 'send', send },
      notes: [],
    })
    expect(after(FRESH, says('remove'))).toEqual({ ...FRESH, wants: 'removed', state: 'removed' })
    expect(after({ ...LIVE, state: 'removed' }, says('remove')).state).toBe('removed')
  })
  test('lists it after all', () => {
    const leaving: Listing = { ...LIVE, wants: 'removed', state: 'queued', refused: { title: 'x' } }
    expect(after(leaving, says('list'))).toEqual(LIVE)
  })
  test('stops', () => {
    expect(after({ ...asked, state: 'gone' }, says('stop'))).toEqual({
      ...asked,
      wants: 'removed',
      state: 'removed',
      question: null,
      conflicts: [],
    })
  })
})

test('a create that was refused is not sent again, also where the product would be shown in the shop afterwards', () => {
  const desired: Fields = { ...BASE, published: true }
  const open = step({ ...FRESH, desired }, { is: 'turn' }).listing
  const refused = after(open, { is: 'refused', send_no: 1 })
  expect(after(refused, { is: 'changed', desired }).state).toBe('refused')
  expect(step(refused, { is: 'turn' }).command).toBeNull()
  expect(after(refused, { is: 'changed', desired: { ...desired, title: 'b' } }).state).toBe('queued')
})

describe('where a new product is shown', () => {
  const desired: Fields = { ...BASE, published: true }
  const made: Listing = { ...FRESH, desired, remote_id: 'r1', ours: BASE, send_no: 1, unread: Object.keys(desired) }
  const turn = (listing: Listing) => step(listing, { is: 'turn' }).command
  test('is written by its id, before it was looked at', () => {
    expect(turn(made)).toEqual({ do: 'send', send: { send_no: 2, kind: 'update', put: { published: true } } })
  })
  test('is written once: then one look shows everything', () => {
    const open = step(made, { is: 'turn' }).listing
    const shown = after(open, done({ send_no: 2 }))
    expect(turn(shown)).toEqual({ do: 'read' })
    expect(shown.ours).toEqual(desired)
  })
  test('is not asked for again where the store refused it, and not where nobody requested it', () => {
    expect(turn({ ...made, refused: { published: true } })).toEqual({ do: 'read' })
    expect(turn({ ...made, desired: BASE })).toEqual({ do: 'read' })
    expect(turn({ ...made, desired: { ...BASE, published: false } })).toEqual({ do: 'read' })
  })
  test('waits for a look where the store was seen before: somebody may have hidden it there', () => {
    const live: Listing = { ...LIVE, desired, unread: ['title'] }
    expect(turn(live)).toEqual({ do: 'read' })
  })
})
