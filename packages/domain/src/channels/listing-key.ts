/** Our name for a listing at a vendor: letters and digits alone, never made of SKU, title or handle. */
export const listingKey = (listing_id: string, no: number): string => {
  const name = `om${BigInt(`0x${listing_id.replaceAll('-', '')}`).toString(36)}`
  return no === 1 ? name : `${name}-${no}`
}
