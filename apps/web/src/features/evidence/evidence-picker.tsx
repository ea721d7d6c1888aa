import { Button, CloseButton, FileButton } from '@mantine/core'
import { evidenceCalls } from '@omni/contracts/evidence.calls.ts'
import type { Out } from '@omni/contracts/kernel.ts'
import { MAX_PICTURES } from '@omni/domain/feedback/feedback.ts'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useT } from '../../platform/i18n.ts'
import classes from './evidence.module.css'

export type Picture = NonNullable<Out<typeof evidenceCalls.uploadEvidence>['picture']>

const PICTURES = 'image/png,image/jpeg,image/webp,image/heic'

interface EvidencePickerProps {
  pictures: readonly Picture[]
  onChange: (pictures: readonly Picture[]) => void
}

/** Pictures that are sent with a request or a message. Each is uploaded when it is chosen. */
export function EvidencePicker({ pictures, onChange }: EvidencePickerProps) {
  const t = useT()
  const upload = useAct(evidenceCalls.uploadEvidence, { refresh: [] })
  const [problems, setProblems] = useState<readonly string[]>([])
  const take = async (files: readonly File[]) => {
    const kept = [...pictures]
    const failed: string[] = []
    for (const file of files.slice(0, MAX_PICTURES - pictures.length)) {
      const reply = await upload.run({ file, name: file.name.slice(0, 300) })
      if (reply.data?.picture) kept.push(reply.data.picture)
      else failed.push(reply.data?.message ?? reply.message)
      onChange([...kept])
    }
    setProblems(failed)
  }
  return (
    <div className={classes.picker}>
      {pictures.length > 0 ? (
        <ul className={classes.pictures}>
          {pictures.map((picture) => (
            <li key={picture.evidence_id} className={classes.picture}>
              <img src={picture.url} alt={picture.name} width={56} height={56} />
              <CloseButton
                size="sm"
                aria-label={t('evidence.remove', { name: picture.name })}
                onClick={() => onChange(pictures.filter((one) => one !== picture))}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <FileButton multiple accept={PICTURES} onChange={(files) => void take(files)}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            size="xs"
            loading={upload.pending}
            disabled={pictures.length >= MAX_PICTURES}
          >
            {t('evidence.add', { most: MAX_PICTURES })}
          </Button>
        )}
      </FileButton>
      {problems.map((problem) => (
        <p key={problem} className={classes.problem} role="alert">
          {problem}
        </p>
      ))}
    </div>
  )
}

/** Pictures that were sent; each opens as a file. */
export function EvidenceList({ pictures }: { pictures: readonly Picture[] }) {
  if (pictures.length === 0) return null
  return (
    <ul className={classes.pictures}>
      {pictures.map(({ evidence_id, url, name }) => (
        <li key={evidence_id} className={classes.picture}>
          <a href={url} download>
            <img src={url} alt={name} width={56} height={56} />
          </a>
        </li>
      ))}
    </ul>
  )
}
