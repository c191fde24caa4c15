import { formatWon } from '../money/won.ts'
import { itemMarker, tablePlaceholder } from '../deposit-cases/letter-text.ts'
import { letterWon } from '../deposit-cases/letter-words.ts'
import { writtenDay } from '../dates/office-date.ts'
import { scrivenerOf } from '../office/office-words.ts'
import { requiredBox } from './required-box.ts'
import type { OfficialPaper, PaperSource } from './paper-source.ts'

const items = [
  ['보수료', 'fees'],
  ['부가세', 'fees_vat'],
  ['제증명', 'proof'],
  ['공과금', 'tax'],
  ['증지·인지', 'stamp'],
] as const

/** 비용청구 공문 in the layout of the office's letters, to the developer, for one address. */
export function costLetterOf(source: PaperSource): OfficialPaper {
  const { address, office, developer, manager, project, today, documentNumber } = source
  const costs = items.flatMap(([label, key]) => (address[key] === null ? [] : [{ label, won: address[key] }]))
  const total = costs.reduce((sum, { won }) => sum + won, 0)
  const contactLine = contactOf(source)
  return {
    forms: [
      {
        form: 'cost_letter',
        texts: {
          office: office.name,
          reach: contactLine,
          number: documentNumber ?? `${office.letter_mark} (만들 때 부여)`,
          day: writtenDay(today),
          recipient: developer?.name ?? '',
          reference: referenceOf(manager),
          title: costLetterTitle(project),
          text: costLetterText(project),
          owner: address.owner_name ?? '',
          property: address.jibun,
          purpose: address.purpose ?? '',
          total: costs.length === 0 ? '' : formatWon(total),
          claimed: costs.length === 0 ? '' : `3. 청구금액 : ${letterWon(total)}`,
          account: `4. 입금계좌 : ${office.account}`,
          enclosures: `${enclosures}  끝.`,
          scrivener: scrivenerOf(office),
          foot: `시행  ${documentNumber ?? ''} (${writtenDay(today)})        접수  -                    (                    )\n${contactLine} / 비공개`,
        },
        lists: { costs: costs.map(({ label, won }) => [label, formatWon(won)]) },
      },
    ],
    missing: [
      ...requiredBox('수신', developer?.name, '사업구간에 담당자와 회사를 입력해 주세요.'),
      ...requiredBox('참조', manager?.name, '담당자를 입력해 주세요.'),
      ...requiredBox('제목', project, '사업구간을 입력해 주세요.'),
      ...requiredBox('소유자', address.owner_name),
      ...(costs.length === 0
        ? [{ box: '청구금액', words: '보수료와 비용이 없으면 만들 수 없습니다. 주소의 비용 탭에 입력해 주세요.' }]
        : []),
      ...requiredBox('입금계좌', office.account, '관리 → 사무소에서 입금계좌를 입력해 주세요.'),
    ],
  }
}

export function costLetterTitle(project: string): string {
  return `${project === '' ? '' : `${project} `}비용청구`
}

function costLetterText(project: string): string {
  return `1. 귀 기관의 무궁한 발전을 기원합니다.\n2. 「${project}」 공탁 및 등기 업무와 관련하여 아래와 같이 비용을 청구하오니 지급하여 주시기 바랍니다.`
}

/**
 * The same as text of a letter stored by the office: costs are list items, and the table shows the
 * property.
 */
export function costLetterContent({ address, office, project }: PaperSource): string {
  const costs = items.flatMap(([label, key]) => (address[key] === null ? [] : [{ label, won: address[key] }]))
  const total = costs.reduce((sum, { won }) => sum + won, 0)
  const lines = costs.map(({ label, won }, at) => `  ${itemMarker(1, at + 1)} ${label} : ${letterWon(won)}`)
  const claimLines = [`3. 청구금액 : ${letterWon(total)}`, ...lines, `4. 입금계좌 : ${office.account}`]
  return [costLetterText(project), tablePlaceholder, ...claimLines, '', enclosures].join('\n')
}

const enclosures = '붙임  1. 비용내역서 1부.  2. 세금계산서 1부.'

/** `보상1부 나래 과장`. */
export function referenceOf(manager: PaperSource['manager']): string {
  return manager === null ? '' : [manager.department, manager.name, manager.position].filter(Boolean).join(' ')
}

function contactOf({ office: { address, telephone, fax, email } }: PaperSource): string {
  return [address, `전화 ${telephone}`, ...(fax ? [`팩스 ${fax}`] : []), ...(email ? [email] : [])].join(' / ')
}
