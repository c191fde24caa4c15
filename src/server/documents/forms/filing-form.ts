import type { Band, Cell, FormDescription } from './form-description.ts'

/** A label centered in its box. */
const labelCell = (width: number, template: string): Cell => ({ width, template, align: 'center' })
const textCell = (width: number, template: string): Cell => ({ width, template })

const labelledRow = (template: string, name: string): Band => ({
  kind: 'row',
  height: 10,
  grows: true,
  cells: [labelCell(45, template), textCell(125, `{${name}}`)],
})

const howToFill =
  '- 신청서 작성요령 -\n1. 부동산표시란에 2개 이상의 부동산을 기재하는 경우에는 그 부동산의 일련번호를 기재하여야 합니다.\n' +
  '2. 신청인란 등 해당란에 기재할 여백이 없을 경우에는 별지를 이용하고, 담당 등기관이 판단하여 위의 첨부서면 외에 추가적인 서면을 요구할 수 있습니다.'

const blankDay = '          년      월      일\n  제                       호'

/**
 * 등기신청서 in the box order of the official form. List `extras` has the boxes of only some kinds of
 * filing; list `parties`: role, name, number, address, share.
 */
export const filingForm: FormDescription = {
  hasPageStamps: true,
  pages: [
    [
      {
        kind: 'row',
        height: 12,
        rules: 'outside',
        cells: [{ width: 170, template: '{title}', size: 16, spacing: 0.3, align: 'center', isBold: true }],
      },
      {
        kind: 'row',
        height: 16,
        cells: [
          labelCell(12, '접\n수'),
          textCell(53, blankDay),
          labelCell(15, '처리인'),
          { ...labelCell(45, '등기관 확인'), vertical: 'top' },
          { ...labelCell(45, '각종 통지'), vertical: 'top' },
        ],
      },
      { kind: 'row', height: 8, cells: [{ ...labelCell(170, '부동산의 표시'), spacing: 0.4 }] },
      {
        kind: 'row',
        height: 75,
        grows: true,
        cells: [{ width: 170, template: '{property}\n{deal}', vertical: 'top', name: '부동산의 표시' }],
      },
      labelledRow('등기원인과 그 연월일', 'cause'),
      labelledRow('등기의 목적', 'purpose'),
      { kind: 'each', list: 'extras', height: 10, grows: true, cells: [labelCell(45, '{0}'), textCell(125, '{1}')] },
      {
        kind: 'row',
        height: 12,
        cells: [
          labelCell(20, '구 분'),
          labelCell(30, '성 명\n(상호·명칭)'),
          labelCell(35, '주민등록번호\n(등기용등록번호)'),
          labelCell(60, '주 소 (소 재 지)'),
          labelCell(25, '지 분\n(개인별)'),
        ],
      },
      {
        kind: 'entries',
        list: 'parties',
        height: 30,
        grows: true,
        columns: [
          { width: 20, name: '구분', align: 'center', size: 9.5 },
          { width: 30, name: '성명(상호·명칭)' },
          { width: 35, name: '주민등록번호(등기용등록번호)', align: 'center' },
          { width: 60, name: '주소(소재지)' },
          { width: 25, name: '지분', align: 'center' },
        ],
      },
    ],
    [
      { kind: 'row', height: 8, cells: [labelCell(170, '시가표준액 및 국민주택채권매입금액')] },
      {
        kind: 'row',
        height: 8,
        cells: [
          labelCell(40, '부동산 표시'),
          labelCell(65, '부동산별 시가표준액'),
          labelCell(65, '부동산별 국민주택채권매입금액'),
        ],
      },
      {
        kind: 'row',
        height: 21,
        cells: [
          textCell(40, '1.\n2.\n3.'),
          { ...textCell(65, '{standard_value}\n금                    원\n금                    원'), align: 'right' },
          { ...textCell(65, '{bond}\n금                    원\n금                    원'), align: 'right' },
        ],
      },
      createSumRow('국민주택채권매입총액', '{bond}'),
      createSumRow('국민주택채권발행번호', ''),
      {
        kind: 'row',
        height: 16,
        cells: [
          textCell(85, '취득세(등록면허세)   {first_tax}'),
          textCell(85, '지방교육세   {education_tax}\n농어촌특별세   {rural_tax}'),
        ],
      },
      createSumRow('세액 합계', '{tax_total}'),
      {
        kind: 'row',
        height: 21,
        cells: [
          labelCell(45, '등기신청수수료'),
          textCell(125, '{filing_fee}\n납부번호 :\n일괄납부 :               건               금                    원'),
        ],
      },
      { kind: 'row', height: 8, cells: [labelCell(170, '등기의무자의 등기필정보')] },
      { kind: 'row', height: 8, cells: [labelCell(60, '부동산고유번호'), textCell(110, '{immovable_num}')] },
      {
        kind: 'row',
        height: 8,
        cells: [labelCell(60, '성명(명칭)'), labelCell(60, '일련번호'), labelCell(50, '비밀번호')],
      },
      {
        kind: 'row',
        height: 14,
        cells: [
          { ...labelCell(60, '{title_holder}'), name: '등기의무자의 등기필정보 성명(명칭)' },
          labelCell(60, ''),
          labelCell(50, ''),
        ],
      },
      { kind: 'row', height: 8, cells: [{ ...labelCell(170, '첨 부 서 면'), spacing: 0.2 }] },
      { kind: 'items', list: 'enclosures', name: '첨부서면', columns: 2, height: 38, grows: true },
      {
        kind: 'row',
        height: 7,
        when: 'enclosures_note',
        cells: [{ width: 170, template: '{enclosures_note}', size: 9, name: '첨부서면' }],
      },
      { kind: 'row', height: 9, rules: 'open', cells: [{ ...labelCell(170, '{date}'), size: 12 }] },
      {
        kind: 'row',
        height: 13,
        rules: 'open',
        cells: [{ ...textCell(170, '{applicants}'), align: 'center', name: '신청인' }],
      },
      {
        kind: 'row',
        height: 13,
        rules: 'open',
        cells: [{ ...textCell(170, '{agent}\n{agent_address}'), align: 'center', name: '대리인' }],
      },
      {
        kind: 'row',
        height: 10,
        rules: 'open',
        cells: [{ ...labelCell(170, '{registry}'), size: 13, isBold: true, name: '등기소' }],
      },
      {
        kind: 'row',
        height: 13,
        rules: 'outside',
        cells: [{ width: 170, template: howToFill, size: 7 }],
      },
    ],
  ],
}

function createSumRow(template: string, value: string): Band {
  return { kind: 'row', height: 8, cells: [labelCell(85, template), { ...textCell(85, value), align: 'right' }] }
}

const attorneyLine = (template: string, name: string, height = 12): Band => ({
  kind: 'row',
  height,
  grows: true,
  cells: [
    { width: 40, template, align: 'center' },
    { width: 130, template: `{${name}}` },
  ],
})

/** 위임장. List `givers`: role, name with address, space for the stamp. */
export const powerOfAttorneyForm: FormDescription = {
  hasPageStamps: true,
  pages: [
    [
      {
        kind: 'row',
        height: 18,
        rules: 'outside',
        cells: [{ width: 170, template: '위임장', size: 20, spacing: 1.2, align: 'center', isBold: true }],
      },
      {
        kind: 'row',
        height: 78,
        grows: true,
        cells: [
          { width: 40, template: '부동산의 표시', align: 'center' },
          { width: 130, template: '{property}\n{deal}' },
        ],
      },
      attorneyLine('등기원인과\n그 연월일', 'cause'),
      attorneyLine('등기의 목적', 'purpose'),
      {
        kind: 'each',
        list: 'extras',
        height: 10,
        grows: true,
        cells: [
          { width: 40, template: '{0}', align: 'center' },
          { width: 130, template: '{1}' },
        ],
      },
      attorneyLine('대 리 인', 'agent', 20),
      {
        kind: 'row',
        height: 26,
        grows: true,
        rules: 'open',
        cells: [{ width: 170, template: '{words}', name: '위임' }],
      },
      {
        kind: 'row',
        height: 10,
        rules: 'open',
        cells: [{ width: 170, template: '{date}', align: 'center', size: 12 }],
      },
      { kind: 'row', height: 8, cells: [{ width: 170, template: '위 임 인', align: 'center' }] },
      {
        kind: 'each',
        list: 'givers',
        height: 13,
        grows: true,
        cells: [
          { width: 30, template: '{0}', align: 'center' },
          { width: 120, template: '{1}', name: '위임인' },
          { width: 20, template: '{2}', align: 'center', size: 9 },
        ],
      },
    ],
  ],
}
