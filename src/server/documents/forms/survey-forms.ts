import type { Band, Cell, FormDescription } from './form-description.ts'

/** A table column: header text, width in mm and alignment. */
interface SurveyColumn {
  readonly template: string
  readonly width: number
  readonly align?: Cell['align']
  readonly size?: number
}

const numberColumn = (template: string, width: number): SurveyColumn => ({ template, width, align: 'right' })
const centeredColumn = (template: string, width: number): SurveyColumn => ({ template, width, align: 'center' })
const textColumn = (name: string, width: number): SurveyColumn => ({ template: name, width, size: 8.5 })

/**
 * 토지조서 with the contents required by 토지보상법 시행령 제7조제3항. List `rows` has the order of its
 * columns.
 */
export const landSurveyForm: FormDescription = createTableForm(
  [
    centeredColumn('순번', 10),
    textColumn('소재지', 46),
    centeredColumn('지번', 20),
    centeredColumn('지목', 13),
    numberColumn('면적\n(㎡)', 19),
    numberColumn('편입면적\n(㎡)', 19),
    numberColumn('단가\n(원/㎡)', 21),
    numberColumn('보상액\n(원)', 29),
    textColumn('소유자 (성명·지분·주소)', 55),
    textColumn('관계인', 35),
  ],
  [
    centeredColumn('{total}', 30),
    textColumn('{count}', 59),
    numberColumn('{area}', 19),
    numberColumn('{taken_area}', 19),
    numberColumn('{amount}', 50),
    textColumn('{in_words}', 90),
  ],
  '「공익사업을 위한 토지 등의 취득 및 보상에 관한 법률」 제14조제1항에 따라 위와 같이 토지조서를 작성합니다.',
)

/** 물건조서 (시행령 제7조제4항). */
export const objectSurveyForm: FormDescription = createTableForm(
  [
    centeredColumn('순번', 10),
    textColumn('소재지', 46),
    centeredColumn('지번', 20),
    textColumn('물건의 종류', 30),
    textColumn('구조·규격', 38),
    numberColumn('수량\n(연면적 ㎡)', 22),
    numberColumn('보상액\n(원)', 29),
    textColumn('소유자 (성명·지분·주소)', 47),
    textColumn('관계인', 25),
  ],
  [
    centeredColumn('{total}', 30),
    textColumn('{count}', 136),
    numberColumn('{amount}', 29),
    textColumn('{in_words}', 72),
  ],
  '「공익사업을 위한 토지 등의 취득 및 보상에 관한 법률」 제14조제1항에 따라 위와 같이 물건조서를 작성합니다.',
)

export const compensationForm: FormDescription = createTableForm(
  [
    centeredColumn('순번', 10),
    centeredColumn('구분', 13),
    textColumn('소재지·지번', 62),
    centeredColumn('지목\n(종류)', 20),
    numberColumn('편입면적\n(㎡)', 19),
    numberColumn('단가\n(원/㎡)', 21),
    numberColumn('보상액\n(원)', 29),
    textColumn('소유자', 42),
    centeredColumn('지분', 22),
    numberColumn('소유자별 보상액\n(원)', 29),
  ],
  [
    centeredColumn('{total}', 23),
    textColumn('{count}', 82),
    numberColumn('{taken_area}', 19),
    numberColumn('{amount}', 50),
    textColumn('{in_words}', 64),
    numberColumn('{divided}', 29),
  ],
  '보상액은 편입면적에 단가를 곱하고 원 미만을 버린 금액입니다. 공유자별 금액은 지분을 곱하고 원 미만을 버렸으며, 남은 금액은 마지막 공유자에게 더하였습니다.',
)

export const ownerSumsForm: FormDescription = createTableForm(
  [
    centeredColumn('순번', 12),
    textColumn('소유자', 55),
    textColumn('주소', 90),
    textColumn('필지·물건', 35),
    numberColumn('토지 보상액\n(원)', 25),
    numberColumn('물건 보상액\n(원)', 25),
    numberColumn('합계\n(원)', 25),
  ],
  [centeredColumn('{total}', 67), textColumn('{in_words}', 125), numberColumn('{amount}', 75)],
  '위 금액은 보상금 산정조서의 소유자별 합계입니다.',
)

/**
 * Title and facts on the first page, the table header on each, sums and signature below the last
 * row.
 */
function createTableForm(
  columns: readonly SurveyColumn[],
  sums: readonly SurveyColumn[],
  statement: string,
): FormDescription {
  const head: Band = {
    kind: 'row',
    height: 11,
    staysWith: 'next',
    cells: columns.map((column) => ({
      width: column.width,
      template: column.template,
      align: 'center',
      size: 8.5,
      isBold: true,
    })),
  }
  return {
    isLandscape: true,
    hasPageNumbers: true,
    heads: [head],
    pages: [
      [
        {
          kind: 'row',
          height: 13,
          rules: 'outside',
          when: 'title',
          cells: [{ width: 267, template: '{title}', size: 17, align: 'center', isBold: true }],
        },
        {
          kind: 'row',
          height: 7,
          rules: 'outside',
          when: 'title',
          fitsText: true,
          cells: [
            { width: 160, template: '사업명 : {project}', size: 9.5, name: '사업명' },
            { width: 107, template: '작성일 : {day}', size: 9.5, align: 'right' },
          ],
        },
        { ...head, when: 'title' },
        {
          kind: 'each',
          list: 'rows',
          height: 8,
          fitsText: true,
          cells: columns.map((column, index) => createCell(column, `{${index}}`)),
        },
        {
          kind: 'row',
          height: 10,
          fitsText: true,
          when: 'total',
          staysWith: 'before',
          cells: sums.map((column) => ({ ...createCell(column, column.template), isBold: true })),
        },
        {
          kind: 'row',
          height: 7,
          fitsText: true,
          when: 'undivided',
          staysWith: 'before',
          cells: [{ width: 267, template: '{undivided}', size: 9, name: '나눌 수 없는 금액' }],
        },
        {
          kind: 'row',
          height: 30,
          rules: 'outside',
          when: 'total',
          staysWith: 'before',
          cells: [
            { width: 267, template: `${statement}\n\n{day}\n{developer}`, align: 'center', size: 10, name: '작성' },
          ],
        },
      ],
    ],
  }
}

function createCell({ width, align, size, template: name }: SurveyColumn, text: string): Cell {
  return { width, template: text, size: size ?? 9, name: name.replace(/\n.*/, ''), ...(align && { align }) }
}
