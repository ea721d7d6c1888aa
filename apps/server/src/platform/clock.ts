/**
 * The machine's clock, which nothing else asks (scripts/check-boundaries.ts). A call has `ctx.now`, a job `ctx.clock`:
 * both come from here, and tests freeze them. This is for what has neither, and for what the database dates by its own.
 */
export const timeNow = (): Date => new Date()
