/** Every supplier there is. Adding one: docs/write-a-supplier.md. */
import { alibaba } from './alibaba/index.ts'
import { aliexpress } from './aliexpress/index.ts'
import { amazon } from './amazon/index.ts'
import { cj } from './cj/index.ts'
import { ebay } from './ebay/index.ts'
import type { SupplierId } from './supplier.ts'
import { temu } from './temu/index.ts'
import { zopi } from './zopi/index.ts'

export const suppliers = { aliexpress, cj, zopi, ebay, amazon, temu, alibaba } satisfies Record<
  SupplierId,
  { id: SupplierId }
>
