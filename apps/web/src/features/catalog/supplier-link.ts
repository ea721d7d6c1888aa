import { SUPPLIER_FACTS } from '@omni/domain/vendors/manifest.ts'

/** A product's address instead of words: "https://…", "www.…" or a supplier's bare host with a path. */
const WITH_SCHEME = /^https?:\/\/[^\s/]+\.[^\s]+$/i
const SITES = Object.values(SUPPLIER_FACTS).map(({ site_name }) => site_name)
const BARE = new RegExp(String.raw`^(?:[\w-]+\.)*(?:${SITES.join('|')})\.[a-z.]{2,}/\S+$`, 'i')

export const isSupplierLink = (text: string): boolean => WITH_SCHEME.test(text.trim()) || BARE.test(text.trim())
