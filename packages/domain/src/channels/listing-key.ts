/** Our name for a listing at a vendor: letters and digits alone, never made of SKU, title or handle. */
export const listingKey = (listing_id: string, no: number): string => {
  const name = `om${BigInt(`0x${listing_id.replaceAll('-', '')}`).toString(36)}`
  return no === 1 ? name : `${name}-${no}`
}

/** A product that was deleted in the store is listed again under another name: the old one may still be in its bin. */
export function nextKey(key: string): string {
  const [name = key, no = '1'] = key.split('-')
  return `${name}-${Number(no) + 1}`
}
