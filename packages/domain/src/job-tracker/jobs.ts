/** Sourcing spec §4, background jobs: what the tracker shows, how entries are keyed and counted. */

export const JOB_STATUSES = ['processing', 'success', 'error'] as const
export type JobStatus = (typeof JOB_STATUSES)[number]

/** §4 names push, ai action, split, duplicate and import; the others are ours (spec: not shown). */
export const JOB_KINDS = [
  'push',
  'ai_action',
  'split',
  'duplicate',
  'import',
  'bulk_edit',
  'price_rule',
  'map',
  'undo',
] as const
export type JobKind = (typeof JOB_KINDS)[number]

export interface JobFlags {
  id: string
  kind: JobKind
  channel: string | null
  ai_action: string | null
}

/** §4: keyed by channel, split/duplicate flags, id and ai action. */
export const jobKey = ({ id, kind, channel, ai_action }: JobFlags): string =>
  [channel ?? '', kind === 'split' ? 'split' : kind === 'duplicate' ? 'duplicate' : '', id, ai_action ?? ''].join('|')

export const isDone = (status: JobStatus): boolean => status !== 'processing'

export interface Counted {
  total: number
  processing: number
  success: number
  error: number
}

const none = (): Counted => ({ total: 0, processing: 0, success: 0, error: 0 })

/** §4: the tracker counts by channel, by status and by kind. */
export function countJobs(entries: readonly { kind: JobKind; channel: string | null; status: JobStatus }[]): {
  all: Counted
  kinds: Partial<Record<JobKind, Counted>>
  channels: Record<string, Counted>
} {
  const [all, kinds, channels] = [none(), {} as Partial<Record<JobKind, Counted>>, {} as Record<string, Counted>]
  for (const { kind, channel, status } of entries) {
    const counted = [all, (kinds[kind] ??= none()), ...(channel === null ? [] : [(channels[channel] ??= none())])]
    for (const one of counted) {
      one.total++
      one[status]++
    }
  }
  return { all, kinds, channels }
}

/** §4: closing clears the list only if nothing is still processing. */
export const mayClose = (entries: readonly { status: JobStatus }[]): boolean =>
  entries.every(({ status }) => isDone(status))
