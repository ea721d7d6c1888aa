import { useT } from '../../platform/i18n.ts'
import { ProductCard } from '../landing/product-card.tsx'
import { SHOWCASE, type ShowcaseName } from '../landing/showcase.ts'
import classes from './showcase-panel.module.css'

const COLUMNS: readonly (readonly ShowcaseName[])[] = [
  ['headphones', 'watch', 'sneakers'],
  ['backpack', 'tote', 'controller'],
  ['suitcase', 'camera', 'dress'],
]

/** Example products beside the form. */
export function ShowcasePanel() {
  const t = useT()
  return (
    <div className={classes.panel}>
      <p className={classes.title}>{t('auth.panel_title')}</p>
      <p className={classes.text}>{t('auth.panel_text')}</p>
      <p className={classes.caption}>{t('auth.panel_caption')}</p>
      <div className={classes.columns}>
        {COLUMNS.map((names) => (
          <div key={names[0]} className={classes.column}>
            {SHOWCASE.filter(({ name }) => names.includes(name)).map((product) => (
              <ProductCard key={product.name} product={product} brief />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
