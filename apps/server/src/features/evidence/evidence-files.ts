import type { Evidence } from '@omni/contracts/evidence.calls.ts'
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { BaseCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import type { DB } from '../../platform/db-types.ts'
import { signedFileUrl } from '../../platform/files.ts'
import { refuse } from '../../platform/refuse.ts'

export type EvidenceRow = Selectable<DB['evidence_files']>
export type EvidenceView = z.output<typeof Evidence>

/** A page that is open for longer asks again. */
const SHOWN_MS = 60 * 60_000
/** Suppliers answer within a day, and a claim may be looked at again. */
const SENT_MS = 30 * 86_400_000

type SigningCtx = Pick<BaseCtx, 'secrets' | 'now'>

export const toEvidence = ({ secrets, now }: SigningCtx, row: EvidenceRow): EvidenceView => ({
  evidence_id: row.evidence_id,
  name: row.name,
  url: signedFileUrl(secrets, row.file, new Date(now.getTime() + SHOWN_MS)),
  created_at: row.created_at,
})

/** In the order of the ids. */
export async function readEvidence(tx: Tx, workplace_id: string, ids: readonly string[]): Promise<EvidenceRow[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('evidence_files')
    .selectAll()
    .where('workplace_id', '=', workplace_id)
    .where('evidence_id', 'in', [...ids])
    .execute()
  return ids.flatMap((id) => rows.find(({ evidence_id }) => evidence_id === id) ?? [])
}

/** From here on they belong to a request or a message. Answers the addresses that the supplier is sent. */
export async function useEvidence(
  ctx: SigningCtx & Pick<BaseCtx, 'config'>,
  tx: Tx,
  workplace_id: string,
  ids: readonly string[],
): Promise<string[]> {
  const wanted = [...new Set(ids)]
  const rows = await readEvidence(tx, workplace_id, wanted)
  if (rows.length < wanted.length) refuse('evidence.gone', {}, { field: 'pictures' })
  if (rows.length > 0)
    await sql`update evidence_files set used_at = coalesce(used_at, ${ctx.now})
      where workplace_id = ${workplace_id} and evidence_id = any(${wanted}::uuid[])`.execute(tx)
  const ends_at = new Date(ctx.now.getTime() + SENT_MS)
  return rows.map(({ file }) => ctx.config.PUBLIC_URL + signedFileUrl(ctx.secrets, file, ends_at))
}
