import { expect, test } from 'vitest'
import { chartShape, xOf } from './line-chart-shape.ts'

test('a rising line ends higher than it starts and stays inside the frame', () => {
  const { line, ticks } = chartShape([1000, 1500, 2000])
  const heights = [...line.matchAll(/[ML][\d.]+ ([\d.]+)/g)].map((match) => Number(match[1]))
  expect(heights).toHaveLength(3)
  expect(heights[0]).toBeGreaterThan(heights[2] ?? 100)
  expect(Math.min(...heights)).toBeGreaterThan(0)
  expect(Math.max(...heights)).toBeLessThan(100)
  expect(ticks.map(({ value }) => value)).toEqual([2000, 1500, 1000])
})

test('a price that never changed is one line with one tick, and none at all is empty', () => {
  expect(chartShape([700, 700, 700]).ticks).toHaveLength(1)
  expect(chartShape([700]).line).toContain('H100')
  expect(chartShape([])).toEqual({ line: '', area: '', ticks: [] })
})

test('stairs hold a price until the day it changes', () => {
  expect(chartShape([1, 2], true).line).toMatch(/^M0 [\d.]+H100V[\d.]+$/)
  expect(xOf(0, 1)).toBe(50)
})
