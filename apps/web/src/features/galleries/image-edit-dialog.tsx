import { ActionIcon, Button, CloseButton, Modal, SegmentedControl, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { galleryCalls, type GalleryImage } from '@omni/contracts/galleries.calls.ts'
import { cleanCrop, defaultCrop } from '@omni/domain/galleries/crop.ts'
import { CROP_ASPECT, type Crop } from '@omni/domain/images.ts'
import type { CropArea } from '@omni/ui/image-canvas.ts'
import { ImageCropper } from '@omni/ui/image-cropper.tsx'
import { ICON_STROKE, MOBILE_QUERY } from '@omni/ui/measures.ts'
import { IconFlipHorizontal, IconFlipVertical, IconRotate2, IconRotateClockwise2 } from '@tabler/icons-react'
import { useCallback, useEffect, useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import { useAct } from '../../platform/act.ts'
import classes from './pictures.module.css'

type Turn = 0 | 90 | 180 | 270
const TURNS: readonly Turn[] = [0, 90, 180, 270]
const turned = (turn: Turn, by: 1 | -1): Turn => TURNS[(TURNS.indexOf(turn) + by + TURNS.length) % TURNS.length] ?? 0
const WHOLE: Crop = { unit: '%', x: 0, y: 0, width: 100, height: 100 }
const ASPECTS: Record<string, number | undefined> = { wide: CROP_ASPECT, square: 1, free: undefined }

interface ImageEditDialogProps {
  url: string
  name: string
  /** The picture was cropped before: the frame starts free and nearly whole (sourcing spec §5). */
  edited: boolean
  onDone: (image: GalleryImage) => void
  onClose: () => void
}

/** The frame that is cut out of a picture, and how the picture is turned and mirrored. */
function useCropFrame(url: string, edited: boolean) {
  const [turn, setTurn] = useState<Turn>(0)
  const [mirror, setMirror] = useState({ x: false, y: false })
  const [shape, setShape] = useState(edited ? 'free' : 'wide')
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  const [crop, setCrop] = useState<Crop>(WHOLE)
  const seen = size && (turn === 90 || turn === 270) ? { width: size.height, height: size.width } : size
  useEffect(() => {
    const image = new Image()
    image.onload = () => {
      const natural = { width: image.naturalWidth, height: image.naturalHeight }
      setSize(natural)
      setCrop(defaultCrop(edited ? WHOLE : null, natural))
    }
    image.src = url
  }, [url, edited])
  /** The largest frame of the shape, centred. */
  const fit = (next: string, within = seen) => {
    const aspect = ASPECTS[next]
    setShape(next)
    if (!aspect || !within) return setCrop(WHOLE)
    const perWidth = within.width / within.height / aspect
    const width = Math.min(100, 100 / perWidth)
    setCrop({
      unit: '%',
      width,
      height: Math.min(100, width * perWidth),
      x: (100 - width) / 2,
      y: (100 - Math.min(100, width * perWidth)) / 2,
    })
  }
  const rotate = (by: 1 | -1) => {
    setTurn(turned(turn, by))
    fit(shape, seen ? { width: seen.height, height: seen.width } : null)
  }
  // One second after the last move a frame that was closed by a slip opens again.
  const settle = useCallback(
    (area: CropArea) =>
      setCrop((before) => {
        const clean = cleanCrop({ unit: '%', ...area })
        return clean.width === before.width && clean.height === before.height ? before : clean
      }),
    [],
  )
  const pixels = seen
    ? { width: Math.round((seen.width * crop.width) / 100), height: Math.round((seen.height * crop.height) / 100) }
    : null
  return { turn, mirror, setMirror, shape, fit, rotate, crop, setCrop, settle, pixels }
}

/** Crop, turn and mirror. The result is a new picture; the one it was made from stays. */
export function ImageEditDialog({ url, name, edited, onDone, onClose }: ImageEditDialogProps) {
  const t = useT()
  const mobile = useMediaQuery(MOBILE_QUERY, false, { getInitialValueInEffect: false })
  const { turn, mirror, setMirror, shape, fit, rotate, crop, setCrop, settle, pixels } = useCropFrame(url, edited)
  const edit = useAct(galleryCalls.editImage, { refresh: [galleryCalls.listGallery] })
  const change = (area: CropArea) => setCrop({ unit: '%', ...area })
  const save = async () => {
    const { x, y, width, height } = cleanCrop(crop)
    const whole = width > 99.9 && height > 99.9
    const reply = await edit.run({
      url,
      rotate: turn,
      flip: mirror.y,
      flop: mirror.x,
      ...(whole ? {} : { crop: { x, y, width, height } }),
    })
    if (reply.success && reply.data) onDone(reply.data.image)
  }
  const aspect = ASPECTS[shape]
  const tools = [
    { label: t('pictures.rotate_left'), icon: IconRotate2, run: () => rotate(-1), on: false },
    { label: t('pictures.rotate_right'), icon: IconRotateClockwise2, run: () => rotate(1), on: false },
    {
      label: t('pictures.flip_x'),
      icon: IconFlipVertical,
      run: () => setMirror({ ...mirror, x: !mirror.x }),
      on: mirror.x,
    },
    {
      label: t('pictures.flip_y'),
      icon: IconFlipHorizontal,
      run: () => setMirror({ ...mirror, y: !mirror.y }),
      on: mirror.y,
    },
  ]
  return (
    <Modal.Root opened onClose={onClose} size={720} centered fullScreen={mobile}>
      <Modal.Overlay />
      <Modal.Content aria-label={t('pictures.edit_title')}>
        <div className={classes.picker}>
          <div className={classes.head}>
            <h2 className={classes.title}>{t('pictures.edit_title')}</h2>
            <CloseButton size={32} aria-label={t('actions.close')} onClick={onClose} />
          </div>
          <div className={classes.turning}>
            <SegmentedControl
              aria-label={t('pictures.shape')}
              value={shape}
              onChange={(next) => fit(next)}
              data={[
                { value: 'wide', label: '16:9' },
                { value: 'square', label: '1:1' },
                { value: 'free', label: t('pictures.free') },
              ]}
            />
            {tools.map(({ label, icon: ToolIcon, run, on }) => (
              <Tooltip key={label} label={label}>
                <ActionIcon variant="default" size={34} aria-label={label} aria-pressed={on} onClick={run}>
                  <ToolIcon size={17} stroke={ICON_STROKE} />
                </ActionIcon>
              </Tooltip>
            ))}
            <span className={classes.small}>{pixels ? `${pixels.width} × ${pixels.height}` : ''}</span>
          </div>
          <div className={classes.canvas}>
            <ImageCropper
              src={url}
              alt={name}
              label={t('pictures.crop_label')}
              area={crop}
              turn={turn}
              mirrorX={mirror.x}
              mirrorY={mirror.y}
              onChange={change}
              onSettled={settle}
              {...(aspect ? { aspect } : {})}
            />
          </div>
          <div className={classes.footer}>
            <span className={`${classes.small} ${classes.grow}`}>{t('pictures.edit_text')}</span>
            <Button variant="default" onClick={onClose}>
              {t('actions.cancel')}
            </Button>
            <Button loading={edit.pending} onClick={() => void save()}>
              {t('actions.save')}
            </Button>
          </div>
        </div>
      </Modal.Content>
    </Modal.Root>
  )
}
