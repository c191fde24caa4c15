import { describe, expect, test } from 'vitest'
import type { FieldValue } from '#contract/books/field.ts'
import { detectSeries } from './fill-cells.ts'

function continueSeries(
  values: readonly FieldValue[],
  kind: Parameters<typeof detectSeries>[1],
): readonly FieldValue[] | null {
  const series = detectSeries(values, kind)
  return series && [series(values.length), series(values.length + 1), series(-1)]
}

describe('dragging the corner of a selection', () => {
  test('continues one day by days, two days by their distance, and the same day of two months by months', () => {
    expect(continueSeries(['2026-11-30'], 'date')).toEqual(['2026-12-01', '2026-12-02', '2026-11-29'])
    expect(continueSeries(['2026-11-02', '2026-11-09'], 'date')).toEqual(['2026-11-16', '2026-11-23', '2026-10-26'])
    expect(continueSeries(['2026-11-15', '2026-12-15'], 'date')).toEqual(['2027-01-15', '2027-02-15', '2026-10-15'])
    expect(continueSeries(['2026-12-31', '2027-01-31'], 'date')).toEqual(['2027-02-28', '2027-03-31', '2026-11-30'])
  })

  test('counts up the digits at the end of a case number and keeps leading zeros and the text after them', () => {
    expect(continueSeries(['2026가단101'], 'text')).toEqual(['2026가단102', '2026가단103', '2026가단100'])
    expect(continueSeries(['제000009호'], 'text')).toEqual(['제000010호', '제000011호', '제000008호'])
    expect(continueSeries(['101동', '103동'], 'text')).toEqual(['105동', '107동', '99동'])
  })

  test('continues numbers only where two show a step, and repeats everything else', () => {
    expect(continueSeries([5000], 'won')).toBeNull()
    expect(continueSeries([1000, 3000], 'won')).toEqual([5000, 7000, -1000])
    expect(continueSeries([0.1, 0.2], 'number')).toEqual([0.3, 0.4, 0])
    expect(continueSeries([1, 2, 4], 'number')).toBeNull()
    expect(continueSeries(['소유자', '소유자'], 'text')).toBeNull()
    expect(continueSeries(['가1', '나2'], 'text')).toBeNull()
    expect(continueSeries([null], 'date')).toBeNull()
    expect(continueSeries(['2026-11-01', null], 'date')).toBeNull()
    expect(continueSeries(['completed'], 'enum')).toBeNull()
  })
})
