import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  aboutOf,
  channelsOf,
  NOTIFICATION_CHANNELS,
  NOTIFICATION_KEYS,
  NOTIFICATION_KINDS,
  type SwitchedChannels,
} from './kinds.ts'

const LOCALES = new URL('../../../../apps/server/locales/', import.meta.url)
const languages = readdirSync(LOCALES).map(
  (file) => JSON.parse(readFileSync(new URL(file, LOCALES), 'utf8')) as Record<string, string>, // our own files
)

test('each has its texts in every language, and no text is of a notification that is not there', () => {
  const wanted = NOTIFICATION_KEYS.flatMap((key) => [`notification.${key}.body`, `notification.${key}.title`])
  for (const texts of languages) {
    const there = Object.keys(texts).filter((key) => key.startsWith('notification.'))
    expect(there.sort()).toEqual(wanted.toSorted())
  }
})

/** What a text may name: words of people, numbers that shops and suppliers gave, amounts. No key of ours, no id. */
const SHOWN =
  'account amount after before count limit note number of order_no orders plan price rule source store supplier text title tracking'.split(
    ' ',
  )

test('a text names what a seller knows: no ids and no keys of ours', () => {
  for (const texts of languages)
    for (const [key, text] of Object.entries(texts))
      if (key.startsWith('notification.'))
        for (const [, hole = ''] of text.matchAll(/\{\{(\w+)\}\}/g)) expect(SHOWN, key).toContain(hole)
})

const switches = fc.record(Object.fromEntries(NOTIFICATION_CHANNELS.map((channel) => [channel, fc.boolean()])), {
  requiredKeys: [],
})
const settings = fc.record(Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, switches])), {
  requiredKeys: [],
}) as fc.Arbitrary<SwitchedChannels>

test('money and broken promises come in the app and by mail, whatever is switched off', () => {
  const always = NOTIFICATION_KEYS.filter((key) => aboutOf(key).sends === 'always')
  fc.assert(
    fc.property(settings, fc.constantFrom(...always), (switched, key) => {
      const channels = channelsOf(key, switched)
      expect(channels).toContain('app')
      expect(channels.includes('mail')).toBe(aboutOf(key).own_mail !== true)
    }),
  )
  // Those that the specification of notices names.
  for (const key of [
    'bought_twice',
    'payment_failed',
    'payment_timed_out',
    'topup_failed',
    'link_paid',
    'store_not_reported',
    'refund_accepted',
    'refund_rejected',
    'refund_completed',
    'refund_failed',
    'loss_stopped',
  ])
    expect(always).toContain(key)
})

test('ordinary news come by the channels that are switched on for their kind, and by no other', () => {
  const ordinary = NOTIFICATION_KEYS.filter((key) => aboutOf(key).sends === 'as_set')
  fc.assert(
    fc.property(settings, fc.constantFrom(...ordinary), (switched, key) => {
      const own = switched[aboutOf(key).kind]
      for (const channel of NOTIFICATION_CHANNELS)
        expect(channelsOf(key, switched).includes(channel)).toBe(own?.[channel] ?? channel === 'app')
    }),
  )
  expect(channelsOf('parcel_delivered', { order: { app: false } })).toEqual([])
  expect(channelsOf('parcel_delivered', { product: { app: false } })).toEqual(['app'])
})
