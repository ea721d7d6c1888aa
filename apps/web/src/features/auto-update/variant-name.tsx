import { AppLink } from '../../platform/app-link.tsx'
import { editorHref } from '../../product-cards/editor-address.ts'
import classes from './auto-update.module.css'

/** Which variant of which product a row is about. */
export function VariantName({ product_id, title, variant }: { product_id: string; title: string; variant: string }) {
  return (
    <>
      <AppLink className={classes.name} href={editorHref('center', product_id)}>
        <bdi>{title}</bdi>
      </AppLink>
      <span className={classes.meta}>
        <bdi>{variant}</bdi>
      </span>
    </>
  )
}
