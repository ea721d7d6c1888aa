import { Button, Checkbox, Select } from '@mantine/core'
import { editorCalls } from '@omni/contracts/editor.calls.ts'
import { importListCalls } from '@omni/contracts/import-list.calls.ts'
import { listingCalls } from '@omni/contracts/listings.calls.ts'
import { mappingCalls } from '@omni/contracts/mapping.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { RowsSkeleton } from '@omni/ui/rows-skeleton.tsx'
import { SidePanel } from '@omni/ui/side-panel.tsx'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useMoney } from '../../platform/display.ts'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { toast } from '../../platform/toasts.tsx'
import { AddSupplier } from './add-supplier.tsx'
import classes from './mapping.module.css'
import { isEmptyRule, type Part, supplyOf, toComponents } from './rule-draft.ts'
import { RulePart } from './rule-part.tsx'

const WIDTH = 860
const UNKNOWN = '—'
type Mapping = Out<typeof mappingCalls.getMapping>

interface SuppliersPanelProps {
  product_id: string
  title: string
  onClose: () => void
}

/** What each variant is bought as: one for one, several suppliers, by country, as a bundle, with a gift. */
export function SuppliersPanel({ product_id, title, onClose }: SuppliersPanelProps) {
  const t = useT()
  const mapping = useCall(mappingCalls.getMapping, { id: product_id }, { quiet: true })
  if (mapping.data) return <RuleEditor key={product_id} mapping={mapping.data} title={title} onClose={onClose} />
  return (
    <SidePanel opened onClose={onClose} width={WIDTH} title={t('mapping.suppliers_title', { name: title })}>
      {mapping.isError ? <ReadFailed reading={mapping} title="mapping.suppliers_failed" /> : <RowsSkeleton rows={5} />}
    </SidePanel>
  )
}

function RuleEditor({ mapping, title, onClose }: { mapping: Mapping; title: string; onClose: () => void }) {
  const t = useT()
  const format = useFormat()
  const money = useMoney()
  const { variants, ship_to, product_id } = mapping
  const [chosen, setChosen] = useState(variants[0]?.variant_id ?? '')
  const [drafts, setDrafts] = useState<Readonly<Record<string, readonly Part[]>>>({})
  const [forAll, setForAll] = useState(false)
  const save = useAct(mappingCalls.mapVariant, {
    refresh: [
      mappingCalls.getMapping,
      importListCalls.getSourceVariants,
      editorCalls.getProduct,
      listingCalls.listMapped,
    ],
  })
  const variant = variants.find(({ variant_id }) => variant_id === chosen)
  const parts = drafts[chosen] ?? variant?.components ?? []
  const put = (next: readonly Part[]) => setDrafts({ ...drafts, [chosen]: next })
  const supply = supplyOf(parts, ship_to)
  const wrong = Object.values(drafts).some(isEmptyRule)
  const nameOf = (option_values: readonly string[]) => option_values.join(' / ') || t('editor.only_variant')
  const start = async () => {
    const changed = Object.entries(drafts).map(([variant_id, draft]) => ({
      variant_id,
      components: toComponents(draft),
    }))
    // The shape of the rule goes to every variant; each keeps its own choice where it has one.
    const everywhere = forAll
      ? variants.flatMap((other) =>
          other.variant_id === chosen || drafts[other.variant_id]
            ? []
            : [{ variant_id: other.variant_id, components: toComponents(shapeLike(parts, other.components)) }],
        )
      : []
    const reply = await save.run({ id: product_id, variants: [...changed, ...everywhere] })
    if (!reply.success) return
    toast('success', t('mapping.saved'))
    onClose()
  }
  return (
    <SidePanel
      opened
      onClose={onClose}
      width={WIDTH}
      title={t('mapping.suppliers_title', { name: title })}
      description={t('mapping.suppliers_text')}
      primary={{
        label: t('actions.save'),
        onClick: () => void start(),
        loading: save.pending,
        disabled: wrong || Object.keys(drafts).length === 0,
      }}
      secondary={{ label: t('actions.cancel'), onClick: onClose, disabled: save.pending }}
    >
      <div className={classes.stack}>
        <div className={classes.row}>
          <Select
            className={classes.grow ?? ''}
            label={t('mapping.variant')}
            data={variants.map(({ variant_id, option_values }) => ({
              value: variant_id,
              label: nameOf(option_values),
            }))}
            value={chosen}
            allowDeselect={false}
            searchable
            limit={200}
            nothingFoundMessage={t('form.nothing_found')}
            onChange={(id) => {
              if (id) setChosen(id)
            }}
          />
          <p className={classes.note}>
            {t('mapping.one_costs', {
              cost: supply.cost === null ? UNKNOWN : money(supply.cost, 'USD').text,
              amount: supply.quantity === null ? UNKNOWN : format.number(supply.quantity),
              country: ship_to,
            })}
          </p>
        </div>
        {parts.length === 0 ? <p className={classes.warn}>{t('mapping.no_supplier')}</p> : null}
        {parts.map((part, at) => (
          <RulePart
            // Parts have no names; their place is what they are.
            // eslint-disable-next-line react/no-array-index-key
            key={at}
            part={part}
            number={at + 1}
            onChange={(change) => put(parts.map((one, place) => (place === at ? { ...one, ...change } : one)))}
            onRemove={() => put(parts.filter((_, place) => place !== at))}
          />
        ))}
        {wrong ? <p className={classes.warn}>{t('mapping.buys_nothing')}</p> : null}
        <AddSupplier mapping={mapping} variant={variant} parts={parts} onAdd={(next) => put(next)} />
        {variants.length > 1 ? (
          <Checkbox
            label={t('mapping.for_all')}
            description={t('mapping.for_all_text')}
            checked={forAll}
            onChange={(event) => setForAll(event.currentTarget.checked)}
          />
        ) : null}
        <Button variant="default" disabled={parts.length === 0} onClick={() => put([])}>
          {t('mapping.remove_all')}
        </Button>
      </div>
    </SidePanel>
  )
}

/** Units, gifts and countries of a rule laid onto another variant's own suppliers. */
function shapeLike(parts: readonly Part[], own: readonly Part[]): Part[] {
  return own.map((part, at) => {
    const like = parts[at]
    if (!like) return part
    const countriesOf = new Map(
      like.alternatives.map(({ source, source_product_id, countries }) => [
        `${source}:${source_product_id}`,
        countries,
      ]),
    )
    return {
      units: like.units,
      gift: like.gift,
      alternatives: part.alternatives.map((one) => ({
        ...one,
        countries: countriesOf.get(`${one.source}:${one.source_product_id}`) ?? one.countries,
      })),
    }
  })
}
