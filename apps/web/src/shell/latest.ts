/** The count in the bell, its popover and the home card ask alike, so they share one answer. */
export const LATEST = { page_size: 6 } as const
