import type { ColumnType, Selectable } from 'kysely'
import { USAGE_TABLES, type UsageTables } from '../../frame/daily-usage.ts'
import type { World } from '../../frame/world.ts'

type Json<T> = ColumnType<T, string, string>

/** What a carrier did or will do with a parcel. */
export interface Step {
  at: string
  sub_status: string
  description: string
  city: string
  country: string
}

export interface TrackTables extends UsageTables {
  account: { single: boolean; quota_total: number; quota_used: number; max_track_daily: number }
  /** The carriers' world: every number has a journey, whether anybody follows it or not. */
  journeys: {
    number: string
    kind: string
    steps: Json<Step[]>
    to_city: string
    to_country: string
    local_number: string | null
  }
  tracked: {
    number: string
    carrier: number
    origin: number
    tag: string | null
    param: string | null
    order_time: string | null
    registered_at: Date
    /** Nothing is known before it. */
    synced_at: Date
    /** Steps that were told already. */
    told: number
    /** When there is something to tell; null: nothing more. */
    next_at: Date | null
    stopped_at: Date | null
    retracked: boolean
    carrier_changes: number
  }
}
export type TrackWorld = World<TrackTables>
export type Row = Selectable<TrackTables['tracked']>
export type Journey = Selectable<TrackTables['journeys']>

export const TRACK_TABLES = `
  ${USAGE_TABLES}
  create table if not exists account (single boolean primary key default true check (single), quota_total int not null,
    quota_used int not null, max_track_daily int not null);
  create table if not exists journeys (number text primary key, kind text not null, steps jsonb not null,
    to_city text not null, to_country text not null, local_number text);
  create table if not exists tracked (number text not null, carrier int not null, origin int not null, tag text, param text,
    order_time text, registered_at timestamptz not null, synced_at timestamptz not null, told int not null default 0,
    next_at timestamptz, stopped_at timestamptz, retracked boolean not null default false,
    carrier_changes int not null default 0, primary key (number, carrier));
  create index if not exists tracked_next on tracked (next_at) where next_at is not null;
`
