/** Every supplier of the world. Their order is part of what is drawn. */
import { alibaba } from './alibaba.ts'
import { aliexpress } from './aliexpress.ts'
import { amazon } from './amazon.ts'
import { cj } from './cj.ts'
import { ebay } from './ebay.ts'
import { temu } from './temu.ts'
import { zopi } from './zopi.ts'
import type { SourceTraits } from './traits.ts'

export const TRAITS = { aliexpress, cj, ebay, amazon, zopi, temu, alibaba } satisfies Record<string, SourceTraits>

/** What some of them have and others lack. */
export const traitsOf = (source: keyof typeof TRAITS): SourceTraits => TRAITS[source]
