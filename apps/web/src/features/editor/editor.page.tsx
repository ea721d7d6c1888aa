import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { CODES } from '@omni/contracts/codes.ts'
import { editorCalls, type EditorProduct } from '@omni/contracts/editor.calls.ts'
import { EmptyState } from '@omni/ui/empty-state.tsx'
import { ErrorState } from '@omni/ui/error-state.tsx'
import { useLocation, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useT } from '../../platform/i18n.ts'
import { go } from '../../platform/navigation.ts'
import { CallFailure, useCall } from '../../platform/query.ts'
import { useShortcuts } from '../../platform/shortcuts.ts'
import { CostingContext, CountryContext, useMakeCosting } from './costing.ts'
import { DescriptionSection } from './description-section.tsx'
import { EditorHead } from './editor-head.tsx'
import classes from './editor.module.css'
import { ImagesSection } from './images-section.tsx'
import { type OpenEditor, openEditor } from './open-editor.ts'
import { OverviewSection } from './overview-section.tsx'
import { PricingSection } from './pricing-section.tsx'
import { EditorContext, useEditor } from './use-editor.ts'
import { VariantsSection } from './variants-section.tsx'

/** Far below the fold: their code comes after the sheet's. */
const LowerSections = lazy(() => import('./lower-sections.tsx').then((module) => ({ default: module.LowerSections })))
const ListedIn = lazy(() => import('../listings/listed-in.tsx').then((module) => ({ default: module.ListedIn })))
const Notices = lazy(() => import('./notices.tsx').then((module) => ({ default: module.Notices })))
const HistoryPanel = lazy(() => import('./history-panel.tsx').then((module) => ({ default: module.HistoryPanel })))

/**
 * /app/products-import/editor/{productCenterId} and /app/products-center/editor/{productCenterId} (sourcing spec §2).
 */
export function EditorPage() {
  const { productCenterId = '' } = useParams({ strict: false }) as { productCenterId?: string } // both routes have it
  return <EditorOf key={productCenterId} id={productCenterId} />
}

function EditorOf({ id }: { id: string }) {
  const t = useT()
  const { pathname } = useLocation()
  const back = pathname.startsWith('/app/products-import') ? '/app/products-import' : '/app/products-center'
  const reading = useCall(editorCalls.getProduct, { id }, { quiet: true, fresh: 0 })
  const server = reading.data?.product
  const editor = useOpenEditor(server)
  const handle = useMemo(
    () => (editor && server ? { store: editor.store, client_id: editor.client_id, server } : null),
    [editor, server],
  )
  if (reading.isError && !server) {
    const gone = reading.error instanceof CallFailure && reading.error.envelope.status === CODES.not_found.status
    const button = (
      <Button variant="default" onClick={() => go(back)}>
        {t('editor.back')}
      </Button>
    )
    return (
      <>
        <VisuallyHidden component="h1">{t('editor.product')}</VisuallyHidden>
        {gone ? (
          <EmptyState title={t('editor.not_found')} text={t('editor.not_found_text')} action={button} />
        ) : (
          <ErrorState
            title={t('editor.failed')}
            text={reading.error.message}
            onRetry={() => void reading.refetch()}
            retrying={reading.isFetching}
            action={button}
          />
        )}
      </>
    )
  }
  if (!handle) return <EditorSkeleton />
  return (
    <EditorContext value={handle}>
      <EditorBody back={back} />
    </EditorContext>
  )
}

/** One store per page visit. A newer answer of the server is laid under the edits. */
function useOpenEditor(server: EditorProduct | undefined): OpenEditor | null {
  const [editor, setEditor] = useState<OpenEditor | null>(null)
  const known = server !== undefined
  useEffect(() => {
    if (!server) return
    let left = false
    let opened: OpenEditor | null = null
    void openEditor(server).then((editor) => {
      opened = editor
      if (left) editor.close()
      else setEditor(editor)
    })
    return () => {
      left = true
      opened?.close()
    }
    // Opened once, with the first answer; later ones are received below.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [known])
  useEffect(() => {
    if (editor && server && server.revision >= editor.store.get().revision) editor.store.receive(server)
  }, [editor, server])
  return editor
}

function EditorBody({ back }: { back: string }) {
  const { store, server } = useEditor()
  const [country, setCountry] = useState(server.ship_to)
  const [history, setHistory] = useState(false)
  const choice = useMemo(() => ({ country, setCountry }), [country])
  const costing = useMakeCosting(country)
  useEditorKeys(store)
  return (
    <CountryContext value={choice}>
      <CostingContext value={costing}>
        <div className={classes.page}>
          <EditorHead back={back} onHistory={() => setHistory(true)} />
          <div className={classes.body}>
            <Suspense fallback={null}>
              <ListedIn product_id={server.product_id} />
              <Notices />
            </Suspense>
            <OverviewSection />
            <DescriptionSection />
            <ImagesSection />
            <VariantsSection />
            <PricingSection />
            <Suspense fallback={<Skeleton height={600} />}>
              <LowerSections />
            </Suspense>
          </div>
        </div>
        <Suspense fallback={null}>{history ? <HistoryPanel onClose={() => setHistory(false)} /> : null}</Suspense>
      </CostingContext>
    </CountryContext>
  )
}

/** Ctrl+Z inside a rich text is the text's own; everywhere else it is the product's. */
function useEditorKeys({ undo, redo }: { undo: () => void; redo: () => void }) {
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      const target = event.target instanceof HTMLElement ? event.target : null
      if (
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.defaultPrevented ||
        target?.isContentEditable ||
        target?.dataset['ownUndo']
      )
        return
      const key = event.key.toLowerCase()
      const run = key === 'z' && event.shiftKey ? redo : key === 'z' ? undo : key === 'y' ? redo : null
      if (!run) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', act)
    return () => window.removeEventListener('keydown', act)
  }, [undo, redo])
  // Saving is automatic; the habit of pressing Ctrl+S must not open the browser's dialog.
  const { store } = useEditor()
  useShortcuts({ 'mod+s': () => void store.flush() })
}

function EditorSkeleton() {
  const t = useT()
  return (
    <div className={classes.page} aria-busy="true">
      <VisuallyHidden>
        <output>{t('editor.loading')}</output>
      </VisuallyHidden>
      <div className={classes.head}>
        <div className={classes.bar}>
          <Skeleton width={40} height={40} />
          <Skeleton height={40} maw={420} />
        </div>
        <Skeleton height={40} mt={8} />
      </div>
      <div className={classes.body}>
        {[140, 220, 260, 420].map((height) => (
          <Skeleton key={height} height={height} radius={10} />
        ))}
      </div>
    </div>
  )
}
