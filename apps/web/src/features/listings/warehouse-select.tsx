import { Select } from '@mantine/core'
import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'

interface WarehouseSelectProps {
  store: { id: string; name: string }
  /** Undefined: the shop's default. */
  chosen: string | undefined
  onChoose: (warehouse_id: string) => void
}

/** Where a store of a marketplace sends from (sourcing spec §3). Nothing to choose where there is one warehouse, or none is known. */
export function WarehouseSelect({ store, chosen, onChoose }: WarehouseSelectProps) {
  const t = useT()
  const list = useCall(storeCalls.listWarehouses, { store_id: store.id }, { quiet: true })
  const items = list.data?.items ?? []
  if (items.length < 2) return null
  const usual = items.find(({ is_default }) => is_default) ?? items[0]
  return (
    <Select
      label={t('push.ships_from', { name: store.name })}
      allowDeselect={false}
      value={chosen ?? usual?.id ?? null}
      data={items.map(({ id, name }) => ({ value: id, label: name || id }))}
      onChange={(id) => id !== null && onChoose(id)}
    />
  )
}
