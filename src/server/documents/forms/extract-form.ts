import type { Band, Cell, FormDescription } from './form-description.ts'

interface ExtractColumn {
  readonly template: string
  readonly width: number
  readonly align?: Cell['align']
}

/**
 * 등기사항전부증명서: 표제부, 갑구 and 을구 one below the other, each repeating its header on every page. Each part
 * is a form that the next one continues. Struck entries 말소 are drawn with a line through them. List
 * `rows`; the value after the last column marks a struck row.
 */
export const extractForms = {
  extract_land: createPart(
    '【  표   제   부  】  ( 토지의 표시 )',
    [
      { template: '표시번호', width: 17, align: 'center' },
      { template: '접 수', width: 24, align: 'center' },
      { template: '소 재 지 번', width: 52 },
      { template: '지 목', width: 15, align: 'center' },
      { template: '면 적', width: 26, align: 'right' },
      { template: '등기원인 및 기타사항', width: 36 },
    ],
    { before: createTitleBands() },
  ),
  extract_building: createPart(
    '【  표   제   부  】  ( 건물의 표시 )',
    [
      { template: '표시번호', width: 17, align: 'center' },
      { template: '접 수', width: 24, align: 'center' },
      { template: '소재지번 및 건물번호', width: 52 },
      { template: '건 물 내 역', width: 41 },
      { template: '등기원인 및 기타사항', width: 36 },
    ],
    { before: createTitleBands() },
  ),
  extract_ownership: createPart('【  갑       구  】  ( 소유권에 관한 사항 )', rightsColumns()),
  extract_rights: createPart('【  을       구  】  ( 소유권 이외의 권리에 관한 사항 )', rightsColumns(), {
    after: createEndBands(),
  }),
} as const satisfies Record<string, FormDescription>

function rightsColumns(): readonly ExtractColumn[] {
  return [
    { template: '순위번호', width: 17, align: 'center' },
    { template: '등 기 목 적', width: 33 },
    { template: '접 수', width: 27, align: 'center' },
    { template: '등 기 원 인', width: 31 },
    { template: '권리자 및 기타사항', width: 62 },
  ]
}

function createPart(
  name: string,
  columns: readonly ExtractColumn[],
  { before = [], after = [] }: { before?: readonly Band[]; after?: readonly Band[] } = {},
): FormDescription {
  const heads: Band[] = [
    { ...createHeadRow(8), cells: [{ width: 170, template: name, size: 10.5, align: 'center', isBold: true }] },
    {
      ...createHeadRow(7),
      cells: columns.map(({ template, width }) => ({ template, width, size: 9, align: 'center', isBold: true })),
    },
  ]
  const cells = columns.map(({ template, width, align }, index): Cell => ({
    width,
    template: `{${index}}`,
    size: 9,
    vertical: 'top',
    name: template.replaceAll(' ', ''),
    ...(align && { align }),
  }))
  return {
    hasPageNumbers: true,
    heads,
    over: createLocationBand(),
    foot: { left: '열람일시 : {issued_at}', right: '{mark}' },
    pages: [
      [
        ...before,
        ...heads,
        { kind: 'each', list: 'rows', height: 8, fitsText: true, struckBy: columns.length, cells },
        { ...createRow(5), cells: [{ width: 170, template: '', size: 7 }], when: 'goes_on' },
        ...after,
      ],
    ],
  }
}

function createTitleBands(): Band[] {
  return [
    { ...createRow(10), cells: [createTitleCell('등기사항전부증명서(말소사항 포함)', 17)] },
    { ...createRow(8), cells: [createTitleCell('- {kind} -', 11)] },
    { ...createRow(8), cells: [createTitleCell('{mark}', 11)] },
    { ...createRow(7), cells: [{ width: 170, template: '고유번호  {num}', size: 9.5, align: 'right' }] },
    createLocationBand(),
  ]
}

/** The property, named on every page. */
function createLocationBand(): Band {
  return {
    ...createRow(8),
    fitsText: true,
    cells: [{ width: 170, template: '[{kind}] {address}', size: 10.5, name: '소재' }],
  }
}

function createTitleCell(template: string, size: number): Cell {
  return { width: 170, template, size, align: 'center', isBold: true }
}

function createEndBands(): Band[] {
  return [
    { ...createLastRow(10), cells: [{ width: 170, template: '--  이  하  여  백  --', size: 10, align: 'center' }] },
    { ...createLastRow(8), cells: [{ width: 170, template: '관할등기소  {office}', size: 10, align: 'right' }] },
    {
      ...createLastRow(16),
      fitsText: true,
      cells: [
        {
          width: 170,
          size: 8,
          name: '안내',
          template:
            '* 실선으로 그어진 부분은 말소사항을 표시함.   * 기록사항 없는 갑구, 을구는 ‘기록사항 없음’으로 표시함.\n' +
            '* 본 등기사항증명서는 열람용이므로 출력하신 등기사항증명서는 법적인 효력이 없습니다.\n{notice}',
        },
      ],
    },
  ]
}

function createHeadRow(height: number) {
  return { kind: 'row', height, staysWith: 'next' } as const
}

/** Keeps the end of an extract from being alone on a page. */
function createLastRow(height: number) {
  return { ...createRow(height), staysWith: 'before' } as const
}

function createRow(height: number) {
  return { kind: 'row', height, rules: 'outside' } as const
}
