import { shareWords } from '../compensation/survey-rows.ts'
import { dayInWords } from '../filings/document-words.ts'
import { scrivenerOf } from '../office-words.ts'
import { askedBox } from './asked-box.ts'
import { depositTexts, missingOfDeposit } from './deposit-facts.ts'
import type { OfficialPaper, PaperSource } from './paper-source.ts'

/** 공탁통지서, one for each 피공탁자 (공탁규칙 §23). It goes to people by post, so it names nobody by number. */
export function depositNoticesOf(source: PaperSource): OfficialPaper {
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
      ...askedBox('공탁번호', address.deposit_number, '공탁번호를 입력해 주세요. 공탁이 수리된 뒤에 통지합니다.'),
      ...missingOfDeposit(source),
    ],
  }
}
