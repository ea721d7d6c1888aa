/** What the list of watched products can be narrowed to. */
export const WATCH_STATES = ['all', 'changed', 'pinned', 'waiting', 'sold_out', 'paused'] as const
