import { expect, test } from 'vitest'
import { layoutPrintSheet } from './layout-print-sheet.ts'

test('subtotals in between are marked like the total, and the header repeats on every page', () => {
  const column = { align: 'end', isUnbroken: true, width: 100 } as const
  const sheet = layoutPrintSheet({
    title: '2026년 사건부',
    subtitleLines: ['총 2건'],
    printed: '',
    orientation: 'landscape',
    trailInfo: { rows: 2 },
    blocks: [
      {
        kind: 'table',
        columns: [
          { ...column, label: '일련번호' },
          { ...column, label: '보수액' },
        ],
        fit: { font: 9, widths: [100, 100] },
        rows: [
          ['1', '300,000'],
          ['1월 월계', '300,000'],
          ['2', '100,000'],
        ],
        sumRows: new Set([1]),
        total: ['합계', '400,000'],
      },
    ],
  })
  const rows = [...sheet.querySelectorAll<HTMLElement>('tbody tr')]
  expect(rows.map((row) => [row.textContent, 'total' in row.dataset])).toEqual([
    ['1300,000', false],
    ['1월 월계300,000', true],
    ['2100,000', false],
    ['합계400,000', true],
  ])
  expect(sheet.querySelector('thead')?.textContent).toContain('2026년 사건부')
})
