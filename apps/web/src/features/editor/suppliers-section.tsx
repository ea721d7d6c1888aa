import { ActionIcon, Button, Select, Skeleton, TextInput } from '@mantine/core'
import { editorCalls } from '@omni/contracts/editor.calls.ts'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { formatRange } from '@omni/domain/format-money.ts'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { Money } from '@omni/ui/money.tsx'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { useFormat } from '../../platform/format.ts'
import { intlLocale, useLanguage, useT } from '../../platform/i18n.ts'
import { useAct } from '../../platform/act.ts'
import { useCall } from '../../platform/query.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { toast, undoToast } from '../../platform/toasts.tsx'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { useCountry } from './costing.ts'
import classes from './editor.module.css'
import { variantName } from './field-names.ts'
import { Section } from './section.tsx'
import { groupSuppliers, type SupplierGroup, type VariantSuppliers } from './supplier-groups.ts'
import { useEditor } from './use-editor.ts'

const ALL = 'all'

/** Who delivers which variant, in the order they are tried. */
export function SuppliersSection() {
  const t = useT()
  const {
    server: { product_id, supplier_changes },
  } = useEditor()
  const found = useCall(importListCalls.getSourceVariants, { id: product_id }, { quiet: true })
  return (
    <Section name="suppliers" description={t('editor.suppliers_text')}>
      <div className={classes.stack}>
        {supplier_changes.length > 0 ? (
          <p className={classes.warn}>{t('editor.supplier_changes', { count: supplier_changes.length })}</p>
        ) : null}
        {found.isPending ? <Skeleton height={120} /> : null}
        {found.isError ? <ReadFailed reading={found} title="editor.suppliers_failed" /> : null}
        {found.data ? <Ranking variants={found.data.variants} /> : null}
        <LinkForm />
      </div>
    </Section>
  )
}

function Ranking({ variants }: { variants: readonly VariantSuppliers[] }) {
  const t = useT()
  const {
    store,
    server: { product_id },
  } = useEditor()
  const [chosen, setChosen] = useState<string>(ALL)
  const save = useAct(editorCalls.setVariantSuppliers, {
    refresh: [importListCalls.getSourceVariants, editorCalls.getProduct],
  })
  const among = chosen === ALL ? variants : variants.filter(({ variant_id }) => variant_id === chosen)
  const groups = groupSuppliers(among)
  const put = async (order: readonly SupplierGroup[]) => {
    const variant_ids = among.map(({ variant_id }) => variant_id)
    const reply = await save.run({
      id: product_id,
      variant_ids,
      order: order.map(({ source, source_product_id }) => ({ source, source_product_id })),
    })
    if (reply.success) await store.refresh()
    return reply.success
  }
  const move = (at: number, by: number) => {
    const order = [...groups]
    const [item] = order.splice(at, 1)
    if (item) order.splice(at + by, 0, item)
    void put(order)
  }
  const remove = async (at: number) => {
    if (await put(groups.filter((_, place) => place !== at)))
      undoToast(t('editor.supplier_removed'), () => void put(groups))
  }
  const options = [
    { value: ALL, label: t('editor.all_variants', { count: variants.length }) },
    ...variants.map((item) => ({ value: item.variant_id, label: variantName(item, t) })),
  ]
  return (
    <>
      <Select
        label={t('editor.suppliers_of')}
        data={options}
        value={chosen}
        allowDeselect={false}
        searchable
        limit={200}
        maw={360}
        nothingFoundMessage={t('form.nothing_found')}
        onChange={(id) => {
          if (id) setChosen(id)
        }}
      />
      {groups.length === 0 ? <p className={classes.warn}>{t('editor.no_supplier')}</p> : null}
      <ol className={classes.suppliers} aria-busy={save.pending}>
        {groups.map((group, at) => (
          <SupplierRow
            key={`${group.source}:${group.source_product_id}`}
            group={group}
            rank={at + 1}
            last={at === groups.length - 1}
            total={among.length}
            busy={save.pending}
            onMove={(by) => move(at, by)}
            onRemove={() => void remove(at)}
          />
        ))}
      </ol>
    </>
  )
}

function SupplierRow({
  group,
  rank,
  last,
  total,
  busy,
  onMove,
  onRemove,
}: {
  group: SupplierGroup
  rank: number
  last: boolean
  total: number
  busy: boolean
  onMove: (by: number) => void
  onRemove: () => void
}) {
  const t = useT()
  const format = useFormat()
  const locale = intlLocale(useLanguage())
  const { source, name, image, store_name, covers, cost_min, cost_max, quantity, gone, data_at } = group
  return (
    <li className={classes.supplier}>
      <span className={classes.rank}>{format.number(rank)}</span>
      <LazyImage src={image} alt="" size={40} />
      <div className={classes.grow}>
        <div className={classes.name} dir="auto">
          {name}
        </div>
        <div className={classes.facts}>
          <VendorBadge vendor={source} label={VENDOR_NAMES[source]} size={16} />
          {store_name ?? VENDOR_NAMES[source]} · {t('editor.covers', { count: covers, total })}
          {gone ? (
            <StatusDot tone="red">{t('editor.gone_there')}</StatusDot>
          ) : quantity === 0 ? (
            <StatusDot tone="amber">{t('editor.sold_out')}</StatusDot>
          ) : (
            <StatusDot tone="green">
              {quantity === null ? t('editor.in_stock') : t('editor.pieces', { count: quantity })}
            </StatusDot>
          )}
          {data_at ? format.ago(data_at) : null}
        </div>
      </div>
      <Money text={formatRange(cost_min, cost_max, 'USD', locale)} />
      <div className={classes.tools}>
        <ActionIcon aria-label={t('editor.move_up', { name })} disabled={busy || rank === 1} onClick={() => onMove(-1)}>
          <IconArrowUp size={16} stroke={ICON_STROKE} />
        </ActionIcon>
        <ActionIcon aria-label={t('editor.move_down', { name })} disabled={busy || last} onClick={() => onMove(1)}>
          <IconArrowDown size={16} stroke={ICON_STROKE} />
        </ActionIcon>
        <ActionIcon aria-label={t('editor.remove_named', { name })} disabled={busy} onClick={onRemove}>
          <IconTrash size={16} stroke={ICON_STROKE} />
        </ActionIcon>
      </div>
    </li>
  )
}

/** Another supplier by the address of its product; variants are matched by their option values. */
function LinkForm() {
  const t = useT()
  const { country } = useCountry()
  const {
    store,
    server: { product_id },
  } = useEditor()
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const read = useAct(importListCalls.previewImport, { refresh: [], quiet: true })
  const link = useAct(importListCalls.linkSourceProduct, {
    refresh: [importListCalls.getSourceVariants, editorCalls.getProduct],
    quiet: true,
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = await read.run({ text: address.trim(), kind: 'urls', ship_to: country })
    const row = found.data?.rows[0]
    if (!found.success || !row?.source || !row.product_id)
      return setProblem(row?.reason ?? (found.message || t('editor.address_unknown')))
    const reply = await link.run({
      platform: row.source,
      id: row.product_id,
      product_center_id: product_id,
      ship_to: country,
    })
    if (!reply.success || !reply.data) return setProblem(reply.message || t('editor.link_failed'))
    await store.refresh()
    const { linked, unmatched } = reply.data
    if (linked === 0) return setProblem(t('editor.nothing_matched'))
    setAddress('')
    toast(
      'success',
      unmatched.length > 0
        ? t('editor.linked_some', { count: linked, missing: unmatched.length })
        : t('editor.linked', { count: linked }),
    )
  }
  return (
    <form className={`${classes.row} ${classes.end}`} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        className={classes.grow ?? ''}
        label={t('editor.add_supplier')}
        description={t('editor.add_supplier_text')}
        value={address}
        error={problem}
        maxLength={2000}
        placeholder="https://"
        dir="ltr"
        onChange={(event) => {
          setAddress(event.currentTarget.value)
          setProblem(null)
        }}
      />
      <Button type="submit" variant="default" loading={read.pending || link.pending} disabled={address.trim() === ''}>
        {t('editor.link_supplier')}
      </Button>
    </form>
  )
}
