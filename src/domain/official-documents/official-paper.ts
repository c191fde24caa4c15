import type { OfficialDocument } from '#contract/addresses/address-actions.ts'
import { consultationOf } from './consultation.ts'
import { costLetterOf } from './cost-letter.ts'
import { depositApplicationOf } from './deposit-application.ts'
import type { OfficialPaper, PaperSource } from './paper-source.ts'
import { shareWords } from '../compensation/survey-rows.ts'
import { dayInWords } from '../filings/document-words.ts'
import { scrivenerOf } from '../office/office-words.ts'
import { requiredBox } from './required-box.ts'
import { depositTexts, missingOfDeposit } from './deposit-facts.ts'

/** The official document of one address. */
export function officialPaper(type: OfficialDocument, source: PaperSource): OfficialPaper {
  const { forms, missing } = makers[type](source)
  // Each message once, however many pages leave the box empty.
  return { forms, missing: [...new Map(missing.map((box) => [`${box.box}\n${box.words}`, box])).values()] }
}

const makers: Readonly<Record<OfficialDocument, (source: PaperSource) => OfficialPaper>> = {
  compensation_consultation: consultationOf,
  deposit: depositApplicationOf,
  deposit_notice: depositNoticesOf,
  cost_claim: costLetterOf,
}

/**
 * 공탁서 contains the numbers of 피공탁자 (공탁규칙 제20조 제2항). Documents sent to people by post contain and
 * need none.
 */
export function needsNumbers(type: OfficialDocument): boolean {
  return type === 'deposit'
}

/** 공탁통지서, one per 피공탁자 (공탁규칙 제23조). Sent by post, so it contains no numbers. */
function depositNoticesOf(source: PaperSource): OfficialPaper {
  const { owners, office, today, address } = source
  const texts = {
    ...depositTexts(source),
    date: dayInWords(today),
    agent_address: office.address,
    agent_telephone: office.telephone,
    agent: scrivenerOf(office),
  }
  return {
    forms: (owners.length > 0 ? owners : [{ name: '', address: '', share: '' }]).map((owner) => ({
      form: 'deposit_notice',
      texts: {
        ...texts,
        recipient: [owner.name, shareWords(owner)].filter(Boolean).join(' '),
        recipient_name: owner.name,
        recipient_address: owner.address ?? '',
      },
      lists: {},
    })),
    missing: [
      ...requiredBox('공탁번호', address.deposit_number, '공탁번호를 입력해 주세요. 공탁이 수리된 뒤에 통지합니다.'),
      ...missingOfDeposit(source),
    ],
  }
}
