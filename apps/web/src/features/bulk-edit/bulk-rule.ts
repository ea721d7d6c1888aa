/**
 * The sentence of inputs of a bulk edit and what it asks for. What may be done to a field is the domain's to say. Pure.
 */
import { parseMinor } from '@omni/domain/money.ts'
import { BULK_HOW, type BulkField, type BulkHow } from '@omni/domain/products/bulk-fields.ts'
import { type BulkEdit, checkEdit, mayEdit } from '@omni/domain/products/bulk-edit.ts'

export interface Draft {
  id: string
  field: BulkField
  how: BulkHow
  /** As typed. */
  value: string
  find: string
  tags: string[]
  on: boolean
}

export type ValueKind =
  | 'none'
  | 'text'
  | 'amount'
  | 'factor'
  | 'percent'
  | 'grams'
  | 'rounding'
  | 'tags'
  | 'switch'
  | 'replace'

const LISTS: readonly BulkField[] = ['tags', 'collections']
const SWITCHES: readonly BulkField[] = ['enabled', 'sell_out_of_stock']
const AMOUNTS: readonly BulkField[] = ['price', 'compare_at_price']

/** What has to be given besides field and how. */
export function valueKind({ field, how }: Pick<Draft, 'field' | 'how'>): ValueKind {
  if (how === 'clear' || how === 'price_rule') return 'none'
  if (how === 'round') return 'rounding'
  if (how === 'find_replace') return 'replace'
  if (how === 'multiply') return 'factor'
  if (how === 'percent') return 'percent'
  if (LISTS.includes(field)) return 'tags'
  if (SWITCHES.includes(field)) return 'switch'
  if (AMOUNTS.includes(field)) return 'amount'
  return field === 'weight_g' ? 'grams' : 'text'
}

export const howsFor = (field: BulkField): BulkHow[] => BULK_HOW.filter((how) => mayEdit(field, how))

export function newDraft(id: string, field: BulkField): Draft {
  const hows = howsFor(field)
  return {
    id,
    field,
    how: LISTS.includes(field) ? 'tags_add' : (hows[0] ?? 'set'),
    value: '',
    find: '',
    tags: [],
    on: true,
  }
}

/** Another field keeps what was typed where it still makes sense. */
export function withField(draft: Draft, field: BulkField): Draft {
  const hows = howsFor(field)
  return { ...draft, field, how: hows.includes(draft.how) ? draft.how : newDraft(draft.id, field).how }
}

const number = (text: string): number | null => {
  const value = Number(text.trim().replace(',', '.'))
  return text.trim() !== '' && Number.isFinite(value) ? value : null
}

function valueOf(draft: Draft, currency: string): BulkEdit['value'] | null {
  const kind = valueKind(draft)
  if (kind === 'none') return undefined
  if (kind === 'switch') return draft.on
  if (kind === 'tags') return draft.tags.length > 0 ? draft.tags : null
  if (kind === 'amount') {
    const amount = parseMinor(draft.value.trim().replace(',', '.'), currency)
    return amount.ok ? amount.value : null
  }
  if (kind === 'factor' || kind === 'percent') return number(draft.value)
  if (kind === 'grams') {
    const grams = number(draft.value)
    return grams === null ? null : Math.round(grams)
  }
  return draft.value
}

/** null while the sentence is not complete, or makes no sense for any product. */
export function toEdit(draft: Draft, currency: string): BulkEdit | null {
  const value = valueOf(draft, currency)
  if (value === null) return null
  // Adding nothing to a text is a sentence somebody has not finished.
  if (valueKind(draft) === 'text' && draft.how !== 'set' && value === '') return null
  const edit: BulkEdit = {
    field: draft.field,
    how: draft.how,
    ...(value === undefined ? {} : { value }),
    ...(draft.how === 'find_replace' ? { find: draft.find } : {}),
  }
  return checkEdit(edit) === null ? edit : null
}

/** All of them complete, or null: half a rule is not previewed. */
export function toEdits(drafts: readonly Draft[], currency: string): BulkEdit[] | null {
  const edits = drafts.flatMap((draft) => toEdit(draft, currency) ?? [])
  return edits.length === drafts.length && edits.length > 0 ? edits : null
}
