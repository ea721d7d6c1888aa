import { Button } from '@mantine/core'
import { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { LazyImage } from '@omni/ui/lazy-image.tsx'
import { RowsSkeleton } from '@omni/ui/rows-skeleton.tsx'
import { SidePanel } from '@omni/ui/side-panel.tsx'
import { useState } from 'react'
import { useAct } from '../../platform/act.ts'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { useList } from '../../platform/list.ts'
import { toast } from '../../platform/toasts.tsx'
import { VENDOR_NAMES } from '../../platform/vendor-names.ts'
import classes from './find.module.css'

/** Below the results: what this workplace has hidden, to take it back. Absent while nothing is hidden. */
export function HiddenProducts() {
  const t = useT()
  const format = useFormat()
  const [opened, setOpened] = useState(false)
  const list = useList(catalogCalls.listHiddenProducts, { page_size: 50 }, { quiet: true })
  const total = list.data?.pages[0]?.total ?? 0
  if (total === 0 && !opened) return null
  return (
    <>
      <button type="button" className={classes.inline} onClick={() => setOpened(true)}>
        {`${t('hidden.title')} (${format.number(total)})`}
      </button>
      <SidePanel opened={opened} onClose={() => setOpened(false)} title={t('hidden.title')}>
        <HiddenList list={list} />
      </SidePanel>
    </>
  )
}

function HiddenList({ list }: { list: ReturnType<typeof useList<typeof catalogCalls.listHiddenProducts>> }) {
  const t = useT()
  const { run } = useAct(catalogCalls.disableProduct, {
    refresh: [catalogCalls.listHiddenProducts, catalogCalls.findProducts],
    parallel: true,
  })
  const takeBack = async (id: number) => {
    const reply = await run({ id, disabled: false })
    if (!reply.success) toast('error', reply.message)
  }
  const products = list.data?.rows
  if (!products) return <RowsSkeleton rows={3} />
  if (products.length === 0) return <EmptyState title={t('hidden.none')} text={t('hidden.none_text')} />
  return (
    <ul className={classes.hidden} aria-label={t('hidden.title')}>
      {products.map(({ id, source, name, image }) => (
        <li key={id}>
          <LazyImage src={image} alt="" size={40} />
          <span className={classes.hiddenName}>
            <span dir="auto">{name}</span>
            <span>{VENDOR_NAMES[source]}</span>
          </span>
          <Button
            variant="default"
            size="xs"
            aria-label={t('hidden.take_back_named', { name })}
            onClick={() => void takeBack(id)}
          >
            {t('hidden.take_back')}
          </Button>
        </li>
      ))}
      {list.hasNextPage ? (
        <li>
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('table.more')}
          </Button>
        </li>
      ) : null}
    </ul>
  )
}
