import { Autocomplete, Loader } from '@mantine/core'
import { catalogCalls } from '@omni/contracts/catalog.calls.ts'
import { MAX_TEXT } from '@omni/domain/catalog/search-options.ts'
import { Kbd } from '@omni/ui/kbd.tsx'
import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconHistory, IconPhotoSearch, IconSearch } from '@tabler/icons-react'
import { type ClipboardEvent, type FormEvent, useRef, useState } from 'react'
import { AppLink } from '../../platform/app-link.tsx'
import { useFormat } from '../../platform/format.ts'
import { useT } from '../../platform/i18n.ts'
import { useCall } from '../../platform/query.ts'
import { useSettled } from '../../platform/settled.ts'
import { useShortcuts } from '../../platform/shortcuts.ts'
import { recentSearches, rememberSearch } from './recent-searches.ts'
import classes from './search-box.module.css'
import { isSupplierLink } from './supplier-link.ts'
import { useQuickScan } from './use-quick-scan.ts'

const TYPING_MS = 150
const FROM_LETTERS = 2

interface SearchBoxProps {
  text: string
  shipTo: string
  onSearch: (text: string) => void
}

/** Words, or a supplier's link. `/` brings the cursor here; suggestions come while typing, recent searches before. */
export function SearchBox(props: SearchBoxProps) {
  // A text that came from elsewhere (back button, a keyword) replaces what is in the field.
  return <SearchField key={props.text} {...props} />
}

function SearchField({ text, shipTo, onSearch }: SearchBoxProps) {
  const t = useT()
  const format = useFormat()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(text)
  const word = useSettled(typed.trim(), TYPING_MS)
  const { scan, scanning, problem, forget } = useQuickScan(shipTo)
  useShortcuts({ '/': () => field.current?.select() }, { first: true })
  const asks = word.length >= FROM_LETTERS && word !== text && !isSupplierLink(word)
  const suggested = useCall(
    catalogCalls.getSuggestKeywords,
    { keyword: word },
    { enabled: asks, quiet: true, keep: true },
  )

  const search = (wanted: string) => {
    const clean = wanted.trim()
    if (isSupplierLink(clean)) return void scan(clean)
    if (clean !== '') rememberSearch(clean)
    onSearch(clean)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    field.current?.blur()
    search(typed)
  }
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text')
    if (isSupplierLink(pasted)) void scan(pasted.trim())
  }

  const counts = new Map(asks ? suggested.data?.keywords.map(({ keyword, products }) => [keyword, products]) : [])
  const recent = recentSearches().filter(
    (item) => !counts.has(item) && item.toLowerCase().includes(typed.trim().toLowerCase()),
  )
  const data = [
    ...(counts.size > 0 ? [{ group: t('find.suggestions'), items: [...counts.keys()] }] : []),
    ...(recent.length > 0 && !isSupplierLink(typed) ? [{ group: t('find.recent'), items: recent }] : []),
  ]
  return (
    <search className={classes.form}>
      <form onSubmit={submit}>
        <Autocomplete
          ref={field}
          className={classes.field ?? ''}
          value={typed}
          data={data}
          filter={({ options }) => options}
          aria-label={t('find.search_label')}
          placeholder={t('find.placeholder')}
          maxLength={2000}
          error={problem}
          size="md"
          autoComplete="off"
          leftSection={
            scanning ? <Loader size={16} /> : <IconSearch size={18} stroke={ICON_STROKE} aria-hidden="true" />
          }
          rightSection={<ImageButton />}
          rightSectionWidth="auto"
          maxDropdownHeight={360}
          selectFirstOptionOnChange={false}
          onChange={(value) => {
            forget()
            setTyped(value.length > MAX_TEXT && !isSupplierLink(value) ? value.slice(0, MAX_TEXT) : value)
          }}
          onOptionSubmit={search}
          onPaste={paste}
          renderOption={({ option }) => (
            <span className={classes.option}>
              {counts.has(option.value) ? (
                <IconSearch size={15} stroke={ICON_STROKE} aria-hidden="true" />
              ) : (
                <IconHistory size={15} stroke={ICON_STROKE} aria-hidden="true" />
              )}
              <span className={classes.word}>{option.value}</span>
              <span className={classes.count}>
                {counts.has(option.value) ? format.short(counts.get(option.value) ?? 0) : null}
              </span>
            </span>
          )}
        />
      </form>
    </search>
  )
}

function ImageButton() {
  const t = useT()
  return (
    <span className={classes.end}>
      <span className={classes.key} aria-hidden="true">
        <Kbd>/</Kbd>
      </span>
      <AppLink href="/app/find-product/image" className={classes.image} aria-label={t('image.title')}>
        <IconPhotoSearch size={18} stroke={ICON_STROKE} aria-hidden="true" />
        <span className={classes.imageWord}>{t('image.title')}</span>
      </AppLink>
    </span>
  )
}
