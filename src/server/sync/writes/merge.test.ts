import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DerivedField } from '#domain/books/book-rules.ts'
import { countPropertyRuns } from '#tests/support/runner/test-depth.ts'
import { mergeFields, type TheirChange } from './merge.ts'

const keys = ['fees', 'proof', 'owner', 'created_at'] as const
const value = fc.constantFrom(null, 0, 1, '가', '나')
const row = fc.record(Object.fromEntries(keys.map((key) => [key, value])))

/** A base row, up to three edits by others, and what a user supplies (any part of a row). */
const situation = fc.record({
  base: row,
  steps: fc.array(fc.dictionary(fc.constantFrom(...keys), value), { maxLength: 3 }),
  supplied: fc.dictionary(fc.constantFrom(...keys), value),
})

function replay(base: Record<string, unknown>, steps: Record<string, unknown>[]) {
  const theirs = new Map<string, TheirChange>()
  let current = base
  for (const step of steps) {
    for (const [field, now] of Object.entries(step)) {
      if (current[field] === now) continue
      theirs.set(field, { base: theirs.get(field)?.base ?? base[field] ?? null, changedBy: '김가온', changedAt: '' })
    }
    current = { ...current, ...step }
  }
  return { current, theirs }
}

test('the result contains every change of both sides, or names every field where they disagree', () => {
  fc.assert(
    fc.property(situation, ({ base, steps, supplied }) => {
      const { current, theirs } = replay(base, steps)
      const result = mergeFields({ supplied, current, theirs })
      const disagree = Object.keys(supplied).filter(
        (key) => supplied[key] !== base[key] && current[key] !== base[key] && supplied[key] !== current[key],
      )
      const named = result.kind === 'conflict' ? result.conflicts : []
      expect(named.map(({ field, base: was, theirs: is }) => [field, was, is])).toEqual(
        disagree.map((field) => [field, base[field], current[field]]),
      )
      const merged = { ...current, ...(result.kind === 'merged' && result.changes) }
      const mine = Object.entries(supplied).filter(([key, supply]) => supply !== base[key])
      expect(merged).toEqual({ ...current, ...(result.kind === 'merged' && Object.fromEntries(mine)) })
    }),
    { numRuns: countPropertyRuns(2000) },
  )
})

test('a client that sends back the whole row it read overwrites nothing', () => {
  fc.assert(
    fc.property(situation, ({ base, steps }) => {
      const { current, theirs } = replay(base, steps)
      expect(mergeFields({ supplied: base, current, theirs })).toEqual({ kind: 'merged', changes: {} })
    }),
  )
})

test('sending the whole row and sending only the changed fields give the same result', () => {
  fc.assert(
    fc.property(situation, ({ base, steps, supplied }) => {
      const { current, theirs } = replay(base, steps)
      const part = mergeFields({ supplied: sortKeys(supplied), current, theirs })
      expect(mergeFields({ supplied: sortKeys({ ...base, ...supplied }), current, theirs })).toEqual(part)
    }),
  )
})

test('a partial row that sets a field back to its base value, although it changed since, is a conflict', () => {
  const { current, theirs } = replay({ fees: 100, fees_vat: 10, owner: null }, [
    { owner: '가' },
    { fees: 200, fees_vat: 20 },
  ])
  const mergePart = (supplied: Record<string, unknown>) => {
    const result = mergeFields({ supplied, current, theirs, follows: [vat], isPartial: true })
    return result.kind === 'conflict' ? result.conflicts.map(({ field, theirs: now }) => [field, now]) : result.changes
  }
  expect(mergePart({ owner: null })).toEqual([['owner', '가']])
  expect(mergePart({ fees: 100 })).toEqual([
    ['fees', 200],
    ['fees_vat', 20],
  ])
  expect(mergePart({ owner: '가', proof: 1 })).toEqual({ proof: 1 })
})

function sortKeys(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const vat: DerivedField = { key: 'fees_vat', source: 'fees', derive: (fees) => Number(fees) / 10, note: '' }

function mergePair(supplied: Record<string, unknown>, steps: Record<string, unknown>[]) {
  const { current, theirs } = replay({ fees: 100, fees_vat: 10, owner: '가' }, steps)
  return mergeFields({ supplied, current, theirs, follows: [vat] })
}

test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  ['both changed the fee', { fees: 200, fees_vat: 20 }, { fees: 300, fees_vat: 30 }],
  ['I changed the fee, they the tax', { fees: 200, fees_vat: 20 }, { fees_vat: 0 }],
  ['I changed only the fee, they only the tax', { fees: 200 }, { fees_vat: 0 }],
  ['I changed the tax, they the fee', { fees_vat: 0 }, { fees: 300, fees_vat: 30 }],
  ['I changed the tax, they only the fee', { fees_vat: 0 }, { fees: 300 }],
  ['the same fee with another tax', { fees: 300, fees_vat: 30 }, { fees: 300, fees_vat: 0 }],
])('fee and tax are one value, and a conflict names both: %s', (_, mine, theirs) => {
  const result = mergePair({ ...mine, owner: '나' }, [theirs])
  expect(result.kind === 'conflict' && result.conflicts.map(({ field, base }) => [field, base])).toEqual([
    ['fees', 100],
    ['fees_vat', 10],
  ])
})

test('the same fee with the same tax is no conflict, whether named or derived', () => {
  expect(mergePair({ fees: 300, fees_vat: 30 }, [{ fees: 300, fees_vat: 30 }])).toEqual({ kind: 'merged', changes: {} })
  expect(mergePair({ fees: 300 }, [{ fees: 300, fees_vat: 30 }])).toEqual({ kind: 'merged', changes: {} })
})

test('a fee that only one side changed merges with the other side’s other changes', () => {
  expect(mergePair({ fees: 200, fees_vat: 20 }, [{ owner: '나' }])).toEqual({
    kind: 'merged',
    changes: { fees: 200, fees_vat: 20 },
  })
  expect(mergePair({ owner: '나' }, [{ fees: 300, fees_vat: 30 }])).toEqual({
    kind: 'merged',
    changes: { owner: '나' },
  })
})

test('a field that two others derive from forms one value with both, and each is named once', () => {
  const halves = ['dong', 'ho'].map((key, index): DerivedField => ({
    key,
    source: 'dongho',
    derive: (dongho) => String(dongho).split('-')[index] ?? null,
    note: '',
  }))
  const merge = (supplied: Record<string, unknown>, steps: Record<string, unknown>[]) => {
    const { current, theirs } = replay({ dongho: '101-1', dong: '101', ho: '1', owner: '가' }, steps)
    return mergeFields({ supplied, current, theirs, follows: halves })
  }
  const result = merge({ dongho: '102-2' }, [{ dongho: '103-1', dong: '103' }])
  expect(result.kind === 'conflict' && result.conflicts.map(({ field, base }) => [field, base])).toEqual([
    ['dongho', '101-1'],
    ['dong', '101'],
    ['ho', '1'],
  ])
  expect(merge({ dongho: '103-1' }, [{ dongho: '103-1', dong: '103' }])).toEqual({ kind: 'merged', changes: {} })
  expect(merge({ owner: '나' }, [{ dongho: '103-1', dong: '103' }])).toEqual({
    kind: 'merged',
    changes: { owner: '나' },
  })
})
