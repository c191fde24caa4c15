import type { Band, FormDescription } from './form-description.ts'

const line = (words: string, name: string): Band => ({
  kind: 'row',
  height: 10,
  grows: true,
  cells: [
    { width: 40, words, align: 'center' },
    { width: 130, words: `{${name}}` },
  ],
})

/** 비용내역서. List `costs`: item, won, description. */
export const costStatementForm: FormDescription = {
  pages: [
    [
      {
        kind: 'row',
        height: 20,
        rules: 'outside',
        cells: [{ width: 170, words: '비용내역서', size: 20, spacing: 0.6, align: 'center', isBold: true }],
      },
      line('의 뢰 인', 'client'),
      line('부 동 산', 'property'),
      line('사 건', 'case'),
      line('합 계 금 액', 'total_words'),
      {
        kind: 'row',
        height: 9,
        cells: [
          { width: 40, words: '항 목', align: 'center' },
          { width: 50, words: '금 액 (원)', align: 'center' },
          { width: 80, words: '내 용', align: 'center' },
        ],
      },
      {
        kind: 'each',
        list: 'costs',
        height: 10,
        cells: [
          { width: 40, words: '{0}', align: 'center' },
          { width: 50, words: '{1}', align: 'right' },
          { width: 80, words: '{2}', size: 9.5 },
        ],
      },
      {
        kind: 'row',
        height: 11,
        cells: [
          { width: 40, words: '합 계', align: 'center', isBold: true },
          { width: 50, words: '{total}', align: 'right', isBold: true },
          { width: 80, words: '' },
        ],
      },
      line('입금계좌', 'account'),
      {
        kind: 'row',
        height: 22,
        rules: 'outside',
        cells: [{ width: 170, words: '{words}', align: 'center', size: 11 }],
      },
      {
        kind: 'row',
        height: 12,
        rules: 'outside',
        cells: [{ width: 170, words: '{date}', align: 'center', size: 11 }],
      },
      {
        kind: 'row',
        height: 14,
        rules: 'outside',
        grows: true,
        cells: [{ width: 170, words: '{office}\n{office_address}', align: 'center', name: '사무소' }],
      },
      {
        kind: 'row',
        height: 14,
        rules: 'outside',
        cells: [{ width: 170, words: '{scrivener}   (인)', align: 'center', size: 15, isBold: true, name: '법무사' }],
      },
    ],
  ],
}

/** 영수증 and its 부본 on one sheet, to be cut in the middle. List `costs`: item, won, description. */
export const receiptForm: FormDescription = {
  pages: [[...half('영수증'), cut(), ...half('영수증 (부본)')]],
}

function half(title: string): Band[] {
  return [
    {
      kind: 'row',
      height: 11,
      rules: 'outside',
      cells: [{ width: 170, words: title, size: 15, spacing: 0.4, align: 'center', isBold: true }],
    },
    {
      kind: 'row',
      height: 9,
      cells: [
        { width: 25, words: '위 임 인', align: 'center' },
        { width: 60, words: '{client}' },
        { width: 20, words: '사 건', align: 'center' },
        { width: 65, words: '{case}' },
      ],
    },
    {
      kind: 'row',
      height: 9,
      cells: [
        { width: 25, words: '부 동 산', align: 'center' },
        { width: 145, words: '{property}' },
      ],
    },
    {
      kind: 'row',
      height: 10,
      cells: [
        { width: 25, words: '금 액', align: 'center' },
        { width: 145, words: '{total}  {total_figures}', isBold: true },
      ],
    },
    {
      kind: 'each',
      list: 'costs',
      height: 7,
      cells: [
        { width: 25, words: '{0}', align: 'center', size: 9.5 },
        { width: 60, words: '{1}', align: 'right', size: 9.5 },
        { width: 85, words: '{2}', size: 9 },
      ],
    },
    {
      kind: 'row',
      height: 14,
      rules: 'open',
      cells: [{ width: 170, words: '{words}\n{date}', align: 'center' }],
    },
    {
      kind: 'row',
      height: 16,
      rules: 'open',
      cells: [
        {
          width: 170,
          words: '{office}   {scrivener}   (인)\n{office_address}',
          align: 'center',
          size: 10,
          name: '법무사',
        },
      ],
    },
  ]
}

function cut(): Band {
  return {
    kind: 'row',
    height: 12,
    rules: 'outside',
    cells: [{ width: 170, words: '─ ─ ─ ─ ─ ─ ─ ─ ─ ─  절  취  선  ─ ─ ─ ─ ─ ─ ─ ─ ─ ─', align: 'center', size: 8 }],
  }
}
