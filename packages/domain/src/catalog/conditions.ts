/** What state a good is sold in. spec: not shown. Everything is new unless a supplier says otherwise. */
export const CONDITIONS = ['new', 'refurbished', 'used'] as const
export type Condition = (typeof CONDITIONS)[number]
export const DEFAULT_CONDITION: Condition = 'new'

export const isCondition = (text: string): text is Condition => (CONDITIONS as readonly string[]).includes(text)
