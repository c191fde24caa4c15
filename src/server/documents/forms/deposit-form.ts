import type { Band, Cell, FormDescription } from './form-description.ts'

const labelCell = (width: number, template: string): Cell => ({ width, template, align: 'center', size: 9 })
const textCell = (width: number, template: string): Cell => ({ width, template, size: 9.5 })

/** A row with 공탁자 on the left and 피공탁자 on the right. */
const partyRow = (template: string, left: string, right: string): Band => ({
  kind: 'row',
  height: 11,
  grows: true,
  cells: [
    labelCell(28, template),
    { ...textCell(57, left), name: `공탁자 ${removeSpaces(template)}` },
    labelCell(28, template),
    { ...textCell(57, right), name: `피공탁자 ${removeSpaces(template)}` },
  ],
})

function removeSpaces(template: string): string {
  return template.replaceAll(/\s/g, '')
}

const titleRow = (template: string): Band => ({
  kind: 'row',
  height: 13,
  rules: 'outside',
  cells: [{ width: 170, template, size: 16, spacing: 0.3, align: 'center', isBold: true }],
})

const numberRow: Band = {
  kind: 'row',
  height: 11,
  grows: true,
  cells: [
    labelCell(18, '공탁번호'),
    textCell(44, '{deposit_number}'),
    labelCell(16, '신 청 일'),
    textCell(33, '{date}'),
    labelCell(17, '법령조항'),
    { ...textCell(42, '{law}'), size: 8.5, name: '법령조항' },
  ],
}

const partyHeadings: Band = {
  kind: 'row',
  height: 8,
  cells: [
    { ...labelCell(85, '공 탁 자'), isBold: true },
    { ...labelCell(85, '피 공 탁 자'), isBold: true },
  ],
}

const amountRow: Band = {
  kind: 'row',
  height: 14,
  grows: true,
  cells: [
    labelCell(28, '공탁금액'),
    { ...textCell(82, '한글   {amount_in_words}\n숫자   {amount}'), name: '공탁금액' },
    labelCell(20, '보관은행'),
    { ...textCell(40, '{bank}'), name: '보관은행' },
  ],
}

const causeRow = (height: number): Band => ({
  kind: 'row',
  height,
  grows: true,
  cells: [labelCell(28, '공탁원인사실'), { ...textCell(142, '{cause}'), name: '공탁원인사실' }],
})

const considerationRow: Band = {
  kind: 'row',
  height: 15,
  cells: [
    labelCell(85, '1. 공탁으로 인하여 소멸하는\n질권, 전세권 또는 저당권\n2. 반대급부 내용'),
    textCell(85, '1.\n2.'),
  ],
}

const signatureRow: Band = {
  kind: 'row',
  height: 22,
  grows: true,
  cells: [
    { ...textCell(85, '공탁자 성명   {depositor}\n                                   (인)  (서명)'), name: '공탁자' },
    {
      ...textCell(
        85,
        '대리인 주소   {agent_address}\n전화번호   {agent_telephone}\n성명   {agent}        (인)  (서명)',
      ),
      name: '대리인',
    },
  ],
}

/** 금전 공탁서(변제 등), 제1-1호 양식, box by box. */
export const depositForm: FormDescription = {
  hasPageStamps: true,
  pages: [
    [
      { kind: 'row', height: 6, rules: 'outside', cells: [{ width: 170, template: '[제1-1호 양식]', size: 8.5 }] },
      titleRow('금전 공탁서(변제 등)'),
      numberRow,
      partyHeadings,
      partyRow('성 명\n(상호, 명칭)', '{depositor}', '{names}'),
      partyRow('주민등록번호\n(법인등록번호)', '{depositor_num}', '{numbers}'),
      partyRow('주 소\n(본점, 주사무소)', '{depositor_address}', '{addresses}'),
      partyRow('전화번호', '{depositor_telephone}', ''),
      amountRow,
      causeRow(38),
      {
        kind: 'row',
        height: 30,
        grows: true,
        cells: [
          labelCell(28, '비 고\n(첨부서류 등)'),
          { ...textCell(92, '{enclosures}'), size: 8.5, name: '첨부서류' },
          { ...textCell(50, '□ 계좌납입신청\n□ 공탁통지 우편료\n                              원'), size: 9 },
        ],
      },
      considerationRow,
      { kind: 'row', height: 7, rules: 'open', cells: [textCell(170, '위와 같이 신청합니다.')] },
      signatureRow,
      {
        kind: 'row',
        height: 25,
        cells: [
          textCell(
            170,
            '위 공탁을 수리합니다.\n공탁금을           년      월      일까지 위 보관은행의 공탁관 계좌에 납입하시기 바랍니다. 위 납입기일까지 공탁금을 납입하지 않을 때는 이 공탁 수리결정의 효력이 상실됩니다.\n          년      월      일                    {court}   공탁관                    (인)',
          ),
        ],
      },
      {
        kind: 'row',
        height: 14,
        cells: [
          textCell(
            170,
            '(영수증)  위 공탁금이 납입되었음을 증명합니다.\n          년      월      일                    공탁금 보관은행(공탁관)                    (인)',
          ),
        ],
      },
    ],
  ],
}

/** 공탁통지서, which the court sends to 피공탁자. */
export const depositNoticeForm: FormDescription = {
  pages: [
    [
      titleRow('금전 공탁통지서'),
      {
        kind: 'row',
        height: 14,
        grows: true,
        rules: 'outside',
        cells: [
          {
            width: 170,
            template: '받는 사람   {recipient_address}\n                    {recipient_name} 귀하',
            size: 10.5,
            name: '받는 사람',
          },
        ],
      },
      numberRow,
      partyHeadings,
      partyRow('성 명\n(상호, 명칭)', '{depositor}', '{recipient}'),
      partyRow('주 소\n(본점, 주사무소)', '{depositor_address}', '{recipient_address}'),
      amountRow,
      causeRow(45),
      considerationRow,
      { kind: 'row', height: 8, rules: 'open', cells: [textCell(170, '위와 같이 통지합니다.')] },
      signatureRow,
      {
        kind: 'row',
        height: 46,
        fitsText: true,
        cells: [
          {
            ...textCell(
              170,
              '1. 위 공탁금이           년      월      일 납입되었으므로 구비서류를 갖추어 우리 법원 공탁소에 출석하거나 전자공탁시스템으로 공탁금 출급청구를 할 수 있습니다.\n2. 귀하가 공탁금 출급청구를 하거나, 공탁을 수락한다는 서면이나 공탁이 유효하다고 판결한 확정판결의 등본을 공탁소에 제출하기 전에는 공탁자가 공탁금을 회수할 수 있습니다.\n3. 공탁금은 출급청구권을 행사할 수 있는 때부터 10년 이내에 청구하지 않으면 특별한 사유가 없는 한 소멸시효가 완성되어 국고에 귀속됩니다.',
            ),
            size: 9,
          },
        ],
      },
      {
        kind: 'row',
        height: 16,
        cells: [
          textCell(
            170,
            '발송일           년      월      일\n                                        {court}   공탁관                    (인)',
          ),
        ],
      },
    ],
  ],
}
