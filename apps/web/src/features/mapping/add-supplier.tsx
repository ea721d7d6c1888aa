import { Button, Select, TextInput } from '@mantine/core'
import { editorCalls } from '@omni/contracts/editor.calls.ts'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import { toast } from '../../platform/toasts.tsx'
import classes from './mapping.module.css'
import type { Alternative, MappedVariant, Part } from './rule-draft.ts'
import { skusOf, type SupplierKey, useSupplierProduct } from './supplier-product.ts'

interface AddSupplierProps {
  mapping: Out<typeof mappingCalls.getMapping>
  variant: MappedVariant | undefined
  parts: readonly Part[]
  onAdd: (parts: Part[]) => void
}

/** Another supplier by the address of its product: for one variant, as a further choice or a further part; or for all. */
export function AddSupplier({ mapping, variant, parts, onAdd }: AddSupplierProps) {
  const t = useT()
  const [address, setAddress] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [supplier, setSupplier] = useState<SupplierKey | null>(null)
  const read = useAct(importListCalls.previewImport, { refresh: [], quiet: true })
  const known = knownSuppliers(mapping)
  const find = async () => {
    const reply = await read.run({ text: address.trim(), kind: 'urls' })
    const row = reply.data?.rows[0]
    if (!row?.source || !row.product_id)
      return setProblem(row?.reason ?? (reply.success ? t('editor.address_unknown') : reply.message))
    choose({ source: row.source, source_product_id: row.product_id })
  }
  const choose = (key: SupplierKey | null) => {
    setSupplier(key)
    setProblem(null)
  }
  return (
    <section className={classes.stack} aria-label={t('mapping.add')}>
      <h3 className={classes.title}>{t('mapping.add')}</h3>
      <div className={classes.row}>
        {known.length > 0 ? (
          <Select
            className={classes.grow ?? ''}
            label={t('mapping.known_supplier')}
            placeholder={t('mapping.choose')}
            data={known.map(({ key, name }) => ({ value: key, label: name }))}
            value={supplier ? `${supplier.source}:${supplier.source_product_id}` : null}
            onChange={(key) => choose(known.find((one) => one.key === key)?.supplier ?? null)}
          />
        ) : null}
        <TextInput
          className={classes.grow ?? ''}
          label={t('mapping.by_address')}
          placeholder="https://"
          dir="ltr"
          value={address}
          error={problem}
          maxLength={2000}
          onChange={(event) => {
            setAddress(event.currentTarget.value)
            setProblem(null)
          }}
        />
        <Button variant="default" loading={read.pending} disabled={address.trim() === ''} onClick={() => void find()}>
          {t('mapping.use_address')}
        </Button>
      </div>
      {supplier ? (
        <FoundSupplier
          key={`${supplier.source}:${supplier.source_product_id}`}
          supplier={supplier}
          product_id={mapping.product_id}
          parts={parts}
          onAdd={variant ? onAdd : undefined}
        />
      ) : null}
    </section>
  )
}

interface FoundSupplierProps {
  supplier: SupplierKey
  product_id: string
  parts: readonly Part[]
  /** Undefined: no variant is open that something could be added to. */
  onAdd: AddSupplierProps['onAdd'] | undefined
}

/** A supplier's product: one of its variants for the open variant, or the whole of it for all. */
function FoundSupplier({ supplier, product_id, parts, onAdd }: FoundSupplierProps) {
  const t = useT()
  const [sku_id, setSku] = useState<string | null>(null)
  const everywhere = useAct(mappingCalls.mapGroup, {
    refresh: [mappingCalls.getMapping, importListCalls.getSourceVariants, editorCalls.getProduct],
  })
  const replace = useAct(mappingCalls.replaceSupplier, {
    refresh: [mappingCalls.getMapping, importListCalls.getSourceVariants, editorCalls.getProduct],
  })
  const found = useSupplierProduct(supplier)
  const skus = found.data ? skusOf(found.data.product) : []
  const picked = (): Alternative | null => {
    const sku = skus.find((one) => one.sku_id === sku_id)
    const product = found.data?.product
    if (!sku || !product) return null
    return {
      ...supplier,
      sku_id: sku.sku_id,
      countries: [],
      sku_name: sku.name,
      product_name: product.name,
      image: product.image,
      cost: sku.price,
      quantity: sku.quantity,
      seen_at: null,
      gone: false,
    }
  }
  const add = (isPart: boolean) => {
    const alternative = picked()
    if (!alternative) return
    const part: Part = { units: 1, gift: null, alternatives: [alternative] }
    const [first, ...others] = parts
    onAdd?.(
      isPart || !first
        ? [...parts, part]
        : [{ ...first, alternatives: [...first.alternatives, alternative] }, ...others],
    )
    setSku(null)
  }
  const addToAll = async () => {
    const reply = await everywhere.run({ id: product_id, ...supplier })
    if (reply.data) toast('success', t('mapping.added_to_all', { n: reply.data.unmatched.length }))
  }
  const replaceFirst = async () => {
    const reply = await replace.run({ id: product_id, ...supplier })
    if (reply.data) toast('success', t('mapping.replaced', { n: reply.data.unmatched.length }))
  }
  return (
    <>
      {found.isError ? <p className={classes.warn}>{found.error.message}</p> : null}
      {found.data ? (
        <div className={classes.row}>
          <Select
            className={classes.grow ?? ''}
            label={t('mapping.supplier_variant')}
            description={found.data.product.name}
            placeholder={t('mapping.choose')}
            data={skus.map((sku) => ({ value: sku.sku_id, label: sku.name || t('editor.only_variant') }))}
            value={sku_id}
            searchable
            limit={100}
            nothingFoundMessage={t('form.nothing_found')}
            onChange={setSku}
          />
          <Button variant="default" disabled={sku_id === null || !onAdd} onClick={() => add(false)}>
            {t('mapping.add_choice')}
          </Button>
          <Button variant="default" disabled={sku_id === null || !onAdd} onClick={() => add(true)}>
            {t('mapping.add_part')}
          </Button>
          <Button variant="subtle" loading={everywhere.pending} onClick={() => void addToAll()}>
            {t('mapping.add_to_all')}
          </Button>
          <Button variant="subtle" loading={replace.pending} onClick={() => void replaceFirst()}>
            {t('mapping.replace_first')}
          </Button>
        </div>
      ) : null}
    </>
  )
}

function knownSuppliers({ variants }: AddSupplierProps['mapping']) {
  const known = new Map<string, { key: string; name: string; supplier: SupplierKey }>()
  for (const { source, source_product_id, product_name } of variants.flatMap(({ components }) =>
    components.flatMap(({ alternatives }) => alternatives),
  )) {
    const key = `${source}:${source_product_id}`
    known.set(key, { key, name: product_name || key, supplier: { source, source_product_id } })
  }
  return [...known.values()]
}
