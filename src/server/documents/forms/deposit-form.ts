import type { Band, Cell, FormDescription } from './form-description.ts'

const label = (width: number, words: string): Cell => ({ width, words, align: 'center', size: 9 })
const text = (width: number, words: string): Cell => ({ width, words, size: 9.5 })

/** A row with 공탁자 on the left and 피공탁자 on the right. */
const sides = (words: string, left: string, right: string): Band => ({
  kind: 'row',
  height: 11,
  grows: true,
  cells: [
    label(28, words),
    { ...text(57, left), name: `공탁자 ${plain(words)}` },
    label(28, words),
    { ...text(57, right), name: `피공탁자 ${plain(words)}` },
  ],
})

function plain(words: string): string {
  return words.replaceAll(/\s/g, '')
}

const title = (words: string): Band => ({
  kind: 'row',
  height: 13,
  rules: 'outside',
  cells: [{ width: 170, words, size: 16, spacing: 0.3, align: 'center', isBold: true }],
})

const numbers: Band = {
  kind: 'row',
  height: 11,
  grows: true,
  cells: [
    label(18, '공탁번호'),
    text(44, '{deposit_number}'),
    label(16, '신 청 일'),
    text(33, '{date}'),
    label(17, '법령조항'),
    { ...text(42, '{law}'), size: 8.5, name: '법령조항' },
  ],
}

const heads: Band = {
  kind: 'row',
  height: 8,
  cells: [
    { ...label(85, '공 탁 자'), isBold: true },
    { ...label(85, '피 공 탁 자'), isBold: true },
  ],
}

const money: Band = {
  kind: 'row',
  height: 14,
  grows: true,
  cells: [
    label(28, '공탁금액'),
    { ...text(82, '한글   {amount_in_words}\n숫자   {amount}'), name: '공탁금액' },
    label(20, '보관은행'),
    { ...text(40, '{bank}'), name: '보관은행' },
  ],
}

const cause = (height: number): Band => ({
  kind: 'row',
  height,
  grows: true,
  cells: [label(28, '공탁원인사실'), { ...text(142, '{cause}'), name: '공탁원인사실' }],
})

const counter: Band = {
  kind: 'row',
  height: 15,
  cells: [label(85, '1. 공탁으로 인하여 소멸하는\n질권, 전세권 또는 저당권\n2. 반대급부 내용'), text(85, '1.\n2.')],
}

const signatures: Band = {
  kind: 'row',
  height: 22,
  grows: true,
  cells: [
    { ...text(85, '공탁자 성명   {depositor}\n                                   (인)  (서명)'), name: '공탁자' },
    {
      ...text(85, '대리인 주소   {agent_address}\n전화번호   {agent_telephone}\n성명   {agent}        (인)  (서명)'),
      name: '대리인',
    },
  ],
}

/** 금전 공탁서(변제 등), 제1-1호 양식, box by box. */
export const depositForm: FormDescription = {
  isSealedAcross: true,
  pages: [
    [
      { kind: 'row', height: 6, rules: 'outside', cells: [{ width: 170, words: '[제1-1호 양식]', size: 8.5 }] },
      title('금전 공탁서(변제 등)'),
      numbers,
      heads,
      sides('성 명\n(상호, 명칭)', '{depositor}', '{names}'),
      sides('주민등록번호\n(법인등록번호)', '{depositor_num}', '{numbers}'),
      sides('주 소\n(본점, 주사무소)', '{depositor_address}', '{addresses}'),
      sides('전화번호', '{depositor_telephone}', ''),
      money,
      cause(38),
      {
        kind: 'row',
        height: 30,
        grows: true,
        cells: [
          label(28, '비 고\n(첨부서류 등)'),
          { ...text(92, '{enclosures}'), size: 8.5, name: '첨부서류' },
          { ...text(50, '□ 계좌납입신청\n□ 공탁통지 우편료\n                              원'), size: 9 },
        ],
      },
      counter,
      { kind: 'row', height: 7, rules: 'open', cells: [text(170, '위와 같이 신청합니다.')] },
      signatures,
      {
        kind: 'row',
        height: 25,
        cells: [
          text(
            170,
            '위 공탁을 수리합니다.\n공탁금을           년      월      일까지 위 보관은행의 공탁관 계좌에 납입하시기 바랍니다. 위 납입기일까지 공탁금을 납입하지 않을 때는 이 공탁 수리결정의 효력이 상실됩니다.\n          년      월      일                    {court}   공탁관                    (인)',
          ),
        ],
      },
      {
        kind: 'row',
        height: 14,
        cells: [
          text(
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
      title('금전 공탁통지서'),
      {
        kind: 'row',
        height: 14,
        grows: true,
        rules: 'outside',
        cells: [
          {
            width: 170,
            words: '받는 사람   {recipient_address}\n                    {recipient_name} 귀하',
            size: 10.5,
            name: '받는 사람',
          },
        ],
      },
      numbers,
      heads,
      sides('성 명\n(상호, 명칭)', '{depositor}', '{recipient}'),
      sides('주 소\n(본점, 주사무소)', '{depositor_address}', '{recipient_address}'),
      money,
      cause(45),
      counter,
      { kind: 'row', height: 8, rules: 'open', cells: [text(170, '위와 같이 통지합니다.')] },
      signatures,
      {
        kind: 'row',
        height: 46,
        hugs: true,
        cells: [
          {
            ...text(
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
          text(
            170,
            '발송일           년      월      일\n                                        {court}   공탁관                    (인)',
          ),
        ],
      },
    ],
  ],
}
