/** Everybody who signs people in. */
import type { Brand } from './brand.ts'
import { facebook } from './facebook-brand.ts'
import type { FacebookTables } from './facebook-tables.ts'
import { google } from './google-brand.ts'
import type { IdentityTables } from './tables.ts'

export type AllTables = IdentityTables & FacebookTables
export const brands: readonly Brand<AllTables>[] = [google, facebook] as readonly Brand<AllTables>[] // each asks for less
