/** Foundation spec §5, automation of products; orders spec §5, automation push: when the actions of a seller apply. */

export interface ProductAutomation {
  is_enable: boolean
  time_schedule: 'all_day' | 'time_frame'
  /** Hours of a day, both included, in the seller's own time zone. One that ends before it starts goes over midnight. */
  time_frame: { start: string; end: string; time_zone: string }
  /** The specification shows no other. */
  condition: { apply_all_products: true }
}

/** The time of day as `09:30`. A zone that is none counts as UTC. */
function clockOf(now: Date, timeZone: string): string {
  const parts = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  try {
    return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone }).format(now)
  } catch {
    return new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' }).format(now)
  }
}

/** Whether an imported product gets the actions. */
export const appliesToImport = ({ is_enable, condition }: ProductAutomation): boolean =>
  is_enable && condition.apply_all_products

/** Pushing also keeps to the hours that the seller has set. */
export function appliesToPush(automation: ProductAutomation, now: Date): boolean {
  if (!appliesToImport(automation)) return false
  if (automation.time_schedule === 'all_day') return true
  const { start, end, time_zone } = automation.time_frame
  const clock = clockOf(now, time_zone)
  return start <= end ? clock >= start && clock <= end : clock >= start || clock <= end
}
