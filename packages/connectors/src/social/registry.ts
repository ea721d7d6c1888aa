/** Everybody who signs people in. */
import { facebook } from './facebook/index.ts'
import { google } from './google/index.ts'
import type { SocialDefinition, SocialId } from './provider.ts'

export const socials: Record<SocialId, SocialDefinition> = { google, facebook }
