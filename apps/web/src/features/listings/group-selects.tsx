import { Select } from '@mantine/core'
import { listingCalls } from '@omni/contracts/listings.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import { patchAnswers, useCall } from '../../platform/query.ts'
import classes from './push.module.css'

type Kind = Out<typeof listingCalls.listStoreGroups>['groups'][number]['kind']
const KINDS = ['category', 'brand'] as const satisfies readonly Kind[]

/** Of a larger push, what the first of its products want. */
const MOST_ASKED = 1000

interface GroupSelectsProps {
  store: { id: string; name: string }
  product_ids: readonly string[]
}

/** A store's own category for each product type, and its brand for each vendor. Chosen once, remembered for the store. */
export function GroupSelects({ store, product_ids }: GroupSelectsProps) {
  const t = useT()
  const list = useCall(
    listingCalls.listStoreGroups,
    { store_id: store.id, product_ids: product_ids.slice(0, MOST_ASKED) },
    { quiet: true, keep: true },
  )
  const choose = useAct(listingCalls.chooseStoreGroup, {
    refresh: [listingCalls.listStoreGroups],
    optimistic: ({ kind, name, id }) =>
      patchAnswers(listingCalls.listStoreGroups, (before) => ({
        ...before,
        wanted: before.wanted.map((one) => (one.kind === kind && one.name === name ? { ...one, chosen: id } : one)),
      })),
  })
  const { groups = [], wanted = [] } = list.data ?? {}
  if (wanted.length === 0) return null
  const labels = {
    category: (name: string) => (name === '' ? t('push.category_of_none') : t('push.category_of', { name })),
    brand: (name: string) => (name === '' ? t('push.brand_of_none') : t('push.brand_of', { name })),
  }
  const title = t('push.groups', { name: store.name })
  return (
    <section className={classes.box} aria-label={title}>
      <h3 className={classes.boxTitle}>{title}</h3>
      <p className={classes.note}>{t('push.groups_text')}</p>
      {KINDS.flatMap((kind) =>
        wanted
          .filter((one) => one.kind === kind)
          .map(({ name, chosen }) => (
            <Select
              key={`${kind} ${name}`}
              label={labels[kind](name)}
              placeholder={t('push.group_none')}
              searchable
              clearable
              value={chosen}
              data={groups
                .filter((group) => group.kind === kind)
                .map((group) => ({ value: group.id, label: group.name }))}
              onChange={(id) => void choose.run({ store_id: store.id, kind, name, id })}
            />
          )),
      )}
    </section>
  )
}
