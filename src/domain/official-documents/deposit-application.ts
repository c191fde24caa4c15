import { shareWords } from '../compensation/survey-rows.ts'
import { dayInWords } from '../filings/document-words.ts'
import type { MissingBox } from '../filings/filing.ts'
import { scrivenerOf } from '../office/office-words.ts'
import { requiredBox } from './required-box.ts'
import { depositTexts, isDeveloper, missingOfDeposit } from './deposit-facts.ts'
import type { OfficialPaper, PaperOwner, PaperSource } from './paper-source.ts'

/** 공탁서, 제1-1호 양식. HAZARD: contains the full numbers of 피공탁자. */
export function depositApplicationOf(source: PaperSource): OfficialPaper {
  const { owners, office, today } = source
  const texts = {
    ...depositTexts(source),
    date: dayInWords(today),
    applied: `${dayInWords(today)} 신청`,
    names: listed(owners, (owner) => [owner.name, shareWords(owner)].filter(Boolean).join(' ')),
    numbers: listed(owners, ({ num }) => num ?? ''),
    addresses: listed(owners, ({ address }) => address ?? ''),
    enclosures: enclosures(source),
    agent_address: office.address,
    agent_telephone: office.telephone,
    agent: scrivenerOf(office),
  }
  return {
    forms: [{ form: 'deposit', texts, lists: {} }],
    missing: [...missingOfDeposit(source), ...missingNumber(source), ...missingNumbers(owners)],
  }
}

/** One line per owner, numbered when there are several. */
function listed(owners: readonly PaperOwner[], textOf: (owner: PaperOwner) => string): string {
  if (owners.length === 1) return owners.map(textOf).join('')
  return owners.map((owner, at) => `${at + 1}. ${textOf(owner)}`).join('\n')
}

function enclosures({ details, owners }: PaperSource): string {
  const isUnknown = details.deposit_ground === 'unknown_holder'
  return [
    '1. 재결서 사본 1통',
    '2. 부동산 등기사항증명서 1통',
    '3. 토지대장 1통',
    isUnknown ? '4. 받을 자를 알 수 없음을 소명하는 서면 1통' : '4. 피공탁자 주소 소명 서면(주민등록표 초본 등) 1통',
    '5. 위임장, 공탁자 자격증명서 각 1통',
    `6. 공탁통지서 ${owners.length === 0 ? '    ' : owners.length}통`,
  ].join('\n')
}

function missingNumber(source: PaperSource): MissingBox[] {
  const box = '공탁자 주민등록번호(법인등록번호)'
  if (isDeveloper(source))
    return requiredBox(box, source.developer?.num, '공탁 관리 → 회사관리에서 회사의 법인등록번호를 입력해 주세요.')
  return [{ box, words: `공탁자 ${source.address.deposit_name ?? ''}의 번호는 인쇄한 뒤 적어 주세요.` }]
}

function missingNumbers(owners: readonly PaperOwner[]): MissingBox[] {
  return owners.flatMap(({ name, num }) =>
    requiredBox('피공탁자 주민등록번호(법인등록번호)', num, `${name}의 주민등록번호(법인등록번호)를 입력해 주세요.`),
  )
}
