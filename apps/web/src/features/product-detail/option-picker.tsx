import { Popover } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ProductDetail } from '@omni/contracts/product-detail.calls.ts'
import { isOffered } from '@omni/domain/catalog/variant-choice.ts'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import { ICON_STROKE, MOBILE_QUERY } from '@omni/ui/measures.ts'
import { SidePanel } from '@omni/ui/side-panel.tsx'
import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import classes from './option-picker.module.css'
import type { Offer } from './use-offer.ts'

interface OptionPickerProps {
  product: ProductDetail
  offer: Offer
}

type Option = ProductDetail['options'][number]

const IN_ROW = 6 // more open in a popup

/** Sourcing spec §2: a popup on desktop, a drawer on a phone. A few values stand in the row itself. */
export function OptionPicker(props: OptionPickerProps) {
  const mobile = useMediaQuery(MOBILE_QUERY, false, { getInitialValueInEffect: false })
  if (props.product.options.length === 0) return null
  return mobile ? (
    <OptionSheet {...props} />
  ) : (
    <div className={classes.rows}>
      {props.product.options.map((option) => (
        <OptionRow key={option.name} {...props} option={option} />
      ))}
    </div>
  )
}

function OptionRow({ option, ...props }: OptionPickerProps & { option: Option }) {
  const t = useT()
  const [opened, setOpened] = useState(false)
  const { values, name } = option
  const chosen = values.find(({ id }) => id === props.offer.choice[name])
  const first = values.slice(0, IN_ROW)
  // What was chosen in the popup stays in view.
  const row = chosen && !first.includes(chosen) ? [...first.slice(0, IN_ROW - 1), chosen] : first
  return (
    <div className={classes.row}>
      <span className={classes.name}>{name}</span>
      <Values {...props} option={option} values={row} />
      {values.length > IN_ROW ? (
        <Popover opened={opened} onChange={setOpened} width={420} position="bottom-end" trapFocus returnFocus>
          <Popover.Target>
            <button type="button" className={classes.all} onClick={() => setOpened(!opened)}>
              {t('detail.all_values', { count: values.length })}
            </button>
          </Popover.Target>
          <Popover.Dropdown className={classes.popup ?? ''}>
            <Values {...props} option={option} values={values} />
          </Popover.Dropdown>
        </Popover>
      ) : null}
    </div>
  )
}

function OptionSheet({ product, offer }: OptionPickerProps) {
  const t = useT()
  const [opened, setOpened] = useState(false)
  const chosen = product.options.flatMap(({ name, values }) => values.filter(({ id }) => id === offer.choice[name]))
  return (
    <>
      <button type="button" className={classes.line} aria-haspopup="dialog" onClick={() => setOpened(true)}>
        <span className={classes.lineText}>
          {chosen.length > 0 ? chosen.map(({ value }) => value).join(', ') : t('detail.choose_variant')}
        </span>
        <span className={classes.lineNote}>{t('detail.variants', { count: product.total_variants })}</span>
        <IconChevronRight className={classes.arrow} size={18} stroke={ICON_STROKE} aria-hidden="true" />
      </button>
      <SidePanel
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('detail.choose_variant')}
        from="bottom"
        primary={{ label: t('detail.done'), onClick: () => setOpened(false) }}
      >
        <div className={classes.sheet}>
          {product.options.map((option) => (
            <div key={option.name}>
              <span className={classes.name}>{option.name}</span>
              <Values product={product} offer={offer} option={option} values={option.values} />
            </div>
          ))}
        </div>
      </SidePanel>
    </>
  )
}

function Values({ product, offer, option, values }: OptionPickerProps & { option: Option; values: Option['values'] }) {
  const t = useT()
  return (
    <fieldset className={classes.values} aria-label={option.name}>
      {values.map(({ id, value, image }) => {
        const there = isOffered(product.variants, product.options, offer.choice, option.name, id)
        return (
          <button
            key={id}
            type="button"
            className={classes.value}
            aria-pressed={offer.choice[option.name] === id}
            data-out={!there || undefined}
            title={there ? undefined : t('detail.not_offered')}
            onClick={() => offer.choose(option.name, id)}
          >
            {image ? <LazyImage src={image} alt="" size={26} /> : null}
            <span>{value}</span>
          </button>
        )
      })}
    </fieldset>
  )
}
