import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  evaluate,
  type Formula,
  FORMULA_FUNCTIONS,
  FORMULA_NAMES,
  type FormulaFunction,
  type FormulaValues,
  MAX_FORMULA,
  namesIn,
  type Operator,
  parseFormula,
} from './formula.ts'

const literal: fc.Arbitrary<Formula> = fc.record({
  kind: fc.constant('number' as const),
  value: fc.integer({ min: 0, max: 99_999 }).map((cents) => cents / 100),
  percent: fc.boolean(),
})
const variable: fc.Arbitrary<Formula> = fc.constantFrom(...FORMULA_NAMES).map((name) => ({ kind: 'name', name }))
const { tree } = fc.letrec<{ tree: Formula }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    literal,
    variable,
    fc.record({ kind: fc.constant('minus' as const), of: tie('tree') }),
    fc.record({
      kind: fc.constant('binary' as const),
      sign: fc.constantFrom<Operator>('+', '-', '*', '/'),
      left: tie('tree'),
      right: tie('tree'),
    }),
    fc
      .constantFrom<FormulaFunction>('min', 'max', 'round', 'ceil', 'floor')
      .chain((name) =>
        fc.record({
          kind: fc.constant('call' as const),
          name: fc.constant(name),
          args: fc.array(tie('tree'), {
            minLength: FORMULA_FUNCTIONS[name][0],
            maxLength: Math.min(3, FORMULA_FUNCTIONS[name][1]),
          }),
        }),
      ),
  ),
}))

const LEVEL: Record<Operator, number> = { '+': 1, '-': 1, '*': 2, '/': 2 }
/** With as few parentheses as the tree needs, so binding and grouping are what is tested. */
function print(formula: Formula, above = 0): string {
  switch (formula.kind) {
    case 'number':
      return `${formula.value}${formula.percent ? '%' : ''}`
    case 'name':
      return formula.name
    case 'minus':
      return `-${print(formula.of, 3)}`
    case 'call':
      return `${formula.name}(${formula.args.map((arg) => print(arg)).join(', ')})`
    case 'binary': {
      const level = LEVEL[formula.sign]
      const text = `${print(formula.left, level - 0.5)} ${formula.sign} ${print(formula.right, level)}`
      return level > above ? text : `(${text})`
    }
  }
}

/** The same as JavaScript sees it, all parentheses written: only a test may do this. */
function toCode(formula: Formula): string {
  switch (formula.kind) {
    case 'number':
      return `(${formula.value}${formula.percent ? ' / 100' : ''})`
    case 'name':
      return `values.${formula.name}`
    case 'minus':
      return `(-${toCode(formula.of)})`
    case 'call':
      return `${formula.name}(${formula.args.map(toCode).join(', ')})`
    case 'binary':
      return `(${toCode(formula.left)} ${formula.sign} ${toCode(formula.right)})`
  }
}
const dustless = (value: number) => Number(value.toPrecision(13))
const reference = {
  min: Math.min,
  max: Math.max,
  ceil: (x: number) => Math.ceil(dustless(x)),
  floor: (x: number) => Math.floor(dustless(x)),
  round: (x: number, places = 0) => {
    const kept = Math.max(0, Math.min(6, Math.trunc(places) || 0))
    const [digits, exponent = '0'] = String(Math.abs(dustless(x))).split('e')
    return Number(`${Math.sign(x) * Math.round(Number(`${digits}e${Number(exponent) + kept}`))}e-${kept}`)
  },
}
const values: fc.Arbitrary<FormulaValues> = fc
  .record({ cost: fc.nat(99_999), shipping: fc.nat(9999), fee: fc.nat(999), tax: fc.nat(999) })
  .map((cents) => ({
    cost: cents.cost / 100,
    shipping: cents.shipping / 100,
    fee: cents.fee / 100,
    tax: cents.tax / 100,
  }))
const must = (text: string): Formula => {
  const parsed = parseFormula(text)
  if (!parsed.ok) throw new Error(`${text}: ${JSON.stringify(parsed.error)}`)
  return parsed.formula
}

test('a printed tree parses to the same tree, however it is spaced', () => {
  fc.assert(
    fc.property(tree, fc.boolean(), (formula, tight) => {
      const text = tight ? print(formula).replaceAll(' ', '') : print(formula)
      fc.pre(text.length <= MAX_FORMULA)
      expect(parseFormula(text)).toEqual({ ok: true, formula })
    }),
    { numRuns: 500 },
  )
})

test('a formula is worth what the same tree is worth in JavaScript', () => {
  fc.assert(
    fc.property(tree, values, (formula, given) => {
      // oxlint-disable-next-line no-implied-eval, no-new-func -- an independent evaluator to judge ours by
      const expected = Function(
        'values',
        'min',
        'max',
        'round',
        'ceil',
        'floor',
        `return ${toCode(formula)}`,
      )(given, reference.min, reference.max, reference.round, reference.ceil, reference.floor) as number // what arithmetic gives
      const found = evaluate(formula, given)
      if (found.ok) expect(found.value + 0).toBe(expected + 0)
      else expect(found.reason === 'zero_divisor' || !Number.isFinite(expected)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('no text makes it throw, and a mistake points into the text at what it quotes', () => {
  const scraps = fc
    .array(
      fc.constantFrom(
        'cost',
        'shipping',
        'min',
        'round(',
        '(',
        ')',
        ',',
        '1',
        '2.5',
        '1.2.3',
        '10%',
        '+',
        '-',
        '*',
        '/',
        '^',
        ' ',
        '😀',
        'é',
      ),
      { maxLength: 20 },
    )
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), scraps), (text) => {
      const parsed = parseFormula(text)
      if (parsed.ok) return
      const { at, length, found } = parsed.error
      expect(text.slice(at, at + length)).toBe(found)
      expect(at).toBeLessThanOrEqual(text.length)
    }),
    { numRuns: 1000 },
  )
})

test.each([
  ['', 'empty', 0, ''],
  ['   ', 'empty', 0, '   '],
  ['cost ** 2', 'missing_operand', 6, '*'],
  ['cost *', 'missing_operand', 6, ''],
  ['()', 'missing_operand', 1, ')'],
  ['max(1,)', 'missing_operand', 6, ')'],
  ['+5', 'missing_operand', 0, '+'],
  ['price * 2', 'unknown_name', 0, 'price'],
  ['cost * toString', 'unknown_name', 7, 'toString'],
  ['(cost + 1', 'unclosed', 0, '('],
  ['2 * max(cost, 3', 'unclosed', 7, '('],
  ['cost)', 'unexpected', 4, ')'],
  ['cost 2', 'unexpected', 5, '2'],
  ['cost ^ 2', 'unexpected', 5, '^'],
  ['cost%', 'unexpected', 4, '%'],
  ['cost, 5', 'unexpected', 4, ','],
  ['cost + 😀', 'unexpected', 7, '😀'],
  ['cost * 2,5', 'number_invalid', 7, '2,5'],
  ['(1,50 + cost)', 'number_invalid', 1, '1,50'],
  ['1.2.3', 'number_invalid', 0, '1.2.3'],
  ['2cost', 'number_invalid', 0, '2cost'],
  ['cost * 1e5', 'number_invalid', 7, '1e5'],
  ['round()', 'wrong_arguments', 0, 'round'],
  ['1 + ceil(1, 2)', 'wrong_arguments', 4, 'ceil'],
  ['min(cost)', 'wrong_arguments', 0, 'min'],
  ['min * 2', 'wrong_arguments', 0, 'min'],
  ['('.repeat(60), 'too_deep', 41, '('],
  ['1'.repeat(301), 'too_long', 300, '1'],
])('%s: %s at %i', (text, reason, at, found) => {
  expect(parseFormula(text)).toEqual({ ok: false, error: { reason, at, length: found.length, found } })
})

test('reads as people write', () => {
  const given: FormulaValues = { cost: 10, shipping: 2.5, fee: 0.59, tax: 1 }
  const worth = (text: string) => evaluate(must(text), given)
  expect(worth('cost * 2.5 + shipping')).toEqual({ ok: true, value: 27.5 })
  expect(worth('Cost + 10% * COST')).toEqual({ ok: true, value: 11 })
  expect(worth('-cost + 3 * (2 - -1)')).toEqual({ ok: true, value: -1 })
  expect(worth('10 - 4 - 3')).toEqual({ ok: true, value: 3 })
  expect(worth('round(1.005, 2)')).toEqual({ ok: true, value: 1.01 })
  expect(worth('round(4.35 * 100 + 0.5)')).toEqual({ ok: true, value: 436 })
  expect(worth('ceil(0.1 * 3 * 10)')).toEqual({ ok: true, value: 3 })
  expect(worth('cost / (shipping - 2.5)')).toEqual({ ok: false, reason: 'zero_divisor' })
  expect([...namesIn(must('max(fee, 2) + tax * -fee'))]).toEqual(['fee', 'tax'])
})
