import type { RecordDescription } from '#contract/books/field.ts'
import { removeInvisible } from '#contract/text/invisible-characters.ts'

/** Ranks 직급 and positions 직책 in clients' offices, longer ones first: 부사장 is not 사장. */
const jobTitles = [
  '대표이사',
  '선임연구원',
  '책임연구원',
  '수석연구원',
  '현장소장',
  '부사장',
  '본부장',
  '부소장',
  '센터장',
  '지점장',
  '지사장',
  '파트장',
  '부회장',
  '사무장',
  '주무관',
  '사무관',
  '서기관',
  '주사보',
  '연구원',
  '담당자',
  '매니저',
  '사원',
  '주임',
  '계장',
  '대리',
  '과장',
  '차장',
  '부장',
  '팀장',
  '실장',
  '이사',
  '상무',
  '전무',
  '사장',
  '대표',
  '소장',
  '국장',
  '처장',
  '반장',
  '단장',
  '감독',
  '간사',
  '총무',
  '회장',
  '주사',
  '서기',
  '선임',
  '책임',
  '수석',
  '프로',
  '법무사',
  '변호사',
  '직원',
  '담당',
  '님',
]
const trailingJobTitle = new RegExp(`^(.+?)( ?)(?:${jobTitles.join('|')})님?$`)

/**
 * A person's name without the 직급 after it, so that `문새벽`, `문새벽 과장` and `문새벽과장님` are equal. Without
 * a space, a rank needs at least three letters before it: 이상무 is a name. Texts with several people
 * stay unchanged.
 */
export function removeJobTitle(text: string): string {
  const name = removeInvisible(text).normalize('NFC').replace(/\s+/g, ' ').trim()
  if (/[,·/&]/.test(name)) return name
  const [, before = '', space = ''] = trailingJobTitle.exec(name) ?? []
  const isJobTitle = before !== '' && (space === '' ? before.length >= 3 : before.length >= 2)
  return isJobTitle ? removeJobTitle(before) : name
}

/** Each person once, by name, in order of first appearance; empty names are left out. */
export function listPersonNames(texts: readonly string[]): string[] {
  return [...new Set(texts.map(removeJobTitle))].filter((name) => name !== '')
}

/**
 * The text to search for in a field: in a person's field only the name, so that a search with 직급
 * also finds it without.
 */
export function toFieldSearch({ fields }: RecordDescription, key: string, text: string): string {
  return fields.find((field) => field.key === key)?.isPerson ? removeJobTitle(text) : text
}
