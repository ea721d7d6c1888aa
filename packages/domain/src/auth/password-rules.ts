/** Foundation spec §7 register and change-password. spec: not shown: every rule here. */
import { no, ok, type Result } from '../result.ts'
import { VENDORS } from '../vendors/badges.ts'

export const MIN_PASSWORD_LENGTH = 8 // spec: not shown
const MAX_PASSWORD_LENGTH = 128 // spec: not shown; bounds the work of hashing

/** The guesses tried first. Shorter ones fall to the length rule. Compared in lower case. */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set([
  '12345678',
  '123456789',
  '1234567890',
  '0123456789',
  '87654321',
  '987654321',
  '11111111',
  '00000000',
  '12341234',
  '123123123',
  '11223344',
  '88888888',
  '1q2w3e4r',
  '1q2w3e4r5t',
  '1qaz2wsx',
  'q1w2e3r4',
  'qwertyui',
  'qwertyuiop',
  'qwerty123',
  'qwerty12',
  'qwer1234',
  'asdfghjk',
  'asdfghjkl',
  'zxcvbnm1',
  'abcd1234',
  'abc12345',
  'abcdefgh',
  'a1b2c3d4',
  'aaaaaaaa',
  'password',
  'password1',
  'password12',
  'password123',
  'passw0rd',
  'p@ssw0rd',
  'p@ssword',
  'iloveyou',
  'iloveyou1',
  'sunshine',
  'princess',
  'football',
  'football1',
  'baseball',
  'superman',
  'batman123',
  'pokemon1',
  'trustno1',
  'whatever',
  'welcome1',
  'welcome123',
  'letmein1',
  'letmein123',
  'admin123',
  'admin1234',
  'administrator',
  'changeme',
  'changeme1',
  'computer',
  'internet',
  'starwars',
  'michelle',
  'jennifer',
  'michael1',
  'charlie1',
  'liverpool',
  'chocolate',
  'samsung1',
])

/** What a stranger would try first here: our name, the trade, the vendors. With digits and signs around it is no better. */
const CONTEXT_WORDS: ReadonlySet<string> = new Set([
  'omni',
  'omniomni',
  'dropship',
  'dropshipper',
  'dropshipping',
  ...Object.entries(VENDORS).flatMap(([id, { name }]) => [id, name.toLowerCase().replaceAll(' ', '')]),
  'supplier',
  'seller',
  'mystore',
  'myshop',
])
const isContextWord = (plain: string) => CONTEXT_WORDS.has(plain.replace(/[^\p{L}]/gu, ''))

export type PasswordRefusal = 'password_too_short' | 'password_too_long' | 'password_is_common' | 'password_is_email'

/** Spaces count and are kept: a password is never trimmed. */
export function checkPassword(password: string, email: string): Result<string, PasswordRefusal> {
  const length = [...password].length
  if (length < MIN_PASSWORD_LENGTH) return no('password_too_short')
  if (length > MAX_PASSWORD_LENGTH) return no('password_too_long')
  const plain = password.toLowerCase()
  if (plain === email.trim().toLowerCase()) return no('password_is_email')
  return COMMON_PASSWORDS.has(plain) || isContextWord(plain) ? no('password_is_common') : ok(password)
}

const KINDS: readonly RegExp[] = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u]
const LONG = 12
const VERY_LONG = 16
const FEW_CHARACTERS = 4

export type PasswordStrength = 0 | 1 | 2 | 3 | 4

/** For the meter only: length weighs most, mixed kinds help; it never decides whether a password is accepted. */
export function passwordStrength(password: string): PasswordStrength {
  const characters = [...password]
  if (characters.length < MIN_PASSWORD_LENGTH || COMMON_PASSWORDS.has(password.toLowerCase())) return 0
  if (new Set(characters).size <= FEW_CHARACTERS) return 1
  const kinds = KINDS.filter((kind) => kind.test(password)).length
  const points = 1 + Number(characters.length >= LONG) + Number(characters.length >= VERY_LONG) + Number(kinds >= 3)
  return points >= 4 ? 4 : points === 3 ? 3 : points === 2 ? 2 : 1
}
