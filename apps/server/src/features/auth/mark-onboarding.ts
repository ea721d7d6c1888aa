import type { EventData } from '@omni/contracts/events.ts'
import type { OnboardingStep } from '@omni/domain/onboarding/onboarding-steps.ts'
import { sql } from 'kysely'
import type { JobCtx } from '../../platform/ctx.ts'
import type { Tx } from '../../platform/db.ts'
import { publish } from '../../platform/realtime.ts'

/** Foundation spec §4: a step of an app's list is done; marking it again changes nothing. */
export async function markOnboarding(
  tx: Tx,
  user_id: string,
  step: OnboardingStep,
  app: 'AO' | 'AH' = 'AO',
): Promise<void> {
  const { rows } = await sql`
    update users set onboarding = jsonb_set(onboarding, array[${app}::text],
        coalesce(onboarding->${app}::text, '[]') || to_jsonb(${step}::text))
      where user_id = ${user_id} and not coalesce(onboarding->${app}::text, '[]') ? ${step}::text
      returning user_id`.execute(tx)
  if (rows.length > 0) await publish(tx, user_id, 'account.changed', {})
}

/** Both imports are one to us: a marketplace user has the first in the list, everybody else the second. */
export const markFirstImport = (ctx: JobCtx, { user_id }: EventData<'products.imported'>) =>
  ctx.db.tx(async (tx) => {
    await markOnboarding(tx, user_id, 'marketplace_import')
    await markOnboarding(tx, user_id, 'normal_import')
  })

export const markFirstOrder = (tx: Tx, { user_id }: EventData<'orders.placed'>) => markOnboarding(tx, user_id, 'order')

export const markPlanChosen = (ctx: JobCtx, { user_id }: EventData<'plan.chosen'>) =>
  ctx.db.tx((tx) => markOnboarding(tx, user_id, 'pricing'))
