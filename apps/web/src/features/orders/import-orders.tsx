import { Button } from '@mantine/core'
import type { Out } from '@omni/contracts/kernel.ts'
import { orderCalls } from '@omni/contracts/orders.calls.ts'
import { StatusDot } from '@omni/ui/status-dot.tsx'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { messageOf } from '../../platform/reactions.ts'
import { toast } from '../../platform/toasts.tsx'
import { useCardShow } from '../../product-cards/card-show.ts'
import { CsvDrop } from '../import-list/csv-drop.tsx'
import { DialogFrame } from '../import-list/dialog-frame.tsx'
import classes from './orders.module.css'

type Preview = Out<typeof orderCalls.previewOrderFile>

const TEMPLATE = {
  name: 'omni-orders',
  rows: [
    [
      'order',
      'customer',
      'email',
      'address',
      'city',
      'state',
      'zip',
      'country',
      'phone',
      'sku',
      'quantity',
      'price',
      'currency',
    ],
    [
      '1001',
      'Ava Lindqvist',
      'ava@example.com',
      '500 Congress Ave',
      'Austin',
      'TX',
      '78701',
      'US',
      '+15125550142',
      'LAMP-RED',
      '1',
      '24.99',
      'USD',
    ],
    ['1001', '', '', '', '', '', '', '', '', 'LAMP-BLUE', '2', '24.99', ''],
  ],
}
const WILL = {
  create: { text: 'orders.import_create', tone: 'green' },
  skip: { text: 'orders.import_skip', tone: 'grey' },
  fail: { text: 'orders.import_fail', tone: 'red' },
} as const
const REFRESH = [orderCalls.listOrders, orderCalls.countOrderStatus, orderCalls.getSectionSummary]

/** Orders from a file: checked order by order, with each mistake at its line, and only then made. */
export function ImportOrders({ onClose }: { onClose: () => void }) {
  const { t, format } = useCardShow()
  const [file, setFile] = useState<{ name: string; text: string } | null>(null)
  const [preview, setPreview] = useState<Preview | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const check = useAct(orderCalls.previewOrderFile, { refresh: [], quiet: true })
  const start = useAct(orderCalls.importOrderFile, { refresh: REFRESH, quiet: true })
  const text = file?.text ?? ''
  const ask = async () => {
    setProblem(null)
    const reply = await check.run({ text })
    if (reply.data) setPreview(reply.data)
    else setProblem(messageOf(reply) || t('orders.import_failed'))
  }
  const run = async () => {
    const reply = await start.run({ text })
    if (!reply.data) return setProblem(messageOf(reply) || t('orders.import_failed'))
    toast('success', t('orders.import_done', { n: format.number(reply.data.will_create) }))
    onClose()
  }
  return (
    <DialogFrame
      title={t('orders.import_title')}
      text={t(preview ? 'orders.import_check_text' : 'orders.import_text')}
      onClose={onClose}
      sum={
        preview
          ? t('orders.import_counts', {
              ready: format.number(preview.will_create),
              skip: format.number(preview.will_skip),
              fail: format.number(preview.will_fail),
            })
          : ''
      }
      buttons={
        preview ? (
          <>
            <Button variant="default" onClick={() => setPreview(null)}>
              {t('imports.back')}
            </Button>
            <Button loading={start.pending} disabled={preview.will_create === 0} onClick={() => void run()}>
              {t('orders.import_run', { n: format.number(preview.will_create) })}
            </Button>
          </>
        ) : (
          <>
            <Button variant="default" onClick={onClose}>
              {t('actions.cancel')}
            </Button>
            <Button loading={check.pending} disabled={!file} onClick={() => void ask()}>
              {t('orders.import_check')}
            </Button>
          </>
        )
      }
    >
      {problem ? (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      ) : null}
      {preview ? (
        <Orders preview={preview} />
      ) : (
        <CsvDrop
          name={file?.name ?? null}
          formats={t('orders.import_formats')}
          template={TEMPLATE}
          onFile={(name, read) => {
            setProblem(null)
            setFile({ name, text: read })
          }}
          onProblem={setProblem}
        />
      )}
    </DialogFrame>
  )
}

function Orders({ preview }: { preview: Preview }) {
  const { t, money } = useCardShow()
  return (
    <>
      {preview.ignored_columns.length > 0 ? (
        <p className={classes.meta}>{t('orders.import_ignored', { columns: preview.ignored_columns.join(', ') })}</p>
      ) : null}
      <ul className={classes.lines}>
        {preview.orders.map((order) => (
          <li key={order.line} className={classes.fileOrder}>
            <span className={classes.words}>
              <b dir="auto">{order.number || '—'}</b>
              <span className={classes.meta} dir="auto">
                {[
                  order.customer_name,
                  order.country_code,
                  t('orders.pieces', { count: order.pieces }),
                  money(order.total, order.currency).text,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {order.problems.map(({ line, message }) => (
                <span key={`${line} ${message}`} className={classes.problem}>
                  {t('orders.import_line', { line, message })}
                </span>
              ))}
            </span>
            <StatusDot tone={WILL[order.will].tone}>{t(WILL[order.will].text)}</StatusDot>
          </li>
        ))}
      </ul>
    </>
  )
}
