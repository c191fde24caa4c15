import type { Band, FormDescription } from './form-description.ts'

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
