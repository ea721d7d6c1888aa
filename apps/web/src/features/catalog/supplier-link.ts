/** A product's address instead of words: "https://…", "www.…" or a supplier's bare host with a path. */
const WITH_SCHEME = /^https?:\/\/[^\s/]+\.[^\s]+$/i
const BARE = /^(?:[\w-]+\.)*(?:aliexpress|cjdropshipping|zopi|ebay|amazon|temu|alibaba)\.[a-z.]{2,}\/\S+$/i

export const isSupplierLink = (text: string): boolean => WITH_SCHEME.test(text.trim()) || BARE.test(text.trim())
