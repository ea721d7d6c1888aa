import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { storableText } from '../../frame/storable.ts'

export interface Person {
  sub: string
  name: string
  email: string
}

export interface PeopleTables {
  people: Person
}

/** Always there, so that demos and tests can name them. */
export const BUILT_IN: readonly Person[] = [
  { sub: '104218330917552081001', name: 'Maya Okafor', email: 'maya@northwind.test' },
  { sub: '104218330917552081002', name: 'Jonas Lindqvist', email: 'jonas@fjordgoods.test' },
  { sub: '104218330917552081003', name: 'Leila Haddad', email: 'leila@atlasfinds.test' },
]

export const NOBODY_CHOSEN = 'Choose an account, or give a name and an e-mail address.'

export const Choice = z.union([
  z.object({ cancel: z.string().min(1) }).transform(() => 'cancel' as const),
  z.object({ person: z.string().regex(/^\d{1,40}$/) }),
  z.object({ name: z.string().trim().min(1).max(100), email: z.email().max(254) }),
])

/** Who the form means: someone from the list, or anyone by name and address (the same address, the same person). */
export async function choosePerson(db: Kysely<PeopleTables>, choice: Exclude<z.output<typeof Choice>, 'cancel'>) {
  if ('person' in choice) return findPerson(db, choice.person)
  const email = choice.email.toLowerCase()
  const digest = createHash('sha256').update(email).digest().readBigUInt64BE(0)
  // 21 digits, as such ids have; the built-in people keep theirs even when typed in.
  const sub = BUILT_IN.find((one) => one.email === email)?.sub ?? `2${digest.toString().padStart(20, '0')}`
  const name = storableText(choice.name)
  return db
    .insertInto('people')
    .values({ sub, name, email })
    .onConflict((c) => c.column('sub').doUpdateSet({ name }))
    .returningAll()
    .executeTakeFirst()
}

export async function findPerson(db: Kysely<PeopleTables>, sub: string): Promise<Person | undefined> {
  return db.selectFrom('people').selectAll().where('sub', '=', sub).executeTakeFirst()
}

const AVATAR_COLOURS = ['#2F5AF4', '#0B7A41', '#8A5200', '#6B3FE0', '#C02B22', '#27364B']

/** Initials on a colour: a picture without a photograph. */
export function avatar(person: Person): string {
  const colour = AVATAR_COLOURS[Number(person.sub.slice(-2)) % AVATAR_COLOURS.length]
  const initials = person.name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
  const type = 'font-family="Inter, system-ui, sans-serif" font-size="36" font-weight="600"'
  return `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96">
    <rect width="96" height="96" fill="${colour}"/>
    <text x="48" y="60" ${type} fill="#fff" text-anchor="middle">${escapeHtml(initials)}</text></svg>`
}

export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
