import { imageSearchCalls } from '@omni/contracts/image-search.calls.ts'
import type { Source } from '@omni/domain/catalog/sources.ts'
import { type Crop, startCrop } from '@omni/domain/images.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { pictureForSearch } from '../../platform/images.ts'
import { newUuid } from '../../platform/new-uuid.ts'
import { CallFailure, readCall } from '../../platform/query.ts'
import type { ImageQuestion } from '../product-detail/use-image-search.ts'
import { type Picture, type PictureProblem, readPicture } from './picture-file.ts'

const PROBLEMS: Record<PictureProblem, TextKey> = {
  file_too_large: 'image.too_large',
  not_a_picture: 'image.not_a_picture',
  heic_unreadable: 'image.heic',
}

export interface ChosenProduct {
  source: Source
  product_id: string
}

/** The picture, its crop, and the question that follows from both. A product in the address is a picture too. */
export function usePicture(product: ChosenProduct | null) {
  const t = useT()
  const [picture, setPicture] = useState<Picture | null>(null)
  const [crop, setCrop] = useState<Crop | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [question, setQuestion] = useState<ImageQuestion | null>(null)
  const [loading, setLoading] = useState(false)
  const made = useRef(0)
  /** One picture is one search, however often its frame is moved. */
  const search_id = useRef('')

  const search = useCallback(
    async (file: File, area: Crop) => {
      const turn = ++made.current
      try {
        const image = await pictureForSearch(file, area)
        // A newer crop or picture has overtaken this one.
        if (turn === made.current) setQuestion({ id: `file:${turn}`, input: { image, search_id: search_id.current } })
      } catch {
        setProblem(t('image.not_a_picture'))
      }
    },
    [t],
  )

  const take = async (file: File) => {
    const read = await readPicture(file)
    if (!read.ok) return setProblem(t(PROBLEMS[read.reason]))
    setProblem(null)
    setPicture(read.value)
    search_id.current = newUuid()
    const whole = startCrop(read.value, true)
    setCrop(whole)
    await search(file, whole)
  }
  /** Brought here first, so that it can be seen and cropped like a file. */
  const takeUrl = async (image_url: string) => {
    const turn = ++made.current
    setProblem(null)
    setLoading(true)
    try {
      const { jpeg } = await readCall(imageSearchCalls.getPictureAt, { image_url }, {})
      const bytes = Uint8Array.from(atob(jpeg), (sign) => sign.charCodeAt(0))
      if (turn === made.current) await take(new File([bytes], nameOf(image_url), { type: 'image/jpeg' }))
    } catch (error) {
      if (turn === made.current) setProblem(error instanceof CallFailure ? error.message : t('image.failed'))
    }
    setLoading(false)
  }
  // An object URL keeps its file in memory until it is given back.
  useEffect(
    () => () => {
      if (picture) URL.revokeObjectURL(picture.url)
    },
    [picture],
  )

  const [source, product_id] = [product?.source, product?.product_id]
  const ofProduct = useMemo(
    () =>
      source === undefined || product_id === undefined
        ? null
        : { id: `${source}:${product_id}`, input: { source, product_source_id: product_id, search_id: newUuid() } },
    [source, product_id],
  )
  return { picture, crop, setCrop, problem, loading, question: question ?? ofProduct, take, takeUrl, search }
}

/** The last part of an address is what people call the picture. */
function nameOf(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : url
  return path.split('/').at(-1) || url
}
