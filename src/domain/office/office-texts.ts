import type { OfficeResponse } from '#contract/office/office-settings.ts'

/** The office as site and devices know it. */
export type KnownOffice = OfficeResponse

/** The office as used in documents. */
export type Office = Omit<KnownOffice, 'fees' | 'taxes'>

/**
 * The office has no name yet, so it publishes nothing and creates no documents. Never true on a
 * device that doesn't know the office yet (version 0).
 */
export function isUnnamed({ version, name }: Pick<Office, 'name'> & { version?: number }): boolean {
  return version !== 0 && name === ''
}

/** The office's name, or a generic word while it has none. */
export function getOfficeTitle({ name }: Pick<Office, 'name'>): string {
  return name || '법무사사무소'
}

/**
 * Proposed prefix of letter numbers 문서번호 약칭 and letters of the stamp for an office: 온결법무 and
 * 온결 for 온결 법무사사무소. Empty where the name has nothing to take them from.
 */
export function proposeOfficeMarks(name: string): Pick<Office, 'letter_mark' | 'seal_letters'> {
  const ownName = name.replace(/\([^()]*\)|법무사|법무법인|법인|합동|사무소|\s/g, '')
  const [seal = ''] = ownName.match(/[가-힣]{2}/) ?? []
  return { letter_mark: ownName === '' ? '' : `${ownName.slice(0, 18)}법무`, seal_letters: seal }
}

/** Why an unnamed office can't create documents. */
export const unnamedOfficeText =
  '사무소 이름을 아직 확인하지 않아 사무소 이름으로 나가는 문서를 만들 수 없습니다. 최고관리자가 관리 → 사무소에서 확인하면 바로 만들 수 있습니다.'

/** 법무사 한온결: the scrivener's signature. */
export function formatScrivener({ scrivener_title, scrivener }: Pick<Office, 'scrivener_title' | 'scrivener'>): string {
  return `${scrivener_title} ${scrivener}`.trim()
}

/** Opening hours as entered; plain weekday hours also get the closed days. */
export function formatOpeningHours(hours: string): string {
  return /^평일 [\d:–~ -]+$/.test(hours) ? `${hours} (토·일·공휴일 휴무)` : hours
}
