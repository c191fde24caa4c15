import fc from 'fast-check'
import type { Schema } from './calls.ts'

/** Ids of existing records, so that requests often find one. */
export interface KnownIds {
  readonly all: readonly string[]
  /** By table name. */
  readonly byTable: ReadonlyMap<string, readonly string[]>
  /** Table of the call's own records. */
  readonly own: string
}

/**
 * Values of a schema's shape. Field names decide the text, because schemas of dates and references
 * are plain strings.
 */
export function generateValue(schema: Schema, ids: KnownIds, key = ''): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((alternative) => generateValue(alternative, ids, key)))
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'unknown']
  return fc.oneof(...types.map((type) => generateTypedValue(type, schema, { ids, key })))
}

/** Values that people and programs send by mistake or on purpose. */
export const nasty: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfffx',
    '\ufeff',
    '\u202e',
    '%',
    '%%',
    '_',
    '\\',
    "'",
    '"',
    '`',
    '$1',
    "'; drop table audit; --",
    '${7*7}',
    '{{x}}',
    '<script>alert(1)</script>',
    '../../etc/passwd',
    '*',
    '(((',
    '[a-',
    'NaN',
    '2026-02-30',
    '2026-13-01',
    '99999-01-01',
    '0000-00-00',
    '1899-12-31',
    '-0001-01-01',
    '2026-01-01T25:00:00Z',
    'infinity',
    '-infinity',
    'now',
    'epoch',
    '24:00:00',
    '1e400',
    '0x10',
    '１２３',
    '१२३',
    '-0',
    '+1',
    '1.5',
    '1_000',
    0,
    -0,
    -1,
    1.5,
    2 ** 31,
    -(2 ** 31) - 1,
    2 ** 53,
    -(2 ** 53),
    2 ** 63,
    1e21,
    1e308,
    5e-324,
    null,
    true,
    false,
    [],
    {},
    [[]],
    [null],
    { $ne: 1 },
    { toString: 1 },
    { length: 1e9 },
    { constructor: { prototype: { x: 1 } } },
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'then',
    'length',
    '9'.repeat(30),
    '9'.repeat(400),
    '-'.repeat(2_000),
    'a'.repeat(60_000),
    '가'.repeat(20_000),
    '👩‍👧'.repeat(3_000),
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    '01939000-0000-7000-8000-00000000000G',
    '0.0',
    '1.1',
    '9223372036854775808.1',
    '999999999999999999.999999999999999999',
    '18446744073709551616.0',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 4 }),
)

interface ValueContext {
  readonly ids: KnownIds
  readonly key: string
}

function generateTypedValue(type: string, schema: Schema, context: ValueContext): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number':
      return generateNumber(schema)
    case 'array': {
      const { minItems = 0, maxItems = 4, items = {} } = schema
      return fc.array(generateValue(items, context.ids, context.key.replace(/s$/, '')), {
        minLength: minItems,
        maxLength: Math.max(minItems, Math.min(maxItems, 4)),
      })
    }
    case 'object':
      return generateObject(schema, context.ids)
    case 'string':
      return generateText(schema, context)
    default:
      // An empty schema: a transform or a reference.
      return fc.oneof({ weight: 4, arbitrary: generateText(schema, context) }, fc.integer({ min: 0, max: 1_000_000 }))
  }
}

function generateNumber({ minimum = -1_000, maximum = 1_000_000 }: Schema): fc.Arbitrary<number> {
  const max = Math.max(minimum, Math.min(maximum, Number.MAX_SAFE_INTEGER))
  const min = Math.max(minimum, Number.MIN_SAFE_INTEGER)
  const common = fc.integer({ min: Math.ceil(Math.max(min, -(2 ** 31))), max: Math.min(max, Math.max(min, 100)) })
  return fc.oneof({ weight: 4, arbitrary: common }, fc.constantFrom(min, max))
}

function generateObject({ properties = {}, required = [] }: Schema, ids: KnownIds): fc.Arbitrary<unknown> {
  const model = Object.fromEntries(
    Object.entries(properties).map(([key, schema]) => [key, generateValue(schema, ids, key)]),
  )
  const needed = required.filter((key) => key in model)
  const whole = fc.record(model, { requiredKeys: needed })
  // With few optional fields, all of them may be valid.
  const optional = Object.keys(model).filter((key) => !needed.includes(key))
  const sparse = fc
    .tuple(whole, fc.subarray(optional, { maxLength: Math.min(3, optional.length) }))
    .map(([value, kept]) =>
      Object.fromEntries(Object.entries(value).filter(([key]) => needed.includes(key) || kept.includes(key))),
    )
  return fc.oneof({ weight: 3, arbitrary: sparse }, whole)
}

const days = fc.constantFrom('2026-01-02', '2025-12-31', '2026-11-20', '2024-02-29', '1900-01-01', '9999-12-31', '')
const words = fc.constantFrom(
  '김',
  '서울',
  '공탁',
  'a',
  '솔빛',
  '1억2천만',
  '010-0000-0000',
  '2026',
  '=1+1',
  'x@example.com',
  '대기',
  'completed',
)

/** Header formats, which no schema describes. */
const headerTexts: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'if-match': fc.constantFrom('"1"', '"2"', 'W/"1"', '3', '*'),
  'idempotency-key': fc.uuid(),
}

/** Ids of the table a reference names, else of the call's own table. */
function generateId({ all, byTable, own }: KnownIds, key: string): fc.Arbitrary<string> {
  const name = key.replace(/_id$/, '').replace('deposition', 'deposit_case')
  const table =
    [...byTable.keys()].find((tableName) => name !== '' && (tableName === name || tableName.endsWith(`_${name}`))) ??
    own
  const likely = byTable.get(table) ?? []
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...(likely.length > 0 ? likely : all)) },
    fc.constantFrom(...all),
    fc.uuid(),
  )
}

function generateText({ pattern, maxLength = 200 }: Schema, { ids, key }: ValueContext): fc.Arbitrary<string> {
  const header = headerTexts[key]
  if (header) return header
  const id = generateId(ids, key)
  if (pattern?.startsWith('^[0-9a-f]{8}-')) return id
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'))
  const free = fc.oneof(words, fc.string({ unit: 'grapheme', maxLength: Math.min(maxLength, 60) }))
  if (/(^|_)(id|task_id|deposition)$/.test(key)) return fc.oneof({ weight: 6, arbitrary: id }, free)
  if (/date|_at$|_(start|end)$|Date/.test(key)) return fc.oneof({ weight: 5, arbitrary: days }, free)
  if (key === 'collection')
    return fc.constantFrom('real-estate', 'real-estate-groups', 'deposit-cases', 'companies', 'leave-requests')
  return free
}
