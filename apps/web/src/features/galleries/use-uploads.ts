/** Pictures on their way into the gallery (sourcing spec §3 upload status item, §5 limits). */
import { galleryCalls, type GalleryImage } from '@omni/contracts/galleries.calls.ts'
import { checkFile, MAX_IMAGES, roomFor } from '@omni/domain/galleries/upload-rules.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import { newUuid } from '../../platform/new-uuid.ts'

export interface Upload {
  id: string
  name: string
  status: 'processing' | 'done' | 'error'
  /** The code stands under the name, with what it means. */ error: { code: string; message: string } | null
  again: (() => void) | null
}

/** More at once only makes each slower, and the page with them. */
const AT_ONCE = 3

const isHeic = ({ name, type }: File) => /\.hei[cf]$/i.test(name) || /hei[cf]/i.test(type)
/** HEIC shrinks on the server, where it becomes a JPEG; for all others the limit counts here. */
const problemOf = (file: File) => {
  const problem = checkFile(file)
  return problem === 'size' && isHeic(file) ? null : problem
}

export function useUploads(existing: number, onUploaded: (image: GalleryImage) => void) {
  const t = useT()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const [dropped, setDropped] = useState(0)
  const waiting = useRef<(() => Promise<void>)[]>([])
  const running = useRef(0)
  const latest = useRef(onUploaded)
  useEffect(() => {
    latest.current = onUploaded
  })
  const { run: upload } = useAct(galleryCalls.uploadGallery, {
    refresh: [galleryCalls.listGallery],
    quiet: true,
    parallel: true,
  })
  const done = uploads.filter(({ status }) => status !== 'error').length

  const work = useCallback(async () => {
    if (running.current >= AT_ONCE) return
    running.current += 1
    for (let run = waiting.current.shift(); run; run = waiting.current.shift()) await run()
    running.current -= 1
  }, [])

  const start = useCallback(
    (name: string, input: { file: File } | { link: string }, problem: Upload['error'] = null) => {
      const id = newUuid()
      const set = (change: Partial<Upload>) =>
        setUploads((list) => list.map((item) => (item.id === id ? { ...item, ...change } : item)))
      const run = async () => {
        set({ status: 'processing', error: null, again: null })
        // Named: trying this upload again after a lost reply does not make a second picture.
        const reply = await upload('file' in input ? { file: input.file, name } : { link: input.link }, { intent: id })
        const image = reply.data?.image
        if (reply.success && image) {
          set({ status: 'done' })
          latest.current(image)
          return
        }
        set({
          status: 'error',
          error: {
            code: reply.data?.error_code ?? String(reply.status),
            message: reply.data?.message ?? reply.message,
          },
          again: () => queue(),
        })
      }
      const queue = () => {
        waiting.current.push(run)
        void work()
      }
      setUploads((list) => [
        ...list,
        { id, name, status: problem ? 'error' : 'processing', error: problem, again: null },
      ])
      if (!problem) queue()
    },
    [work, upload],
  )

  const addFiles = (files: readonly File[]) => {
    const room = roomFor(existing + done, files.length)
    setDropped(files.length - room)
    for (const file of files.slice(0, room)) {
      const problem = problemOf(file)
      const message =
        problem === 'size'
          ? t('pictures.too_large', { file: file.name })
          : t('pictures.wrong_type', { file: file.name })
      start(file.name, { file }, problem ? { code: problem === 'size' ? 'SIZE' : 'TYPE', message } : null)
    }
  }
  const addLink = (link: string) => start(link, { link })
  const forget = () => setUploads((list) => list.filter(({ status }) => status === 'processing'))
  return { uploads, dropped, full: existing + done >= MAX_IMAGES, addFiles, addLink, forget }
}
