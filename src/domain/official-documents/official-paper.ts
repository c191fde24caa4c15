import type { OfficialDocument } from '#contract/addresses/address-actions.ts'
import { consultationOf } from './consultation.ts'
import { costLetterOf } from './cost-letter.ts'
import { depositApplicationOf } from './deposit-application.ts'
import { depositNoticesOf } from './deposit-notice.ts'
import type { OfficialPaper, PaperSource } from './paper-source.ts'

/** The official document of one address. */
export function officialPaper(type: OfficialDocument, source: PaperSource): OfficialPaper {
  const { forms, missing } = makers[type](source)
  // Said once, however many pages leave the same box empty.
  return { forms, missing: [...new Map(missing.map((box) => [`${box.box}\n${box.words}`, box])).values()] }
}

const makers: Readonly<Record<OfficialDocument, (source: PaperSource) => OfficialPaper>> = {
  compensation_consultation: consultationOf,
  deposit: depositApplicationOf,
  deposit_notice: depositNoticesOf,
  cost_claim: costLetterOf,
}

/** 공탁서 names 피공탁자 by their numbers (공탁규칙 §20②); what goes to people by post does not, and needs none (research/domain.md §4 R10). */
export function needsNumbers(type: OfficialDocument): boolean {
  return type === 'deposit'
}
