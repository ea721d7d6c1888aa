import { Select } from '@mantine/core'
import { listingCalls } from '@omni/contracts/listings.calls.ts'
import { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import { LANES, type Lane } from '@omni/domain/channels/fields.ts'
import { DEFAULT_POLICIES, type Policy } from '@omni/domain/channels/merge.ts'
import { SidePanel } from '@omni/ui/side-panel.tsx'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { toast } from '../../platform/toasts.tsx'
import type { Listing } from './store-product.ts'
import classes from './mapping.module.css'

const LANE_TEXTS: Record<Lane, TextKey> = {
  content: 'mapping.lane_content',
  structure: 'mapping.lane_structure',
  media: 'mapping.lane_media',
  price: 'mapping.lane_price',
  stock: 'mapping.lane_stock',
  status: 'mapping.lane_status',
}
const POLICIES: Record<Policy, TextKey> = {
  store: 'mapping.policy_store',
  omni: 'mapping.policy_omni',
  ask: 'mapping.policy_ask',
}
const isPolicy = (value: string | null): value is Policy => value !== null && value in POLICIES

interface KeepPanelProps {
  rows: readonly Listing[]
  onClose: () => void
}

/** How listings are kept: shown or not, sold without stock or not, and who wins what both sides changed. */
export function KeepPanel({ rows, onClose }: KeepPanelProps) {
  const t = useT()
  const [publish, setPublish] = useState<string | null>(null)
  const [oversell, setOversell] = useState<string | null>(null)
  const [policies, setPolicies] = useState<Partial<Record<Lane, Policy>>>({})
  const save = useAct(mappingCalls.updateListings, { refresh: [listingCalls.listMapped] })
  const start = async () => {
    let changed = 0
    for (const [channel, list] of Map.groupBy(rows, ({ platform }) => platform)) {
      const reply = await save.run({
        channel,
        listing_ids: list.map(({ listing_id }) => listing_id),
        ...(publish === null ? {} : { is_publish: publish === 'yes' }),
        ...(oversell === null ? {} : { allow_sell_out_of_stock: oversell === 'yes' }),
        policies,
      })
      if (!reply.success) return
      changed += reply.data?.changed ?? 0
    }
    toast('success', t('mapping.kept', { n: changed }))
    onClose()
  }
  const isChanged = publish !== null || oversell !== null || Object.keys(policies).length > 0
  return (
    <SidePanel
      opened
      onClose={onClose}
      title={t('mapping.keep_title', { n: rows.length })}
      description={t('mapping.keep_text')}
      width={560}
      primary={{ label: t('actions.save'), onClick: () => void start(), loading: save.pending, disabled: !isChanged }}
      secondary={{ label: t('actions.cancel'), onClick: onClose }}
    >
      <div className={classes.stack}>
        <Select
          label={t('listings.status')}
          placeholder={t('mapping.as_it_is')}
          clearable
          data={[
            { value: 'yes', label: t('push.active') },
            { value: 'no', label: t('product_center.status_draft') },
          ]}
          value={publish}
          onChange={setPublish}
        />
        <Select
          label={t('mapping.oversell')}
          placeholder={t('mapping.as_it_is')}
          clearable
          data={[
            { value: 'yes', label: t('mapping.oversell_yes') },
            { value: 'no', label: t('mapping.oversell_no') },
          ]}
          value={oversell}
          onChange={setOversell}
        />
        <h3 className={classes.title}>{t('mapping.who_wins')}</h3>
        <p className={classes.note}>{t('mapping.who_wins_text')}</p>
        {LANES.map((lane) => (
          <Select
            key={lane}
            label={t(LANE_TEXTS[lane])}
            placeholder={t('mapping.as_it_is_usual', { usual: t(POLICIES[DEFAULT_POLICIES[lane]]) })}
            clearable
            data={Object.entries(POLICIES).map(([value, text]) => ({ value, label: t(text) }))}
            value={policies[lane] ?? null}
            onChange={(value) => {
              const { [lane]: _, ...others } = policies
              setPolicies(isPolicy(value) ? { ...others, [lane]: value } : others)
            }}
          />
        ))}
      </div>
    </SidePanel>
  )
}
