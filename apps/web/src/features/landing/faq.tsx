import { ICON_STROKE } from '@omni/ui/measures.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { type TextKey, useT } from '../../platform/i18n.ts'
import classes from './faq.module.css'

export interface Question {
  question: TextKey
  answer: TextKey
}

export const LANDING_QUESTIONS: readonly Question[] = [
  { question: 'faq.what_question', answer: 'faq.what_answer' },
  { question: 'faq.demo_question', answer: 'faq.demo_answer' },
  { question: 'faq.host_question', answer: 'faq.host_answer' },
  { question: 'faq.twice_question', answer: 'faq.twice_answer' },
  { question: 'faq.languages_question', answer: 'faq.languages_answer' },
]

export const PRICING_QUESTIONS: readonly Question[] = [
  { question: 'faq.card_question', answer: 'faq.card_answer' },
  { question: 'faq.limit_question', answer: 'faq.limit_answer' },
  { question: 'faq.yearly_question', answer: 'faq.yearly_answer' },
  { question: 'faq.upgrade_question', answer: 'faq.upgrade_answer' },
]

/** The browser's own disclosure: keyboard, find-in-page and printing work; one answer open at a time by `name`. */
export function Faq({ questions }: { questions: readonly Question[] }) {
  const t = useT()
  return (
    <div className={classes.list}>
      {questions.map(({ question, answer }) => (
        <details key={question} name="faq" className={classes.item}>
          <summary className={classes.question}>
            <span>{t(question)}</span>
            <IconChevronDown size={18} stroke={ICON_STROKE} aria-hidden="true" />
          </summary>
          <p className={classes.answer}>{t(answer)}</p>
        </details>
      ))}
    </div>
  )
}
