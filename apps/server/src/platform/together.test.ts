import { expect, test } from 'vitest'
import { together, togetherOrAlone } from './together.ts'

test('those who come at the same moment share a run, and each gets its own answer', async () => {
  const runs: number[][] = []
  const double = together(async (inputs: number[]) => {
    runs.push(inputs)
    return inputs.map((input) => input * 2)
  })
  expect(await Promise.all([double(1), double(2), double(3)])).toEqual([2, 4, 6])
  expect(runs).toEqual([[1, 2, 3]])
})

test('what cannot be done for one keeps no other from it', async () => {
  const runs: string[][] = []
  const greet = togetherOrAlone(async (names: string[]) => {
    runs.push(names)
    if (names.includes('nobody')) throw new Error('there is no such person')
    return names.map((name) => `hello ${name}`)
  })
  const handled = await Promise.allSettled([greet('Ann'), greet('nobody'), greet('Bo')])
  expect(handled).toMatchObject([
    { value: 'hello Ann' },
    { reason: { message: 'there is no such person' } },
    { value: 'hello Bo' },
  ])
  expect(runs).toEqual([['Ann', 'nobody', 'Bo'], ['Ann'], ['nobody'], ['Bo']])
})
