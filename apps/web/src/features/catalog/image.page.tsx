import { Anchor, Select } from '@mantine/core'
import { imageSearchCalls } from '@omni/contracts/image-search.calls.ts'
import { isSource, type Source } from '@omni/domain/catalog/sources.ts'
import { type Crop, startCrop } from '@omni/domain/images.ts'
import { ImageCropper } from '@omni/ui/image-cropper.tsx'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconChevronLeft } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { AppLink } from '../../platform/app-link.tsx'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { useUrlState } from '../../platform/url-state.ts'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import { ShipToPicker } from '../../product-cards/ship-to-picker.tsx'
import { DrawerHost } from '../product-detail/drawer-host.tsx'
import { useImageSearch } from '../product-detail/use-image-search.ts'
import { ImageDrop } from './image-drop.tsx'
import { ImageResults } from './image-results.tsx'
import classes from './image.module.css'
import { useFilters } from './use-filters.ts'
import { usePicture } from './use-picture.ts'

/** /app/find-product/image — search by a picture (sourcing spec §2, look 04-image-search). */
export function ImagePage() {
  const t = useT()
  const [url] = useUrlState()
  const [{ ship_to }, setFilters] = useFilters()
  const { source: from = '', product_id = '' } = url
  const { picture, crop, setCrop, problem, loading, question, take, takeUrl, search } = usePicture(
    isSource(from) && product_id ? { source: from, product_id } : null,
  )
  const [source, setSource] = useState<Source | null>(null)
  const found = useImageSearch(question, ship_to)
  const state = useCall(imageSearchCalls.getImageSearchState, {}, { enabled: question === null, quiet: true })
  const own = found.data?.product
  const settled = useCallback(
    (area: Crop) => {
      if (picture) void search(picture.file, area)
    },
    [picture, search],
  )
  const sources = [
    ...new Set([...(found.data?.same ?? []), ...(found.data?.similar ?? [])].map(({ product }) => product.source)),
  ]
  return (
    <div className={classes.page}>
      <aside className={classes.rail} aria-label={t('image.picture')}>
        <Anchor component={AppLink} href="/app/find-product" size="sm" className={classes.back ?? ''}>
          <IconChevronLeft className={classes.backArrow} size={16} stroke={ICON_STROKE} aria-hidden="true" />
          {t('find.title')}
        </Anchor>
        <h1 className={classes.title}>{t('image.title')}</h1>
        {picture && crop ? (
          <div className={classes.card}>
            <Cropping picture={picture} crop={crop} onChange={setCrop} onSettled={settled} />
            <PictureLine
              picture={picture}
              onReset={() => {
                const whole = startCrop(picture, true)
                setCrop(whole)
                settled(whole)
              }}
            />
          </div>
        ) : null}
        {!picture && own ? (
          <div className={classes.card}>
            <LazyImage src={own.image} alt={own.name} />
            <p className={classes.quiet}>{own.name}</p>
          </div>
        ) : null}
        <ImageDrop
          onFile={(file) => void take(file)}
          onUrl={(address) => void takeUrl(address)}
          loading={loading}
          problem={problem}
        />
      </aside>
      <div className={classes.results}>
        <div className={classes.bar}>
          {sources.length > 1 ? (
            <Select
              className={classes.sources ?? ''}
              aria-label={t('filters.suppliers')}
              value={source ?? ''}
              allowDeselect={false}
              data={[
                { value: '', label: t('image.all_suppliers') },
                ...sources.map((item) => ({ value: item, label: VENDOR_NAMES[item] })),
              ]}
              onChange={(value) => setSource(value && isSource(value) ? value : null)}
            />
          ) : null}
          <ShipToPicker compact value={ship_to} onChange={(code) => setFilters({ ship_to: code })} />
        </div>
        <ImageResults
          search={found}
          waiting={question === null}
          state={found.data ?? state.data}
          source={source}
          shipTo={ship_to}
        />
      </div>
      <DrawerHost />
    </div>
  )
}

type Chosen = NonNullable<ReturnType<typeof usePicture>['picture']>

interface CroppingProps {
  picture: Chosen
  crop: Crop
  onChange: (crop: Crop) => void
  onSettled: (crop: Crop) => void
}

function Cropping({ picture, crop, onChange, onSettled }: CroppingProps) {
  const t = useT()
  // The first search has started already, with the whole picture: only a moved frame asks again.
  const [moved, setMoved] = useState(false)
  const change = useCallback(
    (area: { x: number; y: number; width: number; height: number }) => {
      setMoved(true)
      onChange({ unit: '%', ...area })
    },
    [onChange],
  )
  const settle = useCallback(
    (area: { x: number; y: number; width: number; height: number }) => onSettled({ unit: '%', ...area }),
    [onSettled],
  )
  return (
    <ImageCropper
      src={picture.url}
      alt={picture.file.name}
      label={t('image.crop')}
      area={crop}
      onChange={change}
      {...(moved ? { onSettled: settle } : {})}
    />
  )
}

function PictureLine({ picture, onReset }: { picture: Chosen; onReset: () => void }) {
  const t = useT()
  const format = useFormat()
  const megabytes = format.number(Math.max(0.1, Math.round(picture.file.size / 104_857.6) / 10))
  return (
    <p className={classes.line}>
      <span className={classes.fileName}>{t('image.file', { name: picture.file.name, size: megabytes })}</span>
      <button type="button" className={classes.reset} onClick={onReset}>
        {t('image.reset_crop')}
      </button>
    </p>
  )
}
