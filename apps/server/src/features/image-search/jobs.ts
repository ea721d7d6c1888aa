import { z } from 'zod'
import { job } from '../../platform/jobs.ts'

/** A slice of describing the catalogue's pictures. */
export const describePictures = job('image-search.describe', {
  payload: z.object({}),
  background: true,
  attempts: 1,
  cron: '* * * * *',
  at_start: true,
  key: () => 'pictures',
})

/** A slice of finding out which offers are the same good. */
export const linkGoods = job('catalog.link-goods', {
  payload: z.object({}),
  background: true,
  attempts: 1,
  cron: '* * * * *',
  at_start: true,
  key: () => 'goods',
})
