import { sql } from 'kysely'
import type { UserCtx } from '../../platform/ctx.ts'
import { signedFileUrl } from '../../platform/files.ts'
import { enqueue } from '../../platform/jobs.ts'
import { exportKey, removeExport } from './remove-export.job.ts'

const OPEN_MS = 15 * 60_000

/**
 * spec: not shown. Everything kept about the person, as a private file; secrets and hashes stay behind. There is one
 * file a person: a later export takes its place.
 */
export async function exportAccount(ctx: UserCtx) {
  const { rows } = await ctx.db.read((tx) =>
    sql<{ document: Record<string, never> }>`
    select jsonb_build_object(
      'account', (select to_jsonb(u) - 'password_hash' - 'totp_secret' - 'totp_pending' - 'totp_last_step'
        from users u where u.user_id = ${ctx.user_id}),
      'social_accounts', (select coalesce(jsonb_agg(jsonb_build_object('social', i.social, 'subject', i.subject,
        'created_at', i.created_at)), '[]') from identities i where i.user_id = ${ctx.user_id}),
      'sessions', (select coalesce(jsonb_agg(jsonb_build_object('user_agent', s.user_agent, 'ip', s.ip,
        'created_at', s.created_at, 'last_seen_at', s.last_seen_at)), '[]') from sessions s
        where s.user_id = ${ctx.user_id}),
      'workplaces', (select coalesce(jsonb_agg(to_jsonb(w)), '[]') from workplace_members m
        join workplaces w using (workplace_id) where m.user_id = ${ctx.user_id}),
      'stores', (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from workplace_members m
        join stores s using (workplace_id) where m.user_id = ${ctx.user_id}),
      'notifications', (select coalesce(jsonb_agg(to_jsonb(n)), '[]') from workplace_members m
        join notifications n using (workplace_id, user_id) where m.user_id = ${ctx.user_id}),
      'history', (select coalesce(jsonb_agg(jsonb_build_object('action', a.action, 'at', a.at)
        order by a.seq), '[]') from audit_log a where a.chain_id = ${ctx.user_id})
    ) as document`.execute(tx),
  )
  const exported_at = ctx.now.toISOString()
  const ends_at = new Date(ctx.now.getTime() + OPEN_MS)
  // First, so that no file is ever left without somebody to remove it.
  await ctx.db.tx((tx) => enqueue(tx, removeExport, { user_id: ctx.user_id }, ends_at))
  const key = exportKey(ctx.user_id)
  const text = JSON.stringify({ exported_at, document: rows[0]?.document ?? {} }, null, 2)
  await ctx.services.storage.put(key, Buffer.from(text), 'application/json')
  return { url: signedFileUrl(ctx.secrets, key, ends_at), exported_at, ends_at: ends_at.toISOString() }
}
