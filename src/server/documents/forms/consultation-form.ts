import type { Band, Cell, FormDescription } from './form-description.ts'

const label = (width: number, words: string): Cell => ({ width, words, align: 'center', size: 10 })
const text = (width: number, words: string): Cell => ({ width, words, size: 10 })

const line = (words: string, name: string): Band => ({
  kind: 'row',
  height: 10,
  hugs: true,
  cells: [label(35, words), text(135, `{${name}}`)],
})

/** The table's columns; widths in mm. */
const columns: readonly (Pick<Cell, 'width'> & { words: string; align?: Cell['align'] })[] = [
  { width: 52, words: '소재지' },
  { width: 20, words: '지번', align: 'center' },
  { width: 18, words: '지목\n(종류)', align: 'center' },
  { width: 20, words: '면적\n(㎡)', align: 'right' },
  { width: 20, words: '단가\n(원/㎡)', align: 'right' },
  { width: 16, words: '지분', align: 'center' },
  { width: 24, words: '금액\n(원)', align: 'right' },
]

/** 보상협의요청서 with the contents required by 토지보상법 시행령 §8①. List `items` has the order of `columns`. */
export const consultationForm: FormDescription = {
  pages: [
    [
      {
        kind: 'row',
        height: 16,
        rules: 'outside',
        cells: [{ width: 170, words: '보상협의요청서', size: 18, spacing: 0.3, align: 'center', isBold: true }],
      },
      {
        kind: 'row',
        height: 10,
        hugs: true,
        cells: [label(35, '수신 (성명)'), { ...text(135, '{name} 귀하'), isBold: true }],
      },
      line('주 소', 'address'),
      {
        kind: 'row',
        height: 18,
        hugs: true,
        cells: [
          text(
            170,
            '「공익사업을 위한 토지 등의 취득 및 보상에 관한 법률」 제16조 및 같은 법 시행령 제8조제1항에 따라 다음과 같이 보상협의를 요청하오니 협의하여 주시기 바랍니다.',
          ),
        ],
      },
      line('공익사업의 명칭', 'project'),
      line('협 의 기 간', 'period'),
      line('협 의 장 소', 'place'),
      line('협 의 방 법', 'method'),
      line('보상의 시기', 'time'),
      line('보상의 방법·절차', 'procedure'),
      { kind: 'row', height: 8, cells: [{ ...label(170, '보 상 금 액'), isBold: true }] },
      {
        kind: 'row',
        height: 10,
        cells: columns.map(({ width, words }) => ({ width, words, align: 'center', size: 8.5 })),
      },
      {
        kind: 'each',
        list: 'items',
        height: 8,
        hugs: true,
        cells: columns.map(({ width, words, align }, at) => ({
          width,
          words: `{${at}}`,
          size: 8.5,
          name: words.replace(/\n.*/, ''),
          ...(align && { align }),
        })),
      },
      line('합 계', 'total'),
      line('계약체결에\n필요한 구비서류', 'papers'),
      line('담 당', 'contact'),
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
        hugs: true,
        cells: [
          {
            width: 170,
            words: '사업시행자   {developer}        (인)',
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
