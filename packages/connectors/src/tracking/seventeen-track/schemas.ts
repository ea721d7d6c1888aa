import { z } from 'zod'

const Text = z
  .string()
  .nullish()
  .transform((text) => text ?? '')

/** A moment with its offset, or nothing that can be read as one. */
const Moment = z
  .string()
  .nullish()
  .transform((text) => {
    const at = text ? Date.parse(text) : Number.NaN
    return Number.isFinite(at) ? at : null
  })

const Event = z.object({
  time_utc: Moment,
  time_iso: Moment,
  description: Text,
  location: Text,
  stage: Text,
  sub_status: Text,
  address: z.object({ country: Text, city: Text }).nullish(),
})
export type TrackedEvent = z.output<typeof Event>

/** Everything that we read of `track_info`. A part that is missing is not told; a part of another shape is unreadable. */
export const TrackInfo = z.object({
  latest_status: z.object({ status: z.string(), sub_status: Text }),
  latest_event: Event.nullish(),
  time_metrics: z.object({ estimated_delivery_date: z.object({ from: Moment, to: Moment }).nullish() }).nullish(),
  milestone: z.array(z.object({ key_stage: z.string(), time_utc: Moment, time_iso: Moment })).nullish(),
  misc_info: z.object({ local_number: z.string().nullish() }).nullish(),
  tracking: z
    .object({
      providers: z
        .array(
          z.object({
            provider: z.object({ key: z.number().nullish(), name: Text }).nullish(),
            latest_sync_time: Moment,
            events: z.array(Event).nullish(),
          }),
        )
        .nullish(),
    })
    .nullish(),
})

export const Tracked = z.object({
  number: z.string().min(1).max(60),
  carrier: z.number(),
  track_info: TrackInfo.nullish(),
})
export type Tracked = z.output<typeof Tracked>

/** `accepted` differs by call; each number that was refused carries its own code. */
export const answers = <T extends z.ZodType>(accepted: T) =>
  z.object({
    code: z.literal(0),
    data: z.object({
      accepted: z
        .array(accepted)
        .nullish()
        .transform((list) => list ?? []),
      rejected: z
        .array(z.object({ number: z.string(), error: z.object({ code: z.number(), message: Text }) }))
        .nullish()
        .transform((list) => list ?? []),
    }),
  })

export const Accepted = z.object({ number: z.string(), carrier: z.number().nullish() })

export const Quota = z.object({
  code: z.literal(0),
  data: z.object({
    quota_total: z.number(),
    quota_remain: z.number(),
    today_used: z.number().nullish(),
    /** 0: no limit. */
    max_track_daily: z.number().nullish(),
  }),
})

export const Refused = z.object({
  code: z.number(),
  data: z.object({ errors: z.array(z.object({ code: z.number(), message: Text })).nullish() }).nullish(),
})

export const Message = z.object({
  event: z.string(),
  data: z.object({
    number: z.string().min(1).max(60),
    carrier: z.number().nullish(),
    track_info: z.unknown().optional(),
  }),
})
