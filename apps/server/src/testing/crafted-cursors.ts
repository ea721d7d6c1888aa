/** Cursors that nobody was given: wrong types, other lists', huge ones, odd JSON in valid base64. */
const json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const raw = (text: string) => Buffer.from(text).toString('base64url')
const UUID = '01a1dd15-5f67-7ff4-9952-92a3f5d5e080'

const VALUES: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  2 ** 31,
  2 ** 63,
  '',
  'x',
  '\0',
  '\ud800',
  UUID,
  '00000000-0000-0000-0000-000000000000',
  '2026-11-15T10:00:00Z',
  '2026-11-15T10:00:00.000000+00:00',
  '999999-01-01T00:00:00Z',
  '0000-00-00T00:00:00Z',
  'infinity',
  'NaN',
  [],
  {},
]

/** As they would stand in the query of a list. */
export const craftedCursors: string[] = [
  '',
  ' ',
  '%',
  '\0',
  '💥',
  'null',
  '[]',
  '{}',
  UUID,
  'x'.repeat(2000),
  'A'.repeat(1999),
  `${'W10'.repeat(600)}`,
  raw('{'),
  raw('[1,'),
  raw('\0'),
  raw('"\\u0000"'),
  raw('{"__proto__":{"x":1}}'),
  raw('['.repeat(700) + ']'.repeat(700)),
  raw(`${'[{"a":'.repeat(150)}1${'}]'.repeat(150)}`),
  raw('1e999'),
  raw('[1e999,1e999]'),
  ...VALUES.map(json),
  ...VALUES.map((value) => json([value])),
  ...VALUES.flatMap((a) => [json([a, UUID]), json([UUID, a]), json(['2026-11-15T10:00:00Z', a]), json([a, a, a])]),
  ...VALUES.map((value) => json({ at: value, id: value, sort: value, value, position: value, after: value })),
]
