import { ActionIcon, Checkbox, MultiSelect, NumberInput } from '@mantine/core'
import { COUNTRIES, countryName } from '@omni/domain/countries.ts'
import { MAX_UNITS } from '@omni/domain/mapping/plan.ts'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { IconArrowUp, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { VendorBadge } from '../../platform/vendor-badge.tsx'
import { useMoney } from '../../platform/display.ts'
import { useFormat } from '../../platform/format.ts'
import { intlLocale, useLanguage, useT } from '../../platform/i18n.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import classes from './mapping.module.css'
import { type Alternative, changeAt, moveUp, type Part, removeAt } from './rule-draft.ts'

const whole = (value: string | number, least: number) => {
  const number = Math.trunc(Number(value))
  return Number.isFinite(number) ? Math.min(MAX_UNITS, Math.max(least, number)) : least
}

interface RulePartProps {
  part: Part
  number: number
  onChange: (change: Partial<Part>) => void
  onRemove: () => void
}

/** One part of what is bought: how many a piece, what is given on top, and who delivers it in which order. */
export function RulePart({ part, number, onChange, onRemove }: RulePartProps) {
  const t = useT()
  const { units, gift, alternatives } = part
  return (
    <section className={classes.part} aria-label={t('mapping.part', { number })}>
      <div className={classes.row}>
        <h3 className={`${classes.title} ${classes.grow}`}>{t('mapping.part', { number })}</h3>
        <NumberInput
          className={classes.small ?? ''}
          label={t('mapping.units')}
          value={units}
          min={0}
          max={MAX_UNITS}
          allowDecimal={false}
          onChange={(value) => onChange({ units: whole(value, 0) })}
        />
        <ActionIcon size={36} aria-label={t('mapping.remove_part', { number })} onClick={onRemove}>
          <IconTrash size={16} stroke={ICON_STROKE} aria-hidden="true" />
        </ActionIcon>
      </div>
      <div className={classes.row}>
        <Checkbox
          label={t('mapping.gift')}
          checked={gift !== null}
          onChange={(event) => onChange({ gift: event.currentTarget.checked ? { every: 1, get: 1 } : null })}
        />
        {gift ? (
          <>
            <NumberInput
              className={classes.small ?? ''}
              label={t('mapping.gift_every')}
              value={gift.every}
              min={1}
              max={MAX_UNITS}
              allowDecimal={false}
              onChange={(value) => onChange({ gift: { ...gift, every: whole(value, 1) } })}
            />
            <NumberInput
              className={classes.small ?? ''}
              label={t('mapping.gift_get')}
              value={gift.get}
              min={1}
              max={MAX_UNITS}
              allowDecimal={false}
              onChange={(value) => onChange({ gift: { ...gift, get: whole(value, 1) } })}
            />
          </>
        ) : null}
      </div>
      <ol className={classes.list}>
        {alternatives.map((alternative, at) => (
          <AlternativeRow
            key={`${alternative.source}:${alternative.source_product_id}:${alternative.sku_id}`}
            alternative={alternative}
            isFirst={at === 0}
            onCountries={(countries) => onChange({ alternatives: changeAt(alternatives, at, { countries }) })}
            onUp={() => onChange({ alternatives: moveUp(alternatives, at) })}
            onRemove={() => onChange({ alternatives: removeAt(alternatives, at) })}
          />
        ))}
      </ol>
    </section>
  )
}

interface AlternativeRowProps {
  alternative: Alternative
  isFirst: boolean
  onCountries: (countries: string[]) => void
  onUp: () => void
  onRemove: () => void
}

function AlternativeRow({ alternative, isFirst, onCountries, onUp, onRemove }: AlternativeRowProps) {
  const t = useT()
  const format = useFormat()
  const money = useMoney()
  const locale = intlLocale(useLanguage())
  const countries = useMemo(
    () => COUNTRIES.map(({ code }) => ({ value: code, label: countryName(code, locale) })),
    [locale],
  )
  const { source, product_name, sku_name, image, cost, quantity, seen_at, gone } = alternative
  const name = `${product_name || VENDOR_NAMES[source]} ${sku_name}`.trim()
  return (
    <li className={classes.alternative}>
      <LazyImage src={image} alt="" size={40} />
      <span className={`${classes.words} ${classes.grow}`}>
        <span className={classes.name} dir="auto">
          {name}
        </span>
        <span className={classes.facts}>
          <VendorBadge vendor={source} label={VENDOR_NAMES[source]} size={14} />
          <span>{money(cost, 'USD').text}</span>
          {gone ? (
            <StatusDot tone="red">{t('editor.gone_there')}</StatusDot>
          ) : (
            <span>{quantity === null ? t('editor.in_stock') : t('editor.pieces', { count: quantity })}</span>
          )}
          {seen_at ? <span>{format.ago(seen_at)}</span> : null}
        </span>
      </span>
      <MultiSelect
        className={classes.grow ?? ''}
        aria-label={t('mapping.countries_of', { name })}
        placeholder={alternative.countries.length === 0 ? t('mapping.all_countries') : ''}
        data={countries}
        value={alternative.countries}
        searchable
        clearable
        limit={50}
        maxValues={60}
        nothingFoundMessage={t('form.nothing_found')}
        onChange={onCountries}
      />
      <ActionIcon size={28} aria-label={t('editor.move_up', { name })} disabled={isFirst} onClick={onUp}>
        <IconArrowUp size={16} stroke={ICON_STROKE} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon size={28} aria-label={t('editor.remove_named', { name })} onClick={onRemove}>
        <IconTrash size={16} stroke={ICON_STROKE} aria-hidden="true" />
      </ActionIcon>
    </li>
  )
}
