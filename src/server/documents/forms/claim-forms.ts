import type { Band, Cell, FormDescription } from './form-description.ts'

interface ClaimColumn {
  readonly template: string
  readonly width: number
  readonly align?: Cell['align']
  /** A number or a day. */
  readonly isUnbroken?: true
}

const costColumns: readonly (ClaimColumn & { readonly sum: string })[] = [
  { template: '보수료', width: 19, sum: 'fees' },
  { template: '부가세', width: 17, sum: 'fees_vat' },
  { template: '제증명', width: 17, sum: 'proof' },
  { template: '공과금', width: 20, sum: 'tax' },
  { template: '증지·인지', width: 16, sum: 'stamp' },
  { template: '합계', width: 23, sum: 'sum' },
]

const boldCell = { size: 8.5, align: 'right', isBold: true } as const

/**
 * First page: the office and the claim. Every page: the table header. Below the last row: total and
 * bank account.
 */
function createClaimForm(recordColumns: readonly ClaimColumn[]): FormDescription {
  const columns: readonly ClaimColumn[] = [
    { template: '순번', width: 10, align: 'center', isUnbroken: true },
    { template: '등기접수일', width: 22, align: 'center', isUnbroken: true },
    ...recordColumns,
    ...costColumns.map((cost): ClaimColumn => ({ ...cost, align: 'right', isUnbroken: true })),
  ]
  const head: Band = {
    kind: 'row',
    height: 9,
    staysWith: 'next',
    cells: columns.map(({ width, template }, index) => ({
      width,
      columns: [index, index],
      template,
      align: 'center',
      size: 8.5,
      isBold: true,
    })),
  }
  return {
    isLandscape: true,
    hasPageNumbers: true,
    columns: columns.map(({ template, width, isUnbroken }) => ({
      header: template,
      width,
      size: 8.5,
      ...(isUnbroken && { isUnbroken }),
    })),
    heads: [head],
    pages: [
      [
        ...headingBands,
        { ...head, when: 'title' },
        {
          kind: 'each',
          list: 'rows',
          height: 7,
          fitsText: true,
          cells: columns.map(({ width, template, align }, index) => ({
            width,
            columns: [index, index],
            template: `{${index}}`,
            size: 8.5,
            name: template,
            ...(align && { align }),
          })),
        },
        ...createSumBands(recordColumns.length + 2),
      ],
    ],
  }
}

const headingBands: readonly Band[] = [
  createHeadingBand('{title}', { size: 17, isBold: true }),
  createHeadingBand('{office}', { size: 11, isBold: true }),
  createHeadingBand('{reach}', { size: 9 }),
  { ...createHeadingBand('{addressees}', { size: 10, align: 'left', isBold: true }), when: 'addressees' },
  {
    kind: 'row',
    height: 7,
    rules: 'outside',
    when: 'title',
    fitsText: true,
    cells: [
      { width: 207, template: '사업구간 : {section}', size: 9.5, name: '사업구간' },
      { width: 60, template: '작성일 : {day}', size: 9.5, align: 'right' },
    ],
  },
  createHeadingBand('기간 : {period}', { size: 9.5, align: 'left' }),
  createHeadingBand('{statement}', { size: 10, align: 'left' }),
]

/** `costsFrom`: index of the first column with a cost. */
function createSumBands(costsFrom: number): readonly Band[] {
  return [
    {
      kind: 'row',
      height: 9,
      fitsText: true,
      when: 'total',
      staysWith: 'before',
      cells: [
        { width: 32, columns: [0, 1], template: '{total}', align: 'center', size: 9, isBold: true },
        { width: 123, columns: [2, costsFrom - 1], template: '{count}', size: 9, isBold: true },
        ...costColumns.map(({ width, sum }, index) => ({
          ...boldCell,
          width,
          columns: [costsFrom + index, costsFrom + index] as const,
          template: `{${sum}}`,
        })),
      ],
    },
    createTotalBand('청구금액', 'in_words'),
    createTotalBand('입금계좌', 'account'),
    {
      kind: 'row',
      height: 20,
      rules: 'outside',
      when: 'total',
      staysWith: 'before',
      cells: [{ width: 267, template: '{signature}', align: 'center', size: 11, name: '청구인' }],
    },
  ]
}

function createHeadingBand(template: string, style: Pick<Cell, 'size' | 'isBold' | 'align'>): Band {
  return {
    kind: 'row',
    height: (style.size ?? 10) > 15 ? 13 : 7,
    rules: 'outside',
    when: 'title',
    fitsText: true,
    cells: [{ width: 267, template, align: 'center', ...style }],
  }
}

function createTotalBand(label: string, name: string): Band {
  return {
    kind: 'row',
    height: 8,
    fitsText: true,
    when: 'total',
    staysWith: 'before',
    cells: [
      { width: 32, template: label, align: 'center', size: 9, isBold: true },
      { width: 235, template: `{${name}}`, size: 9, name: label },
    ],
  }
}

/** 비용청구서 of a section. List `rows` has the columns of `domain/sheets/cost-claim.ts`. */
export const claimForms = {
  deposit_claim: createClaimForm([
    { template: '소유자', width: 40 },
    { template: '부동산의 표시', width: 57 },
    { template: '등기목적', width: 26, align: 'center' },
  ]),
  real_estate_claim: createClaimForm([
    { template: '소유자', width: 77 },
    { template: '등기목적', width: 46, align: 'center' },
  ]),
} satisfies Record<string, FormDescription>
