/**
 * Keys that two sources agree on (mcp-17track and a report on the v2.2 documents). Every other carrier is found by the
 * number itself: a wrong key is worse than none.
 */
const KEYS: Record<string, number> = {
  dhl: 100001,
  dhlexpress: 100001,
  ups: 100002,
  fedex: 100003,
  usps: 21051,
  chinapost: 3011,
}

/** By a supplier's or a person's word for it; null: the tracker finds out. */
export const carrierKey = (name: string): number | null => KEYS[name.toLowerCase().replace(/[^a-z]/g, '')] ?? null
