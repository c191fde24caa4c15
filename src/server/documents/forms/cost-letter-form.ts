import type { Band, FormDescription } from './form-description.ts'

const line = (words: string, value: string, isBold?: true): Band => ({
  kind: 'row',
  height: 8,
  hugs: true,
  rules: 'outside',
  cells: [
    { width: 24, words, size: 11 },
    { width: 146, words: `{${value}}`, size: 11, ...(isBold && { isBold }), name: words },
  ],
})

const prose = (words: string, height: number): Band => ({
  kind: 'row',
  height,
  hugs: true,
  rules: 'outside',
  cells: [{ width: 170, words, size: 11, vertical: 'top', name: '본문' }],
})

const space = (height: number): Band => ({ kind: 'row', height, rules: 'outside', cells: [{ width: 170, words: '' }] })
/** An empty band; its frame is drawn as a horizontal rule. */
const rule: Band = { kind: 'row', height: 0.6, cells: [{ width: 170, words: '' }] }

/** 비용청구 as an official letter 공문. List `costs`: item, won. */
export const costLetterForm: FormDescription = {
  pages: [
    [
      {
        kind: 'row',
        height: 14,
        rules: 'outside',
        cells: [{ width: 170, words: '{office}', size: 20, align: 'center', isBold: true, name: '사무소' }],
      },
      {
        kind: 'row',
        height: 7,
        hugs: true,
        rules: 'outside',
        cells: [{ width: 170, words: '{reach}', size: 9, align: 'center', name: '연락처' }],
      },
      rule,
      space(4),
      line('문서번호', 'number'),
      line('시행일자', 'day'),
      line('수    신', 'recipient'),
      line('참    조', 'reference'),
      line('제    목', 'title', true),
      rule,
      space(4),
      prose('{text}', 22),
      {
        kind: 'row',
        height: 9,
        hugs: true,
        cells: [
          { width: 28, words: '소유자', align: 'center' },
          { width: 142, words: '{owner}' },
        ],
      },
      {
        kind: 'row',
        height: 9,
        hugs: true,
        cells: [
          { width: 28, words: '부동산의 표시', align: 'center', size: 9.5 },
          { width: 142, words: '{property}' },
        ],
      },
      {
        kind: 'row',
        height: 9,
        hugs: true,
        cells: [
          { width: 28, words: '등기목적', align: 'center' },
          { width: 142, words: '{purpose}' },
        ],
      },
      {
        kind: 'each',
        list: 'costs',
        height: 8,
        cells: [
          { width: 28, words: '{0}', align: 'center' },
          { width: 142, words: '{1}', align: 'right' },
        ],
      },
      {
        kind: 'row',
        height: 9,
        cells: [
          { width: 28, words: '합계', align: 'center', isBold: true },
          { width: 142, words: '{total}', align: 'right', isBold: true },
        ],
      },
      space(4),
      prose('{claimed}\n{account}', 14),
      space(4),
      prose('{enclosures}', 8),
      space(14),
      {
        kind: 'row',
        height: 9,
        hugs: true,
        rules: 'outside',
        cells: [{ width: 170, words: '{office}', size: 13, align: 'center' }],
      },
      {
        kind: 'row',
        height: 13,
        rules: 'outside',
        cells: [{ width: 170, words: '{scrivener}   (직인)', size: 18, align: 'center', isBold: true, name: '법무사' }],
      },
      space(8),
      rule,
      {
        kind: 'row',
        height: 12,
        hugs: true,
        rules: 'outside',
        cells: [{ width: 170, words: '{foot}', size: 8.5, name: '결문' }],
      },
    ],
  ],
}
