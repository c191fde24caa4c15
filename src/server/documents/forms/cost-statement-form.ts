import type { Band, FormDescription } from './form-description.ts'

const labelledRow = (template: string, name: string): Band => ({
  kind: 'row',
  height: 10,
  grows: true,
  cells: [
    { width: 40, template, align: 'center' },
    { width: 130, template: `{${name}}` },
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
        cells: [{ width: 170, template: '비용내역서', size: 20, spacing: 0.6, align: 'center', isBold: true }],
      },
      labelledRow('의 뢰 인', 'client'),
      labelledRow('부 동 산', 'property'),
      labelledRow('사 건', 'case'),
      labelledRow('합 계 금 액', 'total_words'),
      {
        kind: 'row',
        height: 9,
        cells: [
          { width: 40, template: '항 목', align: 'center' },
          { width: 50, template: '금 액 (원)', align: 'center' },
          { width: 80, template: '내 용', align: 'center' },
        ],
      },
      {
        kind: 'each',
        list: 'costs',
        height: 10,
        cells: [
          { width: 40, template: '{0}', align: 'center' },
          { width: 50, template: '{1}', align: 'right' },
          { width: 80, template: '{2}', size: 9.5 },
        ],
      },
      {
        kind: 'row',
        height: 11,
        cells: [
          { width: 40, template: '합 계', align: 'center', isBold: true },
          { width: 50, template: '{total}', align: 'right', isBold: true },
          { width: 80, template: '' },
        ],
      },
      labelledRow('입금계좌', 'account'),
      {
        kind: 'row',
        height: 22,
        rules: 'outside',
        cells: [{ width: 170, template: '{words}', align: 'center', size: 11 }],
      },
      {
        kind: 'row',
        height: 12,
        rules: 'outside',
        cells: [{ width: 170, template: '{date}', align: 'center', size: 11 }],
      },
      {
        kind: 'row',
        height: 14,
        rules: 'outside',
        grows: true,
        cells: [{ width: 170, template: '{office}\n{office_address}', align: 'center', name: '사무소' }],
      },
      {
        kind: 'row',
        height: 14,
        rules: 'outside',
        cells: [
          { width: 170, template: '{scrivener}   (인)', align: 'center', size: 15, isBold: true, name: '법무사' },
        ],
      },
    ],
  ],
}

/** 영수증 and its 부본 on one sheet, to be cut in the middle. List `costs`: item, won, description. */
export const receiptForm: FormDescription = {
  pages: [[...createReceiptHalf('영수증'), createCutLine(), ...createReceiptHalf('영수증 (부본)')]],
}

function createReceiptHalf(title: string): Band[] {
  return [
    {
      kind: 'row',
      height: 11,
      rules: 'outside',
      cells: [{ width: 170, template: title, size: 15, spacing: 0.4, align: 'center', isBold: true }],
    },
    {
      kind: 'row',
      height: 9,
      cells: [
        { width: 25, template: '위 임 인', align: 'center' },
        { width: 60, template: '{client}' },
        { width: 20, template: '사 건', align: 'center' },
        { width: 65, template: '{case}' },
      ],
    },
    {
      kind: 'row',
      height: 9,
      cells: [
        { width: 25, template: '부 동 산', align: 'center' },
        { width: 145, template: '{property}' },
      ],
    },
    {
      kind: 'row',
      height: 10,
      cells: [
        { width: 25, template: '금 액', align: 'center' },
        { width: 145, template: '{total}  {total_figures}', isBold: true },
      ],
    },
    {
      kind: 'each',
      list: 'costs',
      height: 7,
      cells: [
        { width: 25, template: '{0}', align: 'center', size: 9.5 },
        { width: 60, template: '{1}', align: 'right', size: 9.5 },
        { width: 85, template: '{2}', size: 9 },
      ],
    },
    {
      kind: 'row',
      height: 14,
      rules: 'open',
      cells: [{ width: 170, template: '{words}\n{date}', align: 'center' }],
    },
    {
      kind: 'row',
      height: 16,
      rules: 'open',
      cells: [
        {
          width: 170,
          template: '{office}   {scrivener}   (인)\n{office_address}',
          align: 'center',
          size: 10,
          name: '법무사',
        },
      ],
    },
  ]
}

function createCutLine(): Band {
  return {
    kind: 'row',
    height: 12,
    rules: 'outside',
    cells: [{ width: 170, template: '─ ─ ─ ─ ─ ─ ─ ─ ─ ─  절  취  선  ─ ─ ─ ─ ─ ─ ─ ─ ─ ─', align: 'center', size: 8 }],
  }
}
