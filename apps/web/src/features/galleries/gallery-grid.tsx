import { Skeleton } from '@mantine/core'
import { galleryCalls, type GalleryImage } from '@omni/contracts/galleries.calls.ts'
import { GALLERY_PAGE, GALLERY_SCROLL_PX } from '@omni/domain/galleries/upload-rules.ts'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type UIEvent, useEffect, useRef } from 'react'
import { useT } from '../../platform/i18n.ts'
import { useAct } from '../../platform/act.ts'
import { readCall, patchAnswers, query } from '../../platform/query.ts'
import { ReadFailed } from '../../platform/read-failed.tsx'
import { useWorkplaceId } from '../../platform/session.ts'
import { undoToast } from '../../platform/toasts.tsx'
import { PictureTile } from './picture-tile.tsx'
import classes from './pictures.module.css'

function useGallery() {
  const request = query(galleryCalls.listGallery, { page_size: GALLERY_PAGE }, { quiet: true }, useWorkplaceId())
  return useInfiniteQuery({
    ...request,
    queryKey: [...request.queryKey, 'pages'],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      readCall(galleryCalls.listGallery, { page: pageParam, page_size: GALLERY_PAGE }, { signal }),
    getNextPageParam: (last, pages) =>
      pages.length * GALLERY_PAGE < last.total && last.images.length > 0 ? pages.length + 1 : undefined,
  })
}

const without = ({ image_id }: { image_id: string }) =>
  patchAnswers(galleryCalls.listGallery, ({ images, total }) => ({
    images: images.filter(({ id }) => id !== image_id),
    total: images.some(({ id }) => id === image_id) ? total - 1 : total,
  }))

/** At once on screen; ten seconds to take it back. Products that show the picture keep it. */
function useDelete() {
  const t = useT()
  const remove = useAct(galleryCalls.deleteGalleryImage, { refresh: [galleryCalls.listGallery], optimistic: without })
  const restore = useAct(galleryCalls.restoreGalleryImage, { refresh: [galleryCalls.listGallery] })
  return async (image_id: string) => {
    const { success } = await remove.run({ image_id })
    if (success) undoToast(t('pictures.deleted'), () => void restore.run({ image_id }))
  }
}

const isNear = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) =>
  scrollHeight - scrollTop - clientHeight < GALLERY_SCROLL_PX

/** 50 at a time; the next 50 when the bottom is 100 px away (sourcing spec §9). */
export function GalleryGrid({
  chosen,
  onToggle,
}: {
  chosen: ReadonlySet<string>
  onToggle: (image: GalleryImage) => void
}) {
  const t = useT()
  const gallery = useGallery()
  const remove = useDelete()
  const frame = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = gallery
  const images = gallery.data?.pages.flatMap((page) => page.images) ?? []
  const more = (event: UIEvent<HTMLDivElement>) => {
    if (isNear(event.currentTarget) && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }
  useEffect(() => {
    // A tall window shows the first page whole: there is nothing to scroll, so the next comes by itself.
    if (frame.current && hasNextPage && !isFetchingNextPage && isNear(frame.current)) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  if (gallery.isPending)
    return (
      <div className={classes.grid} aria-busy="true">
        {Array.from({ length: 10 }, (_, at) => (
          <Skeleton key={at} className={classes.blank ?? ''} />
        ))}
      </div>
    )
  if (gallery.isError) return <ReadFailed reading={gallery} title="pictures.failed" />
  if (images.length === 0) return <EmptyState compact title={t('pictures.empty')} text={t('pictures.empty_text')} />
  return (
    <div ref={frame} className={classes.scroll} onScroll={more}>
      <div className={classes.grid}>
        {images.map((image) => (
          <PictureTile
            key={image.id}
            url={image.image_url}
            name={image.name}
            note={`${image.width} × ${image.height}`}
            chosen={chosen.has(image.image_url)}
            onToggle={() => onToggle(image)}
            remove={{
              label: t('pictures.delete', { name: image.name }),
              run: () => {
                if (chosen.has(image.image_url)) onToggle(image)
                void remove(image.id)
              },
            }}
          />
        ))}
      </div>
      {isFetchingNextPage ? <output className={classes.small}>{t('pictures.loading')}</output> : null}
    </div>
  )
}
