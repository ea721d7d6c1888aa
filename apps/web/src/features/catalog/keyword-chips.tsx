import { AppLink } from '../../platform/app-link.tsx'
import classes from './find.module.css'

interface KeywordChipsProps {
  label: string
  words: readonly string[]
  centred?: boolean
}

/** Words that lead to their search. */
export function KeywordChips({ label, words, centred = false }: KeywordChipsProps) {
  if (words.length === 0) return null
  return (
    <div className={classes.keywords} data-centred={centred || undefined}>
      <span className={classes.keywordsLabel}>{label}</span>
      {words.map((word) => (
        <AppLink key={word} className={classes.keyword} href={`/app/find-product?text=${encodeURIComponent(word)}`}>
          {word}
        </AppLink>
      ))}
    </div>
  )
}
