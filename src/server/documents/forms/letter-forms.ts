import type { Band, Cell, FormDescription } from './form-description.ts'

const labelledRow = (template: string, value: string, isBold?: true): Band => ({
  kind: 'row',
  height: 8,
  fitsText: true,
  rules: 'outside',
  cells: [
    { width: 24, template, size: 11 },
    { width: 146, template: `{${value}}`, size: 11, ...(isBold && { isBold }), name: template },
  ],
})

const proseRow = (template: string, height: number): Band => ({
  kind: 'row',
  height,
  fitsText: true,
  rules: 'outside',
  cells: [{ width: 170, template, size: 11, vertical: 'top', name: '본문' }],
})

const space = (height: number): Band => ({
  kind: 'row',
  height,
  rules: 'outside',
  cells: [{ width: 170, template: '' }],
})
/** An empty band; its frame is drawn as a horizontal rule. */
const rule: Band = { kind: 'row', height: 0.6, cells: [{ width: 170, template: '' }] }

/** 비용청구 as an official letter 공문. List `costs`: item, won. */
export const costLetterForm: FormDescription = {
  pages: [
    [
      {
        kind: 'row',
        height: 14,
        rules: 'outside',
        cells: [{ width: 170, template: '{office}', size: 20, align: 'center', isBold: true, name: '사무소' }],
      },
      {
        kind: 'row',
        height: 7,
        fitsText: true,
        rules: 'outside',
        cells: [{ width: 170, template: '{reach}', size: 9, align: 'center', name: '연락처' }],
      },
      rule,
      space(4),
      labelledRow('문서번호', 'number'),
      labelledRow('시행일자', 'day'),
      labelledRow('수    신', 'recipient'),
      labelledRow('참    조', 'reference'),
      labelledRow('제    목', 'title', true),
      rule,
      space(4),
      proseRow('{text}', 22),
      {
        kind: 'row',
        height: 9,
        fitsText: true,
        cells: [
          { width: 28, template: '소유자', align: 'center' },
          { width: 142, template: '{owner}' },
        ],
      },
      {
        kind: 'row',
        height: 9,
        fitsText: true,
        cells: [
          { width: 28, template: '부동산의 표시', align: 'center', size: 9.5 },
          { width: 142, template: '{property}' },
        ],
      },
      {
        kind: 'row',
        height: 9,
        fitsText: true,
        cells: [
          { width: 28, template: '등기목적', align: 'center' },
          { width: 142, template: '{purpose}' },
        ],
      },
      {
        kind: 'each',
        list: 'costs',
        height: 8,
        cells: [
          { width: 28, template: '{0}', align: 'center' },
          { width: 142, template: '{1}', align: 'right' },
        ],
      },
      {
        kind: 'row',
        height: 9,
        cells: [
          { width: 28, template: '합계', align: 'center', isBold: true },
          { width: 142, template: '{total}', align: 'right', isBold: true },
        ],
      },
      space(4),
      proseRow('{claimed}\n{account}', 14),
      space(4),
      proseRow('{enclosures}', 8),
      space(14),
      {
        kind: 'row',
        height: 9,
        fitsText: true,
        rules: 'outside',
        cells: [{ width: 170, template: '{office}', size: 13, align: 'center' }],
      },
      {
        kind: 'row',
        height: 13,
        rules: 'outside',
        cells: [
          { width: 170, template: '{scrivener}   (직인)', size: 18, align: 'center', isBold: true, name: '법무사' },
        ],
      },
      space(8),
      rule,
      {
        kind: 'row',
        height: 12,
        fitsText: true,
        rules: 'outside',
        cells: [{ width: 170, template: '{foot}', size: 8.5, name: '결문' }],
      },
    ],
  ],
}

const labelCell = (width: number, template: string): Cell => ({ width, template, align: 'center', size: 10 })
const textCell = (width: number, template: string): Cell => ({ width, template, size: 10 })

const consultationLine = (template: string, name: string): Band => ({
  kind: 'row',
  height: 10,
  fitsText: true,
  cells: [labelCell(35, template), textCell(135, `{${name}}`)],
})

/** The table's columns; widths in mm. */
const columns: readonly (Pick<Cell, 'width'> & { template: string; align?: Cell['align'] })[] = [
  { width: 52, template: '소재지' },
  { width: 20, template: '지번', align: 'center' },
  { width: 18, template: '지목\n(종류)', align: 'center' },
  { width: 20, template: '면적\n(㎡)', align: 'right' },
  { width: 20, template: '단가\n(원/㎡)', align: 'right' },
  { width: 16, template: '지분', align: 'center' },
  { width: 24, template: '금액\n(원)', align: 'right' },
]

/**
 * 보상협의요청서 with the contents required by 토지보상법 시행령 제8조제1항. List `items` has the order of
 * `columns`.
 */
export const consultationForm: FormDescription = {
  pages: [
    [
      {
        kind: 'row',
        height: 16,
        rules: 'outside',
        cells: [{ width: 170, template: '보상협의요청서', size: 18, spacing: 0.3, align: 'center', isBold: true }],
      },
      {
        kind: 'row',
        height: 10,
        fitsText: true,
        cells: [labelCell(35, '수신 (성명)'), { ...textCell(135, '{name} 귀하'), isBold: true }],
      },
      consultationLine('주 소', 'address'),
      {
        kind: 'row',
        height: 18,
        fitsText: true,
        cells: [
          textCell(
            170,
            '「공익사업을 위한 토지 등의 취득 및 보상에 관한 법률」 제16조 및 같은 법 시행령 제8조제1항에 따라 다음과 같이 보상협의를 요청하오니 협의하여 주시기 바랍니다.',
          ),
        ],
      },
      consultationLine('공익사업의 명칭', 'project'),
      consultationLine('협 의 기 간', 'period'),
      consultationLine('협 의 장 소', 'place'),
      consultationLine('협 의 방 법', 'method'),
      consultationLine('보상의 시기', 'time'),
      consultationLine('보상의 방법·절차', 'procedure'),
      { kind: 'row', height: 8, cells: [{ ...labelCell(170, '보 상 금 액'), isBold: true }] },
      {
        kind: 'row',
        height: 10,
        cells: columns.map(({ width, template }) => ({ width, template, align: 'center', size: 8.5 })),
      },
      {
        kind: 'each',
        list: 'items',
        height: 8,
        fitsText: true,
        cells: columns.map(({ width, template, align }, index) => ({
          width,
          template: `{${index}}`,
          size: 8.5,
          name: template.replace(/\n.*/, ''),
          ...(align && { align }),
        })),
      },
      consultationLine('합 계', 'total'),
      consultationLine('계약체결에\n필요한 구비서류', 'papers'),
      consultationLine('담 당', 'contact'),
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
        fitsText: true,
        cells: [
          {
            width: 170,
            template: '사업시행자   {developer}        (인)',
            align: 'center',
            size: 14,
            isBold: true,
            name: '사업시행자',
          },
        ],
      },
    ],
  ],
}
