import type { OfficeAnswer } from '#contract/office/office-settings.ts'

/** The office as the site and every device know it. */
export type KnownOffice = OfficeAnswer

/** The office as documents name it. */
export type Office = Omit<KnownOffice, 'fees'>

/** Nobody has said yet whose office this is: it publishes nothing and makes no document. A device that knows no office yet (version 0) cannot tell. */
export function isUnnamed({ version, name }: Pick<Office, 'name'> & { version?: number }): boolean {
  return version !== 0 && name === ''
}

/** The name of the office, or the word for any such office while it has none. */
export function officeTitle({ name }: Pick<Office, 'name'>): string {
  return name || '법무사사무소'
}

/** Why nothing is made in the name of an office without one. */
export const unnamedOfficeText =
  '사무소 이름을 아직 확인하지 않아 사무소 이름으로 나가는 문서를 만들 수 없습니다. 최고관리자가 관리 → 사무소에서 확인하면 바로 만들 수 있습니다.'

/** 법무사 한온결: how its scrivener signs. */
export function scrivenerOf({ scrivener_title, scrivener }: Pick<Office, 'scrivener_title' | 'scrivener'>): string {
  return `${scrivener_title} ${scrivener}`.trim()
}

/** When the office is open, as it has written it down; hours of working days alone say what is closed. */
export function openingHours(hours: string): string {
  return /^평일 [\d:–~ -]+$/.test(hours) ? `${hours} (토·일·공휴일 휴무)` : hours
}

/** A name with the particle that its last letter asks for: `은/는` makes 온결 법무사사무소는 and 법무법인 온결은. */
export function withParticle(name: string, particle: '은/는' | '이/가' | '을/를'): string {
  const [afterConsonant, afterVowel] = particle.split('/')
  const last = (name.match(/[가-힣](?=[^가-힣]*$)/)?.[0] ?? '').charCodeAt(0)
  const hasConsonant = (last - 0xac00) % 28 > 0
  return name + (hasConsonant ? afterConsonant : afterVowel)
}

/** A seal as it is drawn: a square of `side` units with its frame, and the strokes of its letters as SVG paths. */
export interface OfficeSeal {
  readonly side: number
  /** From the edge to the middle of the line, and how thick the line is. */
  readonly frame: { readonly inset: number; readonly width: number }
  readonly strokes: readonly string[]
}

export function drawnSeal(strokes: readonly string[]): OfficeSeal {
  return { side: 32, frame: { inset: 1.5, width: 2 }, strokes }
}
