import type { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import type { In } from '@omni/contracts/kernel.ts'
import { nextCampaign } from '@omni/domain/catalog/campaigns.ts'
import { toIsoCountry } from '@omni/domain/catalog/sources.ts'
import { wordsOf } from '@omni/domain/catalog/words.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { bestWithAny } from './best-with-any.ts'
import { cardsOf } from './cards.ts'

const SHOWN = 20

export async function listCampaignProducts(ctx: Ctx, input: In<typeof catalogCalls.listCampaignProducts>) {
  const { campaign, on } = nextCampaign(ctx.now.toISOString().slice(0, 10))
  return ctx.db.read(async (tx) => ({
    campaign: campaign.slug,
    starts_on: on,
    items: await cardsOf(
      tx,
      ctx,
      await bestWithAny(
        tx,
        campaign.words.flatMap((word) => wordsOf(word)).map((word) => `w:${word}`),
        SHOWN,
      ),
      toIsoCountry(input.ship_to),
    ),
  }))
}
