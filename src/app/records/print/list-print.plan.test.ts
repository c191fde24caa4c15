import { expect, test } from 'vitest'
import type { PrintColumn } from '#app/ui/print/print-sheet.ts'
import { type ListLines, planPrint } from './list-print.ts'

const rows = [
  ['1', '김하나', '', '100,000', ''],
  ['2', '이두리', '', '', ''],
]
const list = makeLines(['순번', '소유자', '비고', '보수료', '부가세'], rows)

test('leaves out empty columns with their sums, and names them', () => {
  const { lines, empty, cutColumns } = planPrint(list, 'left-out')
  expect(lines.columns.map(({ label }) => label)).toEqual(['순번', '소유자', '보수료'])
  expect(lines.rows[1]).toEqual(['2', '이두리', ''])
  expect(lines.total).toEqual(['합계', '', '100,000'])
  expect([empty, cutColumns]).toEqual([['비고', '부가세'], []])
})

test('keeps empty columns on request', () => {
  const { lines, fit, empty } = planPrint(list, 'kept')
  expect(lines).toEqual(list)
  expect(fit.widths).toHaveLength(5)
  expect(empty).toEqual(['비고', '부가세'])
})

test('keeps all columns of a list without any content', () => {
  const blank = makeLines(['순번', '소유자'], [['1', '']])
  expect(planPrint(blank, 'left-out').lines).toEqual(blank)
})

test('drops columns that do not fit from the right, after the empty ones', () => {
  const labels = ['순번', ...Array.from({ length: 30 }, (_, index) => `금액${index + 1}`)]
  const full = makeLines(labels, [['1', ...Array.from({ length: 30 }, () => '123,456,789')]])
  const { lines, cutColumns } = planPrint(full, 'left-out')
  expect([...lines.columns.map(({ label }) => label), ...cutColumns]).toEqual(labels)
  expect(cutColumns.length).toBeGreaterThan(5)
  const sparse = makeLines(labels, [
    ['1', ...Array.from({ length: 30 }, (_, index) => (index < 8 ? '123,456,789' : ''))],
  ])
  expect(planPrint(sparse, 'left-out').cutColumns).toEqual([])
})

function makeLines(labels: readonly string[], cells: ListLines['rows']): ListLines {
  const columns = labels.map((label): PrintColumn => ({ label, align: 'end', isUnbroken: true, width: 90 }))
  const total = ['합계', '', '', '100,000', '0'].slice(0, labels.length)
  return { columns, rows: cells, total, skipped: 0 }
}
