import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../platform/query.ts'
import { ImagePicker } from './image-picker.tsx'
import { draw } from '../../testing/draw.tsx'

const { send, translate } = vi.hoisted(() => ({
  send: vi.fn(),
  translate: (key: string, values: Record<string, unknown> = {}) => [key, ...Object.values(values)].join(' '),
}))
vi.mock('../../platform/client.ts', () => ({ send, NO_REPLY: 0, TIMED_OUT: 1, CANCELLED: 2 }))
vi.mock('../../platform/i18n.ts', () => ({
  useT: () => translate,
  translate,
  useLanguage: () => 'en',
  intlLocale: () => 'en',
}))

const image = (id: string) => ({
  id,
  image_url: `/${id}.png`,
  name: `${id}.png`,
  create_at: '',
  height: 10,
  width: 10,
  size: 1,
  origin_id: null,
})
const gallery = Array.from({ length: 50 }, (_, at) => image(`g${at}`))
const ok = (data: unknown) => ({ status: 200, success: true, message: '', data })
const file = (name: string, size: number, type: string) => {
  const made = new File(['x'], name, { type })
  Object.defineProperty(made, 'size', { value: size })
  return made
}
const MB = 1024 * 1024

function show(images: Parameters<typeof ImagePicker>[0]['images'] = []) {
  const onChoose = vi.fn()
  draw(<ImagePicker productId="p" images={images} multiple onChoose={onChoose} onClose={vi.fn()} />)
  return onChoose
}
const input = () => document.querySelector<HTMLInputElement>('input[type="file"]') ?? document.createElement('input')
const choose = (files: File[]) => fireEvent.change(input(), { target: { files } })

beforeEach(() => {
  queryClient.clear()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  send.mockImplementation(async ({ name }: { name: string }, input: { page?: number; file?: File }) => {
    if (name === 'listGallery') return ok({ images: input.page === 1 ? gallery : [image('last')], total: 51 })
    if (name === 'uploadGallery')
      return input.file?.name === 'bad.png'
        ? ok({ image: null, error_code: 'IMAGE_BROKEN', message: 'This file is damaged.' })
        : ok({ image: image(input.file?.name ?? 'link'), error_code: null, message: null })
    return ok({ images: [] })
  })
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})
const uploads = () =>
  send.mock.calls
    .filter(([call]) => (call as { name: string }).name === 'uploadGallery')
    .map(([, input]) => (input as { file?: File; link?: string }).file?.name ?? (input as { link?: string }).link) // what the mock was given

test('too large and wrong files are refused under their names; a large HEIC is sent', async () => {
  show()
  choose([
    file('big.png', 3 * MB, 'image/png'),
    file('phone.heic', 3 * MB, 'image/heic'),
    file('page.html', 10, 'text/html'),
  ])
  expect(await screen.findByText(/pictures.too_large big.png/)).toBeTruthy()
  expect(screen.getByText(/pictures.wrong_type page.html/)).toBeTruthy()
  await waitFor(() => expect(uploads()).toEqual(['phone.heic']))
})

test('a failed upload keeps its code under the name and can be tried again; the good ones leave the list', async () => {
  show()
  choose([file('good.png', 10, 'image/png'), file('bad.png', 10, 'image/png')])
  expect(await screen.findByText('IMAGE_BROKEN')).toBeTruthy()
  expect(screen.getByText(/This file is damaged/)).toBeTruthy()
  expect(screen.queryByText('good.png')).toBeNull()
  fireEvent.click(screen.getByText('actions.retry'))
  await waitFor(() => expect(uploads()).toEqual(['good.png', 'bad.png', 'bad.png']))
})

test('the card collapses when everything is done, and what was uploaded is chosen', async () => {
  const onChoose = show()
  choose([file('a.png', 10, 'image/png')])
  await waitFor(() => expect(screen.getByLabelText('pictures.details').getAttribute('aria-expanded')).toBe('false'))
  fireEvent.click(screen.getByText('pictures.use 1'))
  expect(onChoose).toHaveBeenCalledWith([{ image_id: 'a.png', url: '/a.png.png', alt: '', origin_url: null }])
})

test('at 250 pictures the drop zone is closed; near it, extra files are dropped', async () => {
  const images = Array.from({ length: 249 }, (_, at) => ({
    image_id: String(at),
    url: String(at),
    alt: '',
    origin_url: null,
  }))
  show(images)
  choose([file('one.png', 10, 'image/png'), file('two.png', 10, 'image/png')])
  await waitFor(() => expect(uploads()).toEqual(['one.png']))
  await waitFor(() => expect(input().disabled).toBe(true))
})

test('an address can be added only when there is one', async () => {
  show()
  const button = screen.getByText('pictures.add').closest('button')
  expect(button?.disabled).toBe(true)
  fireEvent.change(screen.getByLabelText('pictures.from_url'), { target: { value: 'https://x.example/a.png' } })
  await act(async () => button?.click())
  await waitFor(() => expect(uploads()).toEqual(['https://x.example/a.png']))
})

test('the gallery comes 50 at a time', async () => {
  show()
  await screen.findByLabelText('g0.png')
  await screen.findByLabelText('last.png')
  const inputs = send.mock.calls
    .filter(([call]) => (call as { name: string }).name === 'listGallery')
    .map(([, input]) => input as { page: number; page_size: number }) // what the mock was given
  expect(inputs.map(({ page, page_size }) => [page, page_size])).toEqual([
    [1, 50],
    [2, 50],
  ])
})
