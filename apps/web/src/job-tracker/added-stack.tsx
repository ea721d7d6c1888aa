import { CloseButton, Loader } from '@mantine/core'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import { IconAlertCircleFilled, IconCircleCheckFilled } from '@tabler/icons-react'
import { useEffect } from 'react'
import { AppLink } from '../platform/app-link.tsx'
import { useT } from '../platform/i18n.ts'
import { openUpgrade } from '../platform/panels.ts'
import { type AddedProduct, hideAdded } from '../product-cards/added-products.ts'
import { editorHref } from '../product-cards/editor-address.ts'
import classes from './dock.module.css'

/** Time to reach for "Edit" (design/ui.md gives ten seconds to what can be acted on). */
const DONE_MS = 10_000

/** One entry per imported product (sourcing spec §3): loading, added, or what went wrong. */
export const AddedStack = ({ entries }: { entries: readonly AddedProduct[] }) => (
  <div aria-live="polite" style={{ display: 'contents' }}>
    {entries.map((entry) => (
      <Added key={entry.key} entry={entry} />
    ))}
  </div>
)

function Added({ entry }: { entry: AddedProduct }) {
  const t = useT()
  const { key, title, image, loading, error, quota, product_package_id } = entry
  const done = !loading && !error
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => hideAdded(key), DONE_MS)
    return () => clearTimeout(timer)
  }, [done, key])
  const close = () => hideAdded(key)
  return (
    <div className={classes.added} role={error ? 'alert' : undefined}>
      <span className={classes.thumb}>
        <LazyImage src={image} alt="" size={36} />
      </span>
      <span className={classes.words}>
        <span className={classes.name} dir="auto">
          {title}
        </span>
        <span className={classes.note} data-bad={error ? true : undefined}>
          {error ?? t(loading ? 'imports.adding' : 'imports.added')}
        </span>
      </span>
      <span className={classes.end}>
        {loading ? (
          <Loader size={18} aria-label={t('imports.adding')} />
        ) : error ? (
          <IconAlertCircleFilled className={classes.bad} size={18} aria-hidden="true" />
        ) : (
          <IconCircleCheckFilled className={classes.ok} size={18} aria-hidden="true" />
        )}
        {quota ? (
          <button
            type="button"
            className={classes.link}
            onClick={() => {
              close()
              openUpgrade('IMPORT_PRODUCT')
            }}
          >
            {t('imports.upgrade')}
          </button>
        ) : null}
        {done && product_package_id ? (
          <AppLink className={classes.link} href={editorHref('import', product_package_id)} onClick={close}>
            {t('imports.edit')}
          </AppLink>
        ) : null}
        {done ? (
          <AppLink className={classes.link} href="/app/products-import" onClick={close}>
            {t('imports.view_list')}
          </AppLink>
        ) : null}
        {loading ? null : <CloseButton size={28} aria-label={t('actions.close')} onClick={close} />}
      </span>
    </div>
  )
}
