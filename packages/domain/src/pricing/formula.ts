/**
 * Price formulas of the selling-price rule: `cost * 2.5 + shipping`, `max(cost * 3, 9.99)`, `(cost + shipping) * (1 +
 * 30%)`.
 * Amounts are major units (dollars, not cents). A parser of our own: no `eval`, and every mistake is named with its
 * place.
 */
import { no, ok, type Result } from '../result.ts'
import { roundPlaces, settle } from './decimals.ts'
import { type Token, tokenise } from './formula-tokens.ts'

export const FORMULA_NAMES = ['cost', 'shipping', 'fee', 'tax'] as const
export type FormulaName = (typeof FORMULA_NAMES)[number]
/** With how many arguments each takes. `round(x, 2)` keeps two places. */
export const FORMULA_FUNCTIONS = {
  min: [2, 10],
  max: [2, 10],
  round: [1, 2],
  ceil: [1, 1],
  floor: [1, 1],
} as const satisfies Record<string, readonly [number, number]>
export type FormulaFunction = keyof typeof FORMULA_FUNCTIONS
export type Operator = '+' | '-' | '*' | '/'

export type Formula =
  | { kind: 'number'; value: number; /** 10% is 0.1; `value` is the 10. */ percent: boolean }
  | { kind: 'name'; name: FormulaName }
  | { kind: 'minus'; of: Formula }
  | { kind: 'binary'; sign: Operator; left: Formula; right: Formula }
  | { kind: 'call'; name: FormulaFunction; args: Formula[] }

export type FormulaReason =
  | 'empty'
  | 'unexpected'
  | 'unknown_name'
  | 'missing_operand'
  | 'unclosed'
  | 'number_invalid'
  | 'too_long'
  | 'too_deep'
  | 'wrong_arguments'
interface FormulaError {
  reason: FormulaReason
  at: number
  length: number
  /** The text from `at` on, `length` long. */ found: string
}
type Mistake = { ok: false; error: FormulaError }
export type Parsed = { ok: true; formula: Formula } | Mistake

export const MAX_FORMULA = 300
const MAX_DEPTH = 40 // deeper than anybody reads, shallower than any stack

const POWER: Record<Operator, number> = { '+': 1, '-': 1, '*': 2, '/': 2 }
const UNARY_POWER = 3

interface Reader {
  tokens: Token[]
  next: number
}

const END: Token = { kind: 'end', text: '', at: 0 }
const peek = (reader: Reader): Token => reader.tokens[reader.next] ?? reader.tokens.at(-1) ?? END
const isSign = (token: Token, text: string): boolean => token.kind === 'sign' && token.text === text
const isOperator = (token: Token): token is Token & { text: Operator } =>
  token.kind === 'sign' && Object.hasOwn(POWER, token.text)
// widened to ask
const isName = (text: string): text is FormulaName => (FORMULA_NAMES as readonly string[]).includes(text)
const isFunction = (text: string): text is FormulaFunction => Object.hasOwn(FORMULA_FUNCTIONS, text)

const done = (formula: Formula): Parsed => ({ ok: true, formula })
const mistake = (reason: FormulaReason, { at, text }: { at: number; text: string }): Mistake => ({
  ok: false,
  error: { reason, at, length: text.length, found: text },
})

/**
 * Something stands where the formula should have ended or gone on otherwise. A comma inside a number is a decimal
 * comma: named as such.
 */
function unexpected(reader: Reader): Mistake {
  const token = peek(reader)
  const [before, after] = [reader.tokens[reader.next - 1], reader.tokens[reader.next + 1]]
  const touching =
    before?.kind === 'number' &&
    after?.kind === 'number' &&
    before.at + before.text.length === token.at &&
    after.at === token.at + 1
  if (isSign(token, ',') && touching)
    return mistake('number_invalid', { at: before.at, text: `${before.text},${after.text}` })
  return mistake(token.kind === 'bad_number' ? 'number_invalid' : 'unexpected', token)
}

type Inside = { ok: true; args: Formula[] } | Mistake

/** What stands between parentheses, the closing one taken; only a function has commas there. */
function inside(reader: Reader, open: Token, depth: number, several: boolean): Inside {
  const args: Formula[] = []
  for (;;) {
    const arg = expression(reader, 0, depth + 1)
    if (!arg.ok) return arg
    args.push(arg.formula)
    const token = peek(reader)
    if (token.kind === 'end') return mistake('unclosed', open)
    if (!isSign(token, ')') && !(several && isSign(token, ','))) return unexpected(reader)
    reader.next++
    if (token.text === ')') return { ok: true, args }
  }
}

function call(reader: Reader, token: Token, name: FormulaFunction, depth: number): Parsed {
  const open = peek(reader)
  if (!isSign(open, '(')) return mistake('wrong_arguments', token)
  reader.next++
  if (isSign(peek(reader), ')')) return mistake('wrong_arguments', token)
  const found = inside(reader, open, depth, true)
  if (!found.ok) return found
  const [least, most] = FORMULA_FUNCTIONS[name]
  return found.args.length < least || found.args.length > most
    ? mistake('wrong_arguments', token)
    : done({ kind: 'call', name, args: found.args })
}

function operand(reader: Reader, depth: number): Parsed {
  const token = peek(reader)
  if (token.kind === 'bad_number' || token.kind === 'bad_sign') return unexpected(reader)
  reader.next++
  if (token.kind === 'number') {
    const percent = isSign(peek(reader), '%')
    if (percent) reader.next++
    return done({ kind: 'number', value: Number(token.text), percent })
  }
  if (token.kind === 'name') {
    const name = token.text.toLowerCase()
    if (isName(name)) return done({ kind: 'name', name })
    return isFunction(name) ? call(reader, token, name, depth) : mistake('unknown_name', token)
  }
  if (isSign(token, '-')) {
    const of = expression(reader, UNARY_POWER, depth + 1)
    return of.ok ? done({ kind: 'minus', of: of.formula }) : of
  }
  if (!isSign(token, '(')) return mistake('missing_operand', token)
  const found = inside(reader, token, depth, false)
  const [only] = found.ok ? found.args : []
  return found.ok ? (only ? done(only) : mistake('missing_operand', token)) : found
}

/** Reads on as long as the operators bind tighter than `above`. */
function expression(reader: Reader, above: number, depth: number): Parsed {
  if (depth > MAX_DEPTH) return mistake('too_deep', peek(reader))
  let left = operand(reader, depth)
  for (let token = peek(reader); left.ok && isOperator(token) && POWER[token.text] > above; token = peek(reader)) {
    reader.next++
    const right = expression(reader, POWER[token.text], depth + 1)
    left = right.ok ? done({ kind: 'binary', sign: token.text, left: left.formula, right: right.formula }) : right
  }
  return left
}

export function parseFormula(text: string): Parsed {
  if (text.length > MAX_FORMULA) return mistake('too_long', { at: MAX_FORMULA, text: text.slice(MAX_FORMULA) })
  if (text.trim() === '') return mistake('empty', { at: 0, text })
  const reader: Reader = { tokens: tokenise(text), next: 0 }
  const parsed = expression(reader, 0, 0)
  return parsed.ok && peek(reader).kind !== 'end' ? unexpected(reader) : parsed
}

export type FormulaValues = Record<FormulaName, number>

const FUNCTIONS: Record<FormulaFunction, (args: number[]) => number> = {
  min: (args) => Math.min(...args),
  max: (args) => Math.max(...args),
  round: ([value = Number.NaN, places = 0]) => roundPlaces(value, places),
  ceil: ([value = Number.NaN]) => Math.ceil(settle(value)),
  floor: ([value = Number.NaN]) => Math.floor(settle(value)),
}

interface Fault {
  divided_by_zero: boolean
}

const OPERATIONS: Record<Operator, (left: number, right: number) => number> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
}

function work(formula: Formula, values: FormulaValues, fault: Fault): number {
  switch (formula.kind) {
    case 'number':
      return formula.percent ? formula.value / 100 : formula.value
    case 'name':
      return values[formula.name]
    case 'minus':
      return -work(formula.of, values, fault)
    case 'call':
      return FUNCTIONS[formula.name](formula.args.map((arg) => work(arg, values, fault)))
    case 'binary': {
      const [left, right] = [work(formula.left, values, fault), work(formula.right, values, fault)]
      if (formula.sign === '/' && right === 0) fault.divided_by_zero = true
      return OPERATIONS[formula.sign](left, right)
    }
  }
}

export function evaluate(formula: Formula, values: FormulaValues): Result<number, 'zero_divisor' | 'not_finite'> {
  const fault: Fault = { divided_by_zero: false }
  const value = work(formula, values, fault)
  if (fault.divided_by_zero) return no('zero_divisor')
  return Number.isFinite(value) ? ok(value) : no('not_finite')
}

export function namesIn(formula: Formula): Set<FormulaName> {
  switch (formula.kind) {
    case 'number':
      return new Set()
    case 'name':
      return new Set([formula.name])
    case 'minus':
      return namesIn(formula.of)
    case 'call':
      return new Set(formula.args.flatMap((arg) => [...namesIn(arg)]))
    case 'binary':
      return new Set([...namesIn(formula.left), ...namesIn(formula.right)])
  }
}
