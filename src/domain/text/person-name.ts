import { withoutUnseen } from '#contract/unseen-characters.ts'
import type { RecordDescription } from '#contract/books/field.ts'

/** What people are called in clients' offices, 직급 and 직책. The longer ones first: 부사장 is not 사장. */
const ranks = [
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
const rankBehind = new RegExp(`^(.+?)( ?)(?:${ranks.join('|')})님?$`)

/**
 * The name of a person without the 직급 behind it, so that `문새벽`, `문새벽 과장` and `문새벽과장님` are one. Without a space before it a rank is one only behind three letters or more:
 * 이상무 is a name. Text that holds several people stays as it is.
 */
export function personName(text: string): string {
  const name = withoutUnseen(text).normalize('NFC').replace(/\s+/g, ' ').trim()
  if (/[,·/&]/.test(name)) return name
  const [, before = '', space = ''] = rankBehind.exec(name) ?? []
  const isRank = before !== '' && (space === '' ? before.length >= 3 : before.length >= 2)
  return isRank ? personName(before) : name
}

/** Each person once, by name, in the order in which they come first; empty ones left out. */
export function personNames(texts: readonly string[]): string[] {
  return [...new Set(texts.map(personName))].filter((name) => name !== '')
}

/** What a part that is looked for in a field stands for: of a person's field the name alone, so that whoever is asked for with 직급 is found without it, too. */
export function partSearch({ fields }: RecordDescription, key: string, text: string): string {
  return fields.find((field) => field.key === key)?.isPerson ? personName(text) : text
}
