import type { Source } from '@omni/domain/catalog/sources.ts'
import { type Crop, startCrop } from '@omni/domain/images.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type TextKey, useT } from '../../platform/i18n.ts'
import { pictureForSearch } from '../../platform/images.ts'
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
  const made = useRef(0)

  const search = useCallback(
    async (file: File, area: Crop) => {
      const turn = ++made.current
      try {
        const image = await pictureForSearch(file, area)
        // A newer crop or picture has overtaken this one.
        if (turn === made.current) setQuestion({ id: `file:${turn}`, input: { image } })
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
    const whole = startCrop(read.value, true)
    setCrop(whole)
    await search(file, whole)
  }
  const takeUrl = (image_url: string) => {
    made.current++
    setProblem(null)
    setPicture(null)
    setQuestion({ id: `url:${image_url}`, input: { image_url } })
  }
  // An object URL keeps its file in memory until it is given back.
  useEffect(
    () => () => {
      if (picture) URL.revokeObjectURL(picture.url)
    },
    [picture],
  )

  const ofProduct = product && {
    id: `${product.source}:${product.product_id}`,
    input: { source: product.source, product_source_id: product.product_id },
  }
  return { picture, crop, setCrop, problem, question: question ?? ofProduct, take, takeUrl, search }
}
